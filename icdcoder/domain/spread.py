"""Where a cancer has spread: the organs that are listed behind a word for metastases.

"Récidive métastatique : os (rachis, bassin) et foie" holds two codes. The dictionary's own terms want the organ beside the
word; here each organ of the same sentence counts, a dozen words on, until another thought begins.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.matching import Match
from icdcoder.domain.tokens import Break, Token, standing, stem, words
from icdcoder.domain.vocabulary import TermKind

_REACH: Final = 12
_SPREAD: Final = ("metasta", "secondarism", "m+", "localisation")
_OPENS: Final = (
    "met",
    "secondarism",
    "m+",
    "localisations",
)  # in letters as they are written: "métas", "méta"
_PLACES: Final = "localisations"
_TUMOURS: Final = ("cancer", "carcinom", "adenocarcinom", "melanom", "sarcom", "neoplas", "tumeur")
_STAGED: Final = "iv"  # "CBNPC stade IV (os, foie)"
_STAGEABLE: Final = (*_TUMOURS, "cbnpc", "cbpc", "adk")
_TURNS: Final = words(
    "sous avec chimiotherapie chimio radiotherapie traite traitee depuis sans pas puis"
)
_ORGANS: Final = {
    "C795": "os osseux vertébral rachis vertèbres bassin côtes sacrum fémur",
    "C787": "foie hépatique",
    "C780": "poumon pulmonaire",
    "C782": "plèvre pleural",
    "C793": "cerveau cérébral encéphale encéphalique méningé",
    "C786": "péritoine péritonéal carcinose",
    "C797": "surrénale surrénalien",
    "C779": "ganglion ganglionnaire adénopathies",
    "C771": "médiastinal médiastinaux",
    "C773": "axillaire",
    "C792": "peau cutané",
}
_CODES: Final = {
    stem(fold): code
    for code, listed in _ORGANS.items()
    for fold in listed.translate(str.maketrans("éèô", "eeo")).split()
}


def spread(note: CutNote, hidden: AbstractSet[int]) -> Iterator[Match]:
    """A match for each organ, of the word for metastases and the organ."""
    if not any(begin in note.folded for begin in _OPENS) and "iv (" not in note.folded:
        return  # most notes
    folds = [fold for fold in note.places if fold.startswith(_OPENS)]
    named = {fold for fold in folds if stem(fold).startswith(_SPREAD)}
    if _PLACES in named and not any(fold.startswith(_TUMOURS) for fold in note.places):
        named.discard(_PLACES)  # of an infection, of a myeloma
    for first in standing(note.places, named):
        if first not in hidden:
            yield from _listed(first, note.tokens, hidden)
    if _STAGED in note.places and any(fold.startswith(_STAGEABLE) for fold in note.places):
        for first in note.places[_STAGED]:
            end = note.tokens[first].end
            if first not in hidden and note.text[end : end + 2] == " (":
                yield from _listed(first, note.tokens, hidden)


def _listed(first: int, tokens: Sequence[Token], hidden: AbstractSet[int]) -> Iterator[Match]:
    for at in range(first + 1, min(len(tokens), first + 1 + _REACH)):
        token = tokens[at]
        is_dated = (
            token.fold == "depuis" and tokens[at + 1 : at + 2] and tokens[at + 1].fold.isdecimal()
        )
        if token.before is Break.SENTENCE or (token.fold in _TURNS and not is_dated):
            return
        code = _CODES.get(token.stem)
        if code and at not in hidden:
            yield Match(code, (first, at), TermKind.SYNONYM, 2, 1.0)
