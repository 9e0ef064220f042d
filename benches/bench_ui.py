"""Speed of the annotation pages: ``python -m benches.bench_ui [canvas] [server] [gestures] [trial] [start]`` (all by default).

Each part is a module of benches.ui with ``run() -> list[Measure]``: `canvas` is the note in headless
Chromium, `server` what the server answers under load, `gestures` what a note costs a reader, `trial` how soon « Essayer » answers,
`start` what the demonstration's history costs its first start. Exit status 0 when every limit is met.
"""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec
from typing import Final

from benches.results import record
from benches.ui.measures import Measure, machine, rows

PARTS: Final = ("canvas", "server", "gestures", "trial", "start")


def main(arguments: list[str]) -> int:
    unknown = set(arguments) - set(PARTS)
    if unknown:
        print(f"Parties inconnues : {', '.join(sorted(unknown))}. Connues : {', '.join(PARTS)}.")
        return 2
    print(machine())
    measures: list[Measure] = []
    for part in arguments or [name for name in PARTS if find_spec(f"benches.ui.{name}")]:
        found: list[Measure] = importlib.import_module(f"benches.ui.{part}").run()
        print(f"\n{part}", *found, sep="\n", flush=True)
        measures += found
    record("ui", rows(measures))
    return 0 if all(measure.is_met for measure in measures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
