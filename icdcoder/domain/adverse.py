"""What a drug did: a state said to come under a drug brings the code of the circumstance (Y40–Y59).

"Vomit sous Contramal" → Y450; "HTA sous amlodipine" is a treatment: only states that drugs are known
to cause (`data/rules/adverse.csv`) count, and the drug follows within a few words.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cache
from operator import attrgetter
from typing import Final

from icdcoder.domain.context import Status
from icdcoder.domain.mention import Mention
from icdcoder.domain.tokens import Break, Token, fold_term, words
from icdcoder.domain.vocabulary import TermKind
from icdcoder.domain.wordings import read_table

_LINKS: Final = words(
    "sous ss sur au aux a post induit induite par imputable lie liee du iatrogene apres toxique"
)
# What these drugs are rarely blamed for is what they are given for.
_ONLY: Final = {
    "Y423": ("E16", "E87"),
    "Y421": ("E05", "I4", "R00"),
    "Y440": ("I10", "I80", "I82"),
    "Y446": ("T80", "E83", "E87", "R50"),
}
_start_of = attrgetter("start")
_ARROW: Final = re.compile(r"[-=]?>|→")
_ARROW_REACH: Final = 4  # words from the drug to the state behind the arrow
_REACH: Final = 9  # words from the state to the drug


@cache
def _drugs() -> dict[str, str]:
    """Folded drug word → code of its adverse effect."""
    return {
        fold_term(name): row["adverse"]
        for row in read_table("wordings/drugs.csv")
        for name in row["words"].split("|")
    }


@cache
def _caused() -> tuple[str, ...]:
    return tuple(code for row in read_table("rules/adverse.csv") for code in row["codes"].split())


def adverse_effects(
    mentions: Sequence[Mention], tokens: Sequence[Token], text: str, hidden: AbstractSet[int]
) -> Iterator[Mention]:
    """A mention of the circumstance for each state with its drug; the drug's name is its evidence.

    The drug follows, or an arrow leads from it to the state: "rispéridone -> dystonie".
    """
    for mention in mentions:
        if mention.status is Status.PRESENT and mention.code.startswith(_caused()):
            first = bisect_left(tokens, mention.start, key=_start_of)
            found = _drug_after(first, mention.end, tokens, hidden)
            found = found or _drug_before(first, tokens, text, hidden)
            if found is not None and mention.code.startswith(_ONLY.get(found[1], "")):
                token, code = found
                yield replace(
                    mention, code=code, start=token.start, end=token.end, kind=TermKind.SYNONYM
                )


def _drug_after(
    first: int, end: int, tokens: Sequence[Token], hidden: AbstractSet[int]
) -> tuple[Token, str] | None:
    is_linked, walked = False, 0
    for position in range(first, len(tokens)):
        token = tokens[position]
        if token.start < end:
            code = _drugs().get(token.fold)
            if (
                code and position not in hidden
            ):  # the state's own words: "neuropathie à l'oxaliplatine"
                return token, code
            is_linked = is_linked or token.fold.startswith("cortico")
            continue
        walked += 1
        if token.before is Break.SENTENCE or walked > _REACH:
            return None
        is_linked = is_linked or token.fold in _LINKS
        code = _drugs().get(token.fold)
        if code and is_linked and position not in hidden:
            return token, code
    return None


def _drug_before(
    first: int, tokens: Sequence[Token], text: str, hidden: AbstractSet[int]
) -> tuple[Token, str] | None:
    """The drug that an arrow leads from, a few words before the state."""
    for position in range(first - 1, max(-1, first - 1 - _ARROW_REACH), -1):
        if tokens[position + 1].before is Break.SENTENCE:
            return None
        code = _drugs().get(tokens[position].fold)
        if code and position not in hidden:
            between = text[tokens[position].end : tokens[first].start]
            return (tokens[position], code) if _ARROW.search(between) else None
    return None
