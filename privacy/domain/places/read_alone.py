"""Reads a table of features in a process of its own: `python -m privacy.domain.places.read_alone < file`.

One JSON list on standard output: ["table", what is kept of it] or ["bad", line, field, reason]. The table may be compressed; it
is given back compressed.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
import sys
from dataclasses import asdict
from typing import Any, Final

from annotation.domain.read_alone import OUT_OF_MEMORY, UNREADABLE
from deidweb import children
from privacy.domain.errors import BadFeatureError

MEMORY_BYTES: Final = 768 * 1024 * 1024
SECONDS: Final = (
    45.0  # of processor time, for all of it: the largest that is taken wants 15 on a busy machine
)
MAX_CELLS: Final = 2_000_000  # fifty-five columns of every commune


def main() -> None:
    """The whole life of the child."""
    with children.private_output() as answers:
        # before numpy is loaded: each of its threads reserves addresses, and a machine has many
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
        children.limit_memory(MEMORY_BYTES)
        children.limit_time(SECONDS)
        answers.write(json.dumps(answer()).encode() + b"\n")


def answer() -> list[Any]:
    """What is said of the file on standard input."""
    try:
        return ["table", _read()]
    except BadFeatureError as error:
        return ["bad", error.line, error.field, error.reason]
    except MemoryError:
        return ["bad", 0, "", OUT_OF_MEMORY]
    except Exception:  # noqa: BLE001 - the file's fault, said once
        return ["bad", 0, "", UNREADABLE]


def _read() -> dict[str, Any]:
    # here, so that who only asks loads neither numpy nor the communes
    from privacy.domain.places.atlas import read_communes
    from privacy.domain.places.features import MAX_BYTES, describe, read_features, uncompressed

    raw = uncompressed(sys.stdin.buffer.read(MAX_BYTES + 1), name="")
    table = read_features(raw, name="", most_cells=MAX_CELLS)
    columns = describe(table, read_communes())
    if not columns:
        raise BadFeatureError("", 0, table.key, "aucun code de la table des communes")
    return {
        "sha256": table.sha256,
        "size_bytes": len(raw),
        "key": table.key,
        "by_department": table.by_department,
        "columns": [asdict(column) for column in columns],
        "left_out": dict(table.left_out),
        "content": base64.b64encode(gzip.compress(raw, mtime=0)).decode(),
    }


if __name__ == "__main__":
    main()
