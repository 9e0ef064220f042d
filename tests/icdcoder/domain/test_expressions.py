"""Expressions that are tried only where they may begin find what `finditer` finds. All invented."""

import random
import re

import pytest

from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.expressions import Expressions
from icdcoder.domain.wordings import read_table

TABLES = ["rules/sayings.csv", "rules/measures.csv"]
NOTES = [
    "Glasgow à 7, boit 8 verres/j, a arrêté de lui-même ses diurétiques. Chutes : 4 en 2 mois.",
    "K+ descendu à 2,9 puis K 3,1 ; Hb7,1 ; né à 34 SA, PN 1650 g. FA, 3e chute depuis mai, - 8 kg en 3 mois.",
]


def found(table, text):
    """The matches, as the numbers of the expressions and where they stand."""
    rows = Expressions((begins, re.compile(pattern)) for begins, pattern in table)
    return found_by(rows, text)


def found_by(rows, text):
    """The same of expressions that are compiled."""
    return [(number, match.span()) for number, match in rows.matches(CutNote.of(text))]


@pytest.mark.parametrize(
    ("begins", "pattern", "text", "spans"),
    [
        (["en velo"], r"en velo", "Enclavé, en train, en vélo, en velours", [(19, 26), (28, 35)]),
        (["arret"], r"\barret\w*", "Arrêts, non arrêté : sans arrêt", [(0, 6), (12, 18), (26, 31)]),
        (["k", "k+ mesu"], r"\bk\+?", "Kt, K+ mesuré, k", [(0, 1), (4, 6), (15, 16)]),
        (["- ", "-"], r"- ?\d", "post-op, - 8 kg, -9", [(9, 12), (17, 19)]),
        (["en ", "en"], r"\ben\b", "en, en", [(0, 2), (4, 6)]),
        ([""], r"\d+", "a1 22", [(1, 2), (3, 5)]),
        (["a", "a b"], r"a b a", "a b a b a", [(0, 5)]),  # as `finditer`: none inside another
    ],
)
def test_it_is_found_wherever_it_may_begin(begins, pattern, text, spans):
    assert [span for _number, span in found([(begins, pattern)], text)] == spans


def test_each_has_its_number_in_the_order_of_the_table():
    table = [(["chute"], r"chutes?"), (["une chute"], r"une chute"), (["chute"], r"chute\b")]
    assert found(table, "chutes, une chute") == [(0, (0, 6)), (0, (12, 17)), (1, (8, 17)), (2, (12, 17))]  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_tell_all_that_their_expressions_begin_with(name):
    """On the tables' own examples, whole and in pieces: what `begins` leaves out would be lost without a word."""
    rows = list(read_table(name))
    examples = [row["example"] for row in read_table("rules/sayings.csv")]
    drawn = random.Random(5)
    texts = [*NOTES, *(" ; ".join(drawn.sample(examples, 60)) for _ in range(12))]
    patterns = [re.compile(row["pattern"]) for row in rows]  # more than re keeps
    begins = [row["begins"].split("|") for row in rows]
    table = Expressions(zip(begins, patterns, strict=True))
    for text in texts:
        folded = CutNote.of(text).folded
        sought = {number for number, pattern in enumerate(patterns) if pattern.search(folded)}
        missed = sought - {number for number, _span in found_by(table, text)}
        assert [rows[number]["pattern"] for number in missed] == []
