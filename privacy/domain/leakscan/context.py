"""What stands around a match: does it read as a name, or as the word that the name also is?"""

import re
from typing import Final

from privacy.domain.text import fold_phrase, words

CIVILITIES: Final = words("m mr mme mlle madame monsieur dr docteur pr")
# every last word that `after_civility` reads, folded
TITLES: Final = frozenset(CIVILITIES) | frozenset(
    words("mm mademoiselle professeur nom prenom patient patiente")
)
_CIVILITY: Final = re.compile(
    r"(?:\bM|\bMM|\bMme|\bMlle|\bMr|\bDr|\bPr|\bMadame|\bMonsieur|\bMademoiselle|\bDocteur|\bProfesseur"
    r")\.?\s+$",
    re.IGNORECASE,
)
_GOES_ON: Final = frozenset("-'’_+/=:²")  # behind a letter that is no initial
_FIELD: Final = re.compile(r"(?:\bnom|\bpr[ée]nom|\bpatiente?)(?:\s*:)?\s+$", re.IGNORECASE)
LOOK: Final = 24  # characters read on one side
_LINE: Final = 200  # and of a line that may be in capitals
_OPENING: Final = frozenset('.!?:;-–•*\n\t>|/«"')
_DURATION: Final = frozenset(
    words("depuis pendant dans durant tous toutes sur apres avant pour il a duree sous")
)
_UNIT: Final = re.compile(r"\s*(?:/|g/|ui\b|u\b|mg|ml|µ|mmol|%|°)", re.IGNORECASE)


def reads_as_name(text: str, start: int) -> bool:
    """After a civility, or with a capital inside a sentence that is not all in capitals."""
    before = text[max(0, start - LOOK) : start]
    if _CIVILITY.search(before):
        return True
    if not text[start].isupper():
        return False
    if _FIELD.search(before):
        return True
    stripped = before.rstrip(" ")
    opening = not stripped or stripped[-1] in _OPENING
    return not opening and not is_in_capitals(text, start)


def after_civility(text: str, start: int) -> bool:
    """After « M. », « Mme », « Dr »…; with a capital, after « patient » (not « patient marié »)."""
    before = text[max(0, start - LOOK) : start]
    if _CIVILITY.search(before) is not None:
        return True
    return text[start].isupper() and _FIELD.search(before) is not None


def is_titled_letter(text: str, start: int, end: int) -> bool:
    """« Mme D. », « Monsieur D »: a capital alone behind a civility that is written like one."""
    letter = text[start:end]
    if len(letter) != 1 or not letter.isupper() or text[end : end + 1].isalnum():
        return False
    before = _CIVILITY.search(text[max(0, start - LOOK) : start])
    return before is not None and before[0][0].isupper() and text[end : end + 1] not in _GOES_ON


def is_in_capitals(text: str, start: int) -> bool:
    """True when the line, as far as it is near, is written in capitals."""
    before = text[max(0, start - _LINE) : start].rpartition("\n")[2]
    line = before + text[start : start + _LINE].partition("\n")[0]
    letters = [c for c in line if c.isalpha()]
    return sum(c.isupper() for c in letters) > 0.6 * len(letters)


def is_duration(text: str, start: int) -> bool:
    """« depuis … », « il y a … »: a length of time, not an age."""
    before = words(fold_phrase(text[max(0, start - LOOK) : start]))
    return bool(before) and (before[-1] in _DURATION - {"a"} or before[-2:] == ("y", "a"))


def is_measure(text: str, end: int) -> bool:
    """« 39100/mm3 »."""
    return _UNIT.match(text, end) is not None
