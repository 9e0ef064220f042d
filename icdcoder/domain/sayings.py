"""What clinicians say in small words, in their order, or with a number: "arrêté de lui-même", "quatrième chute", "Glasgow 7".

The dictionary drops small words and knows no numbers. Each saying is an expression of `data/rules/sayings.csv` over the folded note;
what was found is a match as any other, so negation, history and sections count for it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
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
# What stands between the words of a saying and takes them apart: "DT2 jamais compliqué de rétinopathie", "diabète de la mère,
# traité par metformine".
_PARTING: Final = (
    *("aucun", "elimin", "exclu", "ecart", "steril", "negati"),
    *("mere", "pere", "frere", "soeur", "fille", "epou"),
)
_PARTING_WORDS: Final = frozenset({"non", "pas", "jamais", "sans", "hors", "ni", "fils", "mari"})
_ESCAPES: Final = re.compile(r"\\[a-zA-Z]")
_WRITTEN: Final = re.compile(
    rf"(?<![a-z])(?:(?:{'|'.join(_PARTING_WORDS)})(?![a-z])|{'|'.join(_PARTING)})"
)


@cache
def _sayings() -> tuple[list[tuple[str, frozenset[str]]], Expressions]:
    """The codes with the parting words that belong to them, and what is said for each."""
    rows = list(read_table("rules/sayings.csv"))
    return [(row["code"], _own_words(row["pattern"])) for row in rows], Expressions.of_rows(rows)


def _own_words(pattern: str) -> frozenset[str]:
    return frozenset(_WRITTEN.findall(_ESCAPES.sub(" ", pattern).replace("?", "")))


def _parting(fold: str) -> str:
    """The parting word that this one is; "" for most."""
    if fold in _PARTING_WORDS:
        return fold
    return next((stem for stem in _PARTING if fold.startswith(stem)), "")


def _is_parted(folds: Sequence[str], own: AbstractSet[str]) -> bool:
    """Between the first and the last word something denies or names a relative, and the saying itself does not write it."""
    parting = {_parting(fold) for fold in folds[1:-1]} - {""}
    return not parting <= own


def said(note: CutNote, hidden: AbstractSet[int]) -> Iterator[Match]:
    """A match over all words of each saying, or of its group « said »: what stands before that keeps its own code."""
    rows, sayings = _sayings()
    for number, found in sayings.matches(note):
        code, own_words = rows[number]
        start, end = found.span(_SAID if _SAID in found.re.groupindex else 0)
        first = bisect_left(note.tokens, start, key=_start_of)
        last = bisect_left(note.tokens, end, key=_start_of)
        positions = tuple(range(first, last))
        is_said = positions and not _is_parted(note.folds[first:last], own_words)
        if is_said and hidden.isdisjoint(positions):
            if code.startswith(_LISTED) and "non" not in note.folds[first:last]:
                positions = tuple({first: None, last - 1: None})
            yield Match(code, positions, TermKind.SYNONYM, len(positions), 1.0)
