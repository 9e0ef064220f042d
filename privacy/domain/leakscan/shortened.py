"""What people write for short: « r. des Forges », « av. Gal Leclerc », « âge 78 », « 78 a. », « Mme Pré… »."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final

from privacy.domain.leakscan.context import is_duration
from privacy.domain.surrogates.addresses import WAYS
from privacy.domain.text import fold_phrase, words
from privacy.domain.time.numerals import from_words

YEARS: Final = frozenset(words("ans an a y yo"))
# « rue » → « r », « rue »; « avenue » → « av », « ave », « avenue »
_KINDS: Final = {
    full: (full, *[short for short, _ in pairs])
    for full, pairs in groupby(sorted(WAYS.items(), key=itemgetter(1)), key=itemgetter(1))
}
_TITLES: Final = {
    "general": ("gal", "gen"), "marechal": ("mal", "mar"), "docteur": ("dr",), "professeur": ("pr",), "president": ("pdt", "pres"),
    "commandant": ("cdt",), "colonel": ("cl", "col"), "capitaine": ("cne",), "lieutenant": ("lt",), "monseigneur": ("mgr",),
    "notre": ("n",), "abbe": ("abb",), "amiral": ("al",), "grande": ("gde",), "grand": ("gd",), "vieux": ("vx",), "vieille": ("vle",),
}  # fmt: skip
_FULL_TITLES: Final = {short: full for full, shorts in _TITLES.items() for short in shorts}
_SMALL: Final = frozenset(words("de du des d la le les l aux a au et en sur sous"))
_PROPER: Final = 4  # letters of the last word of a street
_AGES: Final = range(1, 121)
# behind the number; « T2a », « stade 3a »: a number of one figure with a letter is something else
_UNIT: Final = re.compile(
    r"(?:[aA]|[yY]|y[./]?o)(?![^\W_])|[ ](?:a|y|A)(?=\.+(?![^\W_])|[,;)])|[ ]y[./]?o\b"
)
_CUE: Final = re.compile(
    r"(?:\b[âa]ge|\b[âa]g[ée]e?[ ]de|\b(?:patiente?|homme|femme|monsieur|madame|dame|gar[çc]on|fille)[ ](?:âgée?[ ])?de|\b[FHM]/)[ ]?[:=]?[ ]?$",
    re.IGNORECASE,
)
_LOOK: Final = 24
_CLASSED: Final = re.compile(
    r"\b(?:stade|grade|type|classe|categorie|score|chambre|lit|box|salle|ch|annexe|art\w*|groupe|zone)\.? ?(?:n ?°? ?)?$"
)
# what an age is not counted in: « patient de 78 kg », « âge 78 mois »
_COUNTED: Final = re.compile(
    r"\s*(?:[%°]|(?:kg|g|mg|k|cm|mm|m|l|ml|cl|dl|cc|h|heures?|min\w*|s|sec\w*|j|jours?|jrs?|sem\w*|mois|m|sa|bpm|ui|kcal|pas|points?|ans?)\b)"
)
# two signs at least, or the end
_CUT: Final = re.compile(
    r"(?=.(?:[\W_]|$))(?:\.\.+|\.(?=\s*(?:[,;:)(\n]|$|[a-zà-ÿ]))|…|\*|__|-(?=\s))"
)
_SIGNS: Final = frozenset(".…*_-")
_LEAST: Final = 3  # letters of a name that was cut


@lru_cache(maxsize=4096)
def streets(row: tuple[str, ...]) -> tuple[str, ...]:
    """What else the row of a street may be, joined; empty for what begins with no kind of way.

    streets(("rue", "des", "forges")) → « rdesforges », « rforges », « rueforges »
    """
    kind = WAYS.get(row[0], row[0]) if row else ""
    tail = tuple(_FULL_TITLES.get(word, word) for word in row[1:])
    proper = [word for word in tail if word not in _SMALL]
    if kind not in _KINDS or not proper or len(proper[-1]) < _PROPER:
        return ()
    tails = {tail: None, tuple(proper): None}
    for rank, word in enumerate(proper[:-1]):
        for short in _TITLES.get(word, ()):
            tails[tuple(_with(proper, rank, short))] = None
            tails[tuple(_with(tail, tail.index(word), short))] = None
    if len(proper) > 1:
        tails |= dict.fromkeys([(word[0], *proper[1:]) for word in proper[:1]] + [(proper[-1],)])
    own = "".join(row)
    cores = [way + "".join(end) for way in _KINDS[kind] for end in tails]
    return tuple([core for core in cores if core != own])


def _with(row: Sequence[str], rank: int, word: str) -> list[str]:
    return [*row[:rank], word, *row[rank + 1 :]]


def years_of(row: Sequence[str]) -> int | None:
    """The years that an age tells, in figures or in words; nothing for months and « la quarantaine »."""
    shown = row[:-1] if row and row[-1] in YEARS else row
    if len(shown) == 1 and shown[0].isdecimal():
        years = int(shown[0][:4])
    else:
        years = (from_words(" ".join(shown)) or 0) if len(shown) < len(row) else 0
    return years if years in _AGES else None


def age_at(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the age stands whose number `text[start:end]` is: « 78 a. », « 78a », « âge : 78 », « H/78 », « patient de
    78 » ; nothing for « T78a », « stade 12a », « 78 a été », « âge 78 mois », « patient de 78 kg », « depuis 78 a »."""
    if text[start - 1 : start].isalnum():
        return None
    before = text[max(0, start - _LOOK) : start].rpartition("\n")[2]
    unit = _UNIT.match(text, end)
    if unit is not None and end - start > 1:
        if is_duration(text, start) or _CLASSED.search(fold_phrase(before) + " "):
            return None
        return start, unit.end()
    cue = _CUE.search(before)
    if cue is None or _COUNTED.match(text, end) or text[end : end + 1].isalnum():
        return None
    return start - len(cue[0]), end


def may_be_cut(text: str, end: int) -> bool:
    """True where the sign of a cut stands behind a word."""
    return text[end : end + 1] in _SIGNS


def is_cut(word: str, names: Iterable[str], text: str, end: int) -> bool:
    """« Pré. », « Prél… », « Pré*** » of Prélot; one letter less is a misspelling."""
    if len(word) < _LEAST or _CUT.match(text, end) is None:
        return False
    return any(name.startswith(word) and len(name) > len(word) + 1 for name in names)
