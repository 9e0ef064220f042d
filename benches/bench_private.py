"""Representations instead of texts (Friedrich et al.): ``python -m benches.bench_private`` (``make bench-private``).

F1 of one tagger taught by raw text, by automatic pseudonyms and by representations, five runs each; the adversaries' accuracy
after their continued passages, and the verdict; curves over N and d; DANN. Generated notes of the training families teach, those
of the test families judge. Hours on two cores, minutes on a card: ``--found FILE`` records what `benches.private.train` wrote on
another machine.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benches import results
from benches.private import prepare, rows, train
from benches.say import say


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--found", type=Path, help="ce que l'apprentissage a écrit ailleurs")
    small = parser.add_argument_group("moins de notes")
    for name, count in (("notes", 400), ("judged", 150), ("pool", 600)):
        small.add_argument(f"--{name}", type=int, default=count)
    parser.add_argument("--seconds", type=float, default=24 * 3600)
    options, more = parser.parse_known_args(arguments)
    if options.found:
        return recorded(json.loads(options.found.read_text("utf-8")))
    with tempfile.TemporaryDirectory(prefix="bench-private-") as folder:
        data, out = Path(folder) / "data.safetensors", Path(folder) / "found.json"
        counts = [f"--{name}={getattr(options, name)}" for name in ("notes", "judged", "pool")]
        prepare.main(["--out", str(data), *counts])
        train.main(["--data", str(data), "--out", str(out), "--seconds", str(options.seconds), *more])  # fmt: skip
        return recorded(json.loads(out.read_text("utf-8")))


def recorded(found: dict[str, Any]) -> int:
    made = rows.rows_of(found)
    for row in made:
        say(f"{row.bar} : {row.figure}")
    place = {name: found[name] for name in ("machine", "versions", "command")}
    results.record("private", made, **place)
    return 0


if __name__ == "__main__":
    sys.exit(main())
