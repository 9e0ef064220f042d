"""Checks another site's two files in a process of its own: `python -m worker.private.read_alone FOLDER`.

One JSON list on standard output: ["pair", `worker.private.reading.Description`] or ["bad", file, reason].
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from annotation.domain.read_alone import OUT_OF_MEMORY, UNREADABLE
from deidweb import children

MEMORY_BYTES: Final = 1024 * 1024 * 1024  # two files of 250 MB want 540, one after the other
SECONDS: Final = 60.0  # of processor time; two such files want two


def main() -> None:
    """The whole life of the child."""
    with children.private_output() as answers:
        # before numpy is loaded: each of its threads reserves addresses, and a machine has many
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
        children.limit_memory(MEMORY_BYTES)
        children.limit_time(SECONDS)
        answers.write(json.dumps(answer(Path(sys.argv[1]))).encode() + b"\n")


def answer(folder: Path) -> list[Any]:
    """What is said of the files."""
    from worker.private.reading import BadMaterialError, describe_pair

    try:
        return ["pair", asdict(describe_pair(folder))]
    except BadMaterialError as error:
        return ["bad", error.file, error.reason]
    except MemoryError:
        return ["bad", "", OUT_OF_MEMORY]
    except Exception:  # noqa: BLE001 - the files' fault, said once
        return ["bad", "", UNREADABLE]


if __name__ == "__main__":
    main()
