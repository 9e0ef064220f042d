"""A program in the place of an interpreter that has another tool."""

from __future__ import annotations

import sys
from pathlib import Path
from uuid import uuid4

PROGRAM = """#!{python} -I
import json, sys, time
if "--installed" in sys.argv:
    print(json.dumps(sys.argv))  # all of them
    sys.exit()
name = sys.argv[sys.argv.index("--peer") + 1]
if {absent!r} or name != "spacy":
    print(json.dumps({{"absent": {absent!r} or "inattendu"}}))
    sys.exit(3)
print(json.dumps({{"peer": name, "version": {version!r}}}), flush=True)
for line in sys.stdin:
    text = json.loads(line)["text"]
    if {dies_at!r} and {dies_at!r} in text:
        sys.exit(1)
    if {sleeps_at!r} and {sleeps_at!r} in text:
        time.sleep(60)
    print(json.dumps({{"spans": {spans!r}, "seconds": 0.5}}), flush=True)
"""


def interpreter(
    folder: Path,
    spans: list[list[object]],
    *,
    version: str = "1.2",
    absent: str = "",
    dies_at: str = "",
    sleeps_at: str = "",
) -> str:
    """Has spaCy, which finds `spans` in whatever it reads."""
    path = folder / f"python-{uuid4().hex[:8]}"
    path.write_text(
        PROGRAM.format(
            python=sys.executable, absent=absent, version=version, spans=spans, dies_at=dies_at, sleeps_at=sleeps_at
        ),
        encoding="utf-8",
    )  # fmt: skip
    path.chmod(0o755)
    return str(path)
