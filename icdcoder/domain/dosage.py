"""Words that measure a drug out or name what a score asks, and are a disease elsewhere: in that sense they match nothing.

"20 gouttes", "insuline NPH", "HADS : anxiété 4" hold no gout, no kidney disease, no anxiety. Abbreviations that are also a unit, a
form or a laboratory's word are told apart by `abbreviations_fr.csv` ("IU", "AMP", "TCA", "ESA").
"""

from collections.abc import Iterator, Sequence
from typing import Final

from icdcoder.domain.tokens import Break, Places, Token, standing, words

# What follows one drop; a disease has other neighbours ("une goutte du gros orteil", "à la cheville", "au pied").
_AFTER_ONE_DROP: Final = words("dans chaque matin midi soir si toutes tous trois deux j jour")
_BEFORE_A_TIME: Final = words("a au aux par")
_TIMES: Final = words(
    "coucher lever reveil matin midi soir repas besoin jour j oeil yeux narine prise heure h min minute deux goutte"
)
_COUNTS: Final = words("une demi chaque")
_SCALES: Final = words(
    "score scores echelle hads hamilton hdrs madrs gds bdi panss eva evs doloplus algoplus esas stai phq gad npi"
)
_IN_PARTS: Final = words("hads esas npi panss")  # scales that give a figure for each thing asked
_LOWERED: Final = words("depression depressif geriatrique")  # else "GDS" are blood gases
_LADDER: Final = words("chute chutes chuter tombe tombee tomber")  # of an "échelle"
_ENDS: Final = words("avec pour chez apres car puis depuis dans")  # after these no scale asks
_REACH: Final = 5  # words between a scale and its figure
_TRIGGERS: Final = _SCALES | words("goutte gouttes nph")


def measured_out(tokens: Sequence[Token], places: Places) -> frozenset[int]:
    """Positions of the words that stand in a dose or in a score, and so name no disease."""
    triggers = standing(places, _TRIGGERS)
    return frozenset(silent for position in triggers for silent in _of(tokens, position))


def _of(tokens: Sequence[Token], position: int) -> Iterator[int]:
    fold = tokens[position].fold
    is_first = not position or tokens[position].before is Break.SENTENCE
    before = "" if is_first else tokens[position - 1].fold
    after = tokens[position + 1] if position + 1 < len(tokens) else None
    if fold == "gouttes" or (fold == "goutte" and _is_one_drop(tokens, position, before)):
        yield position
    elif fold == "nph":
        if before == "insuline" or (after is not None and after.fold.isdecimal()):
            yield position
    elif fold in _SCALES and _is_scale(tokens, position):
        yield from _asked(tokens, position)


def _is_one_drop(tokens: Sequence[Token], position: int, before: str) -> bool:
    """Counted before, or timed behind: "1 goutte", "goutte à goutte", "une goutte au coucher", no "goutte au pied"."""
    if before.isdecimal() or before == "a" or tokens[position].before is Break.SLASH:
        return True
    after, then = (_fold(tokens, position + ahead) for ahead in (1, 2))
    if after == "a" and then == "goutte":
        return True
    if position + 1 < len(tokens) and tokens[position + 1].before is Break.SLASH:
        return True
    is_timed = after in _BEFORE_A_TIME and (then in _TIMES or then.isdecimal())
    return before in {*_COUNTS, ""} and (after in _AFTER_ONE_DROP or is_timed)


def _fold(tokens: Sequence[Token], position: int) -> str:
    return tokens[position].fold if position < len(tokens) else ""


def _is_scale(tokens: Sequence[Token], position: int) -> bool:
    """A geriatric depression scale, not the blood gases; no ladder that somebody fell from."""
    fold = tokens[position].fold
    if fold == "gds":
        return any(_fold(tokens, position + ahead) in _LOWERED for ahead in (1, 2))
    before = {token.fold for token in tokens[max(0, position - 4) : position]}
    return fold != "echelle" or _LADDER.isdisjoint(before)


def _asked(tokens: Sequence[Token], scale: int) -> Iterator[int]:
    """The words between a scale and its figure; what stands behind a comma only of a scale in parts.

    "score d'anxiété 4", "HADS : anxiété 4, dépression 3"; but "EVA 7, fracture du radius 2/3" has a fracture.
    """
    has_parts = tokens[scale].fold in _IN_PARTS
    waiting: list[int] = []
    is_answered = False
    for position in range(scale + 1, len(tokens)):
        token = tokens[position]
        if token.before is Break.SENTENCE or len(waiting) > (1 if is_answered else _REACH):
            return
        if token.fold.isdecimal():
            if is_answered and len(token.fold) > 2:
                return  # a year
            yield from waiting
            waiting, is_answered = [], True
        elif token.fold in _ENDS or (not has_parts and (is_answered or _is_aside(token))):
            return
        else:
            waiting.append(position)


def _is_aside(token: Token) -> bool:
    """Behind a comma or a bracket, and no name of a scale."""
    return token.before is Break.COMMA and token.fold not in _SCALES
