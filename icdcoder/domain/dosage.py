"""Words that measure a drug out or name what a score asks, and are a disease elsewhere: in that sense they match nothing.

"20 gouttes", "insuline NPH", "HADS : anxiété 4" hold no gout, no kidney disease, no anxiety. Abbreviations that are also a unit, a
form or a laboratory's word are told apart by `abbreviations_fr.csv` ("IU", "AMP", "TCA", "ESA").
"""

from collections.abc import Iterator, Sequence
from typing import Final

from icdcoder.domain.tokens import Break, Token, words

# What follows one drop; a disease has other neighbours ("une goutte du gros orteil").
_AFTER_ONE_DROP: Final = words(
    "a dans chaque matin midi soir par si toutes tous trois deux au aux j jour nasale auriculaire"
)
_COUNTS: Final = words("une demi chaque la")
_SCALES: Final = words(
    "score scores echelle hads hamilton hdrs madrs gds bdi panss eva evs doloplus algoplus esas stai phq gad npi"
)
_REACH: Final = 5  # words between a scale and its figure
_TRIGGERS: Final = _SCALES | words("goutte gouttes nph")


def measured_out(tokens: Sequence[Token]) -> frozenset[int]:
    """Positions of the words that stand in a dose or in a score, and so name no disease."""
    found: set[int] = set()
    for position, token in enumerate(tokens):
        if token.fold in _TRIGGERS:
            found.update(_of(tokens, position))
    return frozenset(found)


def _of(tokens: Sequence[Token], position: int) -> Iterator[int]:
    fold = tokens[position].fold
    is_first = not position or tokens[position].before is Break.SENTENCE
    before = "" if is_first else tokens[position - 1].fold
    after = tokens[position + 1] if position + 1 < len(tokens) else None
    if fold == "gouttes" or (fold == "goutte" and _is_one_drop(tokens[position], before, after)):
        yield position
    elif fold == "nph":
        if before == "insuline" or (after is not None and after.fold.isdecimal()):
            yield position
    elif fold in _SCALES:
        yield from _asked(tokens, position)


def _is_one_drop(token: Token, before: str, after: Token | None) -> bool:
    if before.isdecimal() or before == "a" or token.before is Break.SLASH:
        return True
    return after is not None and (
        after.before is Break.SLASH or (after.fold in _AFTER_ONE_DROP and before in {*_COUNTS, ""})
        or after.fold == "a"
    )  # fmt: skip


def _asked(tokens: Sequence[Token], scale: int) -> Iterator[int]:
    """The words between a scale and its figures, in one sentence: "HADS : anxiété 4, dépression 3"."""
    words_since: list[int] = []
    for position in range(scale + 1, len(tokens)):
        token = tokens[position]
        if token.before is Break.SENTENCE or len(words_since) > _REACH:
            return
        if token.fold.isdecimal():
            yield from words_since
            words_since = []
        else:
            words_since.append(position)
