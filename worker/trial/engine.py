"""The kept process: `python -m worker.trial.engine`, spoken to over its standard input and output.

The first message names the files to load, the answer says when it is ready; then `{"do": "find" | "read" | "draw", …}` as often as
asked. It ends when nothing is asked for a while, or when who started it is gone. It holds no document between two
messages, and knows nobody's name: what it is asked is a text.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from worker.trial.confine import allow_seconds, confine, isolate
from worker.trial.wire import Closed, receive, send

if TYPE_CHECKING:
    from worker.trial.bench import Bench

IDLE_SECONDS: Final = 300
MEGABYTES: Final = 1536  # of address space: 450 are in use, 30,000 characters take 100 more
SECONDS: Final = 30


def main() -> None:
    isolate()
    from worker.trial.bench import open_bench  # numpy starts threads, and none may be there before

    try:
        first = receive(0)
        bench = open_bench(
            model=Path(first["model"]),
            cache=Path(first["cache"]),
            nomenclature=Path(first["nomenclature"]),
        )
        confine(megabytes=MEGABYTES)
        send(1, {"ready": bench.detector.version})
        while True:
            asked = receive(0, seconds=IDLE_SECONDS)
            allow_seconds(SECONDS)
            send(1, answer(bench, asked))
    except Closed:
        return


def answer(bench: Bench, asked: dict[str, Any]) -> dict[str, Any]:
    """`find` finds; `read` finds and draws; `draw` takes the spans that `read` has told."""
    from privacy.domain.errors import PrivacyError

    if asked["do"] == "find":
        return bench.read(asked["text"])

    told = bench.read(asked["text"]) if asked["do"] == "read" else {}
    spans = told.get("spans", asked.get("spans"))
    doubts = len(told["doubts"]) if told else asked["doubts"]
    try:
        drawn = bench.draw({**asked, "spans": spans, "doubts": doubts})
    except PrivacyError as refusal:
        return {**told, "refusal": str(refusal)}
    return {**told, "drawn": drawn}


if __name__ == "__main__":
    main()
