"""What clinicians say in small words, in their order, or with a number: "arrêté de lui-même", "quatrième chute", "Glasgow 7".

The dictionary drops small words and knows no numbers. Each saying is an expression of `data/rules/sayings.csv` over the folded note;
what was found is a match as any other, so negation, history and sections count for it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from operator import attrgetter
from typing import Final

from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.expressions import Expressions
from icdcoder.domain.matching import Match
from icdcoder.domain.vocabulary import TermKind
from icdcoder.domain.wordings import read_table

_start_of = attrgetter("start")
_SAID = "said"  # the group that says it, where the rest is only there to be beside it
# "Allergies : pénicilline, iode": the word before the list and its own item, or the longest would hold the others.
_LISTED: Final = ("Z88",)


@cache
def _sayings() -> tuple[list[str], Expressions]:
    """The codes, and what is said for each."""
    rows = list(read_table("rules/sayings.csv"))
    table = [(row["begins"].split("|"), re.compile(row["pattern"])) for row in rows]
    return [row["code"] for row in rows], Expressions(table)


def said(note: CutNote, hidden: AbstractSet[int]) -> Iterator[Match]:
    """A match over all words of each saying, or of its group « said »: what stands before that keeps its own code."""
    codes, sayings = _sayings()
    for number, found in sayings.matches(note):
        start, end = found.span(_SAID if _SAID in found.re.groupindex else 0)
        first = bisect_left(note.tokens, start, key=_start_of)
        last = bisect_left(note.tokens, end, key=_start_of)
        positions = tuple(range(first, last))
        if positions and hidden.isdisjoint(positions):
            if codes[number].startswith(_LISTED) and "non" not in note.folds[first:last]:
                positions = tuple({first: None, last - 1: None})
            yield Match(codes[number], positions, TermKind.SYNONYM, len(positions), 1.0)
