"""The rows of the utility curve tell what the report holds."""

from benches.icd.notes import CodedText
from benches.icd.utility import rows_of, stays_of
from worker.coding.utility.report import Counts, Figure, Line, Report

NAMES = ("micro_precision", "micro_recall", "micro_f1", "macro_precision", "macro_recall", "macro_f1")  # fmt: skip


def line(condition: str, epsilon: float | None, f1: float, lost: int) -> Line:
    figures = {name: Figure(f1, f1 - 0.1, f1 + 0.1) for name in NAMES}
    return Line(condition, epsilon, figures, Figure(0.8 - f1, 0.0, 0.1), lost, 1)


def test_a_note_is_a_stay_and_every_condition_a_row():
    stays = stays_of([CodedText("a", "HTA", {"I10": "HTA"}), CodedText("b", "AVC", {"I64": "AVC"})])
    assert [(stay.patient, stay.codes) for stay in stays] == [("0", ("I10",)), ("1", ("I64",))]


def test_the_originals_lose_nothing_and_the_others_say_what():
    counts = Counts(2, 2, 2, 1200, 40, 30, {"AGE": 3, "DATE": 1000})
    lines = (line("ORIGINAL", None, 0.8, 0), line("DEID ε = 1", 1.0, 0.75, 4))
    told = [
        (row.bar[59:], row.figure, row.n) for row in rows_of(Report("d", 1, counts, 2, lines, ()))
    ]
    assert told == [
        ("notes and entities", "2 notes, 1,200 words, 40 codes (30 distinct)", "AGE 3, DATE 1,000"),
        ("ORIGINAL", "F1 80.00 [70.00 ; 90.00], macro 80.00 [70.00 ; 90.00]", "0 right codes lost, 1 won"),
        (
            "DEID ε = 1",
            "F1 75.00 [65.00 ; 85.00], macro 75.00 [65.00 ; 85.00], loss 5.00 [0.00 ; 10.00]",
            "4 right codes lost, 1 won",
        ),
    ]  # fmt: skip
