"""What clinicians say in small words, in their order, or with a number: "arrêté de lui-même", "quatrième chute", "Glasgow 7".

The dictionary drops small words and knows no numbers. Each saying is an expression of `data/rules/sayings.csv` over the folded note;
what was found is a match as any other, so negation, history and sections count for it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Final

from icdcoder.domain.matching import Match
from icdcoder.domain.measures import begun
from icdcoder.domain.tokens import Places, Token
from icdcoder.domain.vocabulary import TermKind
from icdcoder.domain.wordings import read_table

_start_of = attrgetter("start")
_HEAD: Final = re.compile(r"\w{3,4}|\w+(?=\W)")


@dataclass(frozen=True, slots=True)
class Saying:
    """An expression that can only match where one of `begins` stands, each behind its head: the letters that a word of the note
    must begin with. `heads`: all of them; most sayings need not be looked for."""

    code: str
    begins: tuple[tuple[str, str], ...]
    heads: frozenset[str]
    pattern: re.Pattern[str]


def _head(begin: str) -> str:
    """The first four letters, or three where no more are given, a shorter word before a sign whole; "" where a longer word may begin so ("hb": "hb8").

    >>> _head("arret "), _head("hta"), _head("d'elle"), _head("hb")
    ('arre', 'hta', 'd', '')
    """
    head = _HEAD.match(begin)
    return head[0] if head else ""


@cache
def _sayings() -> tuple[Saying, ...]:
    found = []
    for row in read_table("rules/sayings.csv"):
        begins = tuple((_head(begin), begin) for begin in row["begins"].split("|"))
        heads = frozenset(head for head, _begin in begins)
        found.append(Saying(row["code"], begins, heads, re.compile(row["pattern"])))
    return tuple(found)


def said(
    folded: str, tokens: Sequence[Token], places: Places, hidden: AbstractSet[int]
) -> Iterator[Match]:
    """A match over all words of each saying."""
    heads = {"", *(word[:3] for word in places), *(word[:4] for word in places)}
    for saying in _sayings():
        if saying.heads.isdisjoint(heads):
            continue
        begins = [begin for head, begin in saying.begins if head in heads]
        for found in begun(saying.pattern, begins, folded):
            first = bisect_left(tokens, found.start(), key=_start_of)
            last = bisect_left(tokens, found.end(), key=_start_of)
            positions = tuple(range(first, last))
            if positions and hidden.isdisjoint(positions):
                yield Match(saying.code, positions, TermKind.SYNONYM, len(positions), 1.0)
