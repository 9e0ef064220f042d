"""Figures of invented codes that can be reckoned by hand."""

import pytest

from benches.icd import metrics
from benches.icd.notes import CodedText
from icdcoder.domain.coder import CodePrediction


def note(*codes: str) -> CodedText:
    return CodedText("n", "texte", dict.fromkeys(codes, "texte"))


def given(*codes: str) -> list[CodePrediction]:
    return [CodePrediction(code, "", 0.9 - 0.1 * at, ()) for at, code in enumerate(codes)]


NOTES = [note("I10", "E119"), note("I10", "Z955")]
FOUND = [given("I10", "E118"), given("Z955", "I10", "R05")]


def test_micro_counts_all_codes_together_and_may_stop_at_a_rank():
    counts = metrics.micro(NOTES, FOUND, 8)
    assert (counts.right, counts.given, counts.wanted) == (3, 5, 4)
    assert metrics.micro(NOTES, FOUND, 3).right == 4
    assert metrics.micro(NOTES, FOUND, 8, top=1).f1 == pytest.approx(2 * 2 / (2 + 4))


def test_macro_counts_each_code_as_much_as_another():
    averages = metrics.macro(NOTES, FOUND, 8)
    assert averages.codes == 5  # I10, E119, E118, Z955, R05
    assert averages.precision == averages.recall == averages.f1 == pytest.approx(2 / 5)
    assert metrics.macro(NOTES, FOUND, 3).f1 == pytest.approx(3 / 4)
    assert metrics.macro([], [], 8).f1 == 0


def test_codes_are_grouped_by_how_often_they_were_learned_from():
    learned = [note("I10")] * 100 + [note("E119")] * 10 + [note("R05")] * 9
    groups = metrics.by_frequency(NOTES, FOUND, learned)
    assert {name: (c.right, c.given, c.wanted) for name, c in groups.items()} == {
        "100 and more": (2, 2, 2),
        "10 to 99 times": (0, 0, 1),
        "never": (1, 2, 1),
        "rare (1 to 9 times)": (0, 1, 0),
    }


def test_a_chapter_without_a_wanted_code_is_left_out():
    chapters = metrics.by_chapter(NOTES, FOUND)
    assert {name: (c.right, c.given, c.wanted) for name, c in chapters.items()} == {
        "IV": (0, 1, 1),
        "IX": (2, 2, 2),
        "XXI": (1, 1, 1),
    }
