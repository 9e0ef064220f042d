"""What the documentation says was tried is what was recorded: requests, hostile files, faults, loads.

With DEIDWEB_WRITE_TRIED=1 it writes the rows of docs/security.md anew, of the pages that the runs themselves have written.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from benches import results
from tests.faults import FAULTS, rows_of, unrecorded_in

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SECURITY = DOCS / "security.md"
HOSTILE = ROOT / "tests" / "data" / "hostile" / "manifest.json"


def said(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def requests() -> str:
    page = said("permissions.md")
    walked, objects = re.findall(r"([\d,]+)\s+requests, 0 wrongly allowed", page)
    return (
        "| requests: role × address × own or foreign project × method, and one's own project × objects of another, in one process | "
        f"{walked} and {objects} ([permissions](permissions.md)) | 0 allowed |"
    )


def faults() -> str:
    rows = rows_of(DOCS / "faults.md")
    tried, survived = (sum(int(row[at]) for row in rows.values()) for at in (2, 3))
    left = [number for number in FAULTS if number not in rows]
    missing = f"; not made: {', '.join(left)}" if left else ""
    if waiting := unrecorded_in(DOCS / "faults.md"):
        missing += f"; {len(waiting)} marked tests are not recorded ({', '.join(waiting)})"
    return f"| faults | {tried} tests of {len(rows)} faults ([the table](faults.md)) | {tried - survived}{missing} |"


def loads() -> str:
    rows = [row for run in results.read("load").runs for row in run.rows if row.target]
    missed = [f"{row.bar} ({row.figure} {row.unit}, {row.target})" for row in rows if not row.met]
    names = sorted({row.bar.split()[0] for row in rows})
    return (
        f"| loads | {len(rows)} figures with a target, of {', '.join(names)} ([comparisons](comparisons.md)) | "
        f"{len(missed)} missed{': ' if missed else ''}{', '.join(missed)} |"
    )


@pytest.mark.parametrize("row", [requests, faults, loads])
def test_the_table_of_what_was_tried_says_what_was_recorded(row):
    wanted = row()
    name = wanted.partition(" |")[0]
    lines = SECURITY.read_text(encoding="utf-8").splitlines()
    (at,) = [place for place, line in enumerate(lines) if line.startswith(f"{name} |")]
    if os.environ.get("DEIDWEB_WRITE_TRIED"):
        lines[at] = wanted
        SECURITY.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines[at] == wanted, "run this test with DEIDWEB_WRITE_TRIED=1"


def test_the_pages_count_the_hostile_files_as_the_manifest_does():
    manifest = json.loads(HOSTILE.read_text(encoding="utf-8"))
    count = sum(len(kinds.split()) for rows in manifest.values() for _found, kinds in rows)
    assert f"makes {len(manifest)} files" in said("formats.md")
    assert f"{count:,} verdicts, 0 mishandled" in said("formats.md")
    assert f"{len(manifest)} files, {count:,} verdicts" in said("security.md")


@pytest.mark.slow
def test_the_table_of_faults_has_every_test_that_makes_one():
    """Each was run and written down, under its number, or the page says that it was not: what nobody ran was not survived."""
    marked = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if "mark.fault(" in path.read_text(encoding="utf-8")
    ]
    asked = [sys.executable, "-m", "pytest", "--collect-only", "-qs", "-n", "0", "-m", "fault"]
    told = subprocess.run(
        [*asked, "-p", "no:cacheprovider", "-p", "tests.fault_numbers", *marked],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    present = Counter(re.findall(r"(?m)^fault (F\d+)$", told))
    recorded = Counter(unrecorded_in(DOCS / "faults.md"))
    for number, row in rows_of(DOCS / "faults.md").items():
        recorded[number] += int(row[2])
    assert recorded == present, "run them: pytest -m fault --faults-table docs/faults.md"
