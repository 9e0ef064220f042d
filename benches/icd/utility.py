"""What de-identification costs the codes, over ε: Tables 5 and 6 of Tchouka et al. 2024 and the curve that they leave open.

    python -m benches.icd.utility [--dry]

Notes that the dictionary learned from: what the codes lose is asked, not how many are right (which these notes flatter). Entities are those that
the shipped engine finds; every condition codes the same notes, and intervals come of the same draws of notes.
"""

import argparse
import os
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Final

from annotation.domain.notes import Note
from benches.icd.notes import FOLDER, CodedText, read_notes
from benches.results import Row, record
from icdcoder.domain.dictionary import DictionaryCoder
from icdcoder.domain.nomenclature import load_nomenclature
from privacy.domain.tables import default_tables
from worker.coding.stays import Stay
from worker.coding.utility.conditions import Setting
from worker.coding.utility.judges import ReadyJudge
from worker.coding.utility.report import Figure, Line, Report
from worker.coding.utility.run import evaluate, with_entities
from worker.engine.build import SHIPPED, build_detector

CIM10: Final = Path(__file__).resolve().parents[2] / "var" / "cim10" / "cim10.csv.gz"
EPSILONS: Final = tuple(map(Fraction, ("0.1", "0.5", "1", "2", "5", "10")))
PARTS: Final = ("look", "read")  # read, as all but `check` are
SEED: Final = 20261127
LAST_DAY: Final = date(2026, 11, 27)  # no surrogate lies behind it


def stays_of(notes: list[CodedText]) -> list[Stay]:
    """A stay a note, each of a patient of its own."""
    return [
        Stay(str(at), str(at), (Note(str(at), note.text),), tuple(sorted(note.codes)))
        for at, note in enumerate(notes)
    ]


def rows_of(report: Report) -> list[Row]:
    """Table 5 in one row, then a row a condition."""
    own = report.counts
    entities = ", ".join(f"{label} {count:,}" for label, count in own.entities.items())
    counts = f"{own.notes:,} notes, {own.words:,} words, {own.codes:,} codes ({own.distinct_codes:,} distinct)"
    bar = "what de-identification costs the dictionary's exact codes"
    return [
        Row(f"{bar}: notes and entities", counts, "", entities),
        *(Row(f"{bar}: {line.condition}", _told(line), "", _moved(line)) for line in report.lines),
    ]


def _told(line: Line) -> str:
    """F1 micro and macro, and what F1 micro lost against the originals, in percent."""
    told = f"F1 {_percent(line.figures['micro_f1'])}, macro {_percent(line.figures['macro_f1'])}"
    return told if line.condition == "ORIGINAL" else f"{told}, loss {_percent(line.loss)}"


def _percent(figure: Figure) -> str:
    """ "82.1 [79.7 ; 84.7]"."""
    return " ".join(
        (f"{100 * figure.value:.2f}", f"[{100 * figure.low:.2f} ; {100 * figure.high:.2f}]")
    )


def _moved(line: Line) -> str:
    return f"{line.lost} right codes lost, {line.gained} won"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dry", action="store_true", help="write no result file")
    given = parser.parse_args()
    notes = read_notes([FOLDER / part for part in PARTS])
    coder = DictionaryCoder(load_nomenclature(CIM10))
    stays = with_entities(stays_of(notes), build_detector("hybrid", SHIPPED))
    setting = Setting(tables=default_tables(), reference_date=LAST_DAY, seed=SEED)
    rows = rows_of(evaluate(stays, ReadyJudge(coder), EPSILONS, setting))
    for row in rows:
        print(f"{row.bar}\n    {row.figure}  ({row.n})")
    print(f"load {os.getloadavg()[0]:.0f}")
    if not given.dry:
        record("coders", rows)


if __name__ == "__main__":
    main()
