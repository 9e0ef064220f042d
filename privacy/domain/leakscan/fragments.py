"""The first or the last digits of a number: « 2 41 03 », « RPPS 1000345… », « finissant par 98 12 34 »."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from annotation.domain.labels import Label, Subtype
from privacy.domain.leakscan.reading import ReadText
from privacy.domain.text import fold_phrase

LEAST: Final = 6  # digits that mean something anywhere
NIR_LEAST: Final = 5  # sex, year and month
_WHOLE: Final = 8  # digits of a number that is looked for in parts
_BARE: Final = 4  # digits of a number without its leading zeros, which a word must announce
_WORDS: Final = 3  # that a fragment begins with; it is followed from there
_LOOK: Final = 32
_TEL: Final = str(Label.TEL)
_NUMBERED: Final = re.compile(
    r"\b(?:ipp|nir|rpps|adeli|finess|nda|iep|nip|ins|insee|secu\w*|securite sociale|ss|dossier|identifiant|matricule"
    r"|numero|num|no|n°|tel\w*|gsm|mobile|portable|fixe|joignable|poste|ligne|fini\w*|termin\w*|commenc\w*|debut\w*"
    r"|chiffres?|immatricul\w*|code)\b[^\d\n]*$"
)
_ENDING: Final = re.compile(
    r"\b(?:fini\w*|termin\w*|derniers chiffres|dernieres? series?)\b[^\d\n]*$"
)
_NIR_SHAPE: Final = re.compile(r"\d([ .\-/])\d\d\1\d\d")
_JOINED: Final = frozenset(" .-/")


class Fragment(NamedTuple):
    """What a number's beginning or end stands for. `is_nir`: of a social security number; `is_end`: four or five last
    digits, which only « finissant par » makes anybody's."""

    label: str
    subtype: str
    is_nir: bool
    is_end: bool = False


def fragments_of(label: str, subtype: str, digits: str) -> Mapping[str, Fragment]:
    """Beginnings and ends of a number of eight digits or more; the rest of one that begins with zeros.

    « 0639981234 » → 063998, 0639981, 06399812…, 1234, 81234, 981234, 9981234, 39981234…
    """
    is_nir = subtype == Subtype.SECU
    own = Fragment(label, subtype, is_nir)
    size, bare = len(digits), digits.lstrip("0")
    found = {bare: own} if _BARE <= len(bare) < min(size, LEAST) else {}
    if size < _WHOLE:
        return found
    end = own._replace(is_end=True)
    found = dict.fromkeys([digits[-4:], digits[-5:]], end) | found
    found |= dict.fromkeys(
        [digits[:end] for end in range(NIR_LEAST if is_nir else LEAST, size)], own
    )
    found |= dict.fromkeys([digits[-end:] for end in range(LEAST, size)], own)
    return found


def local_number(label: str, digits: str) -> str:
    """A French phone as it is dialled inside the country, any other number as it is."""
    return f"0{digits[-9:]}" if label == _TEL and len(digits) >= 9 else digits


def fragment_at(
    rank: int, reading: ReadText, known: Mapping[str, Fragment]
) -> Iterator[tuple[str, int, int]]:
    """(digits, start, end) of the longest fragment that the words from this one on begin."""
    row = reading.words[rank : rank + _WORDS]  # each is made when it is read
    for count in range(len(row), 0, -1):
        last = rank + count - 1
        joined = "".join(row[:count])
        if joined in known and reading.joins(rank, last):
            yield _grown(rank, last, joined, reading, known)
            return


def _grown(
    first: int, last: int, joined: str, reading: ReadText, known: Mapping[str, Fragment]
) -> tuple[str, int, int]:
    """With the numbers before and after it that still belong to the patient's."""
    read = reading.words
    while (
        last + 1 < len(read) and joined + read[last + 1] in known and reading.joins(last, last + 1)
    ):
        last += 1
        joined += read[last]
    while first and read[first - 1] + joined in known and reading.joins(first - 1, first):
        first -= 1
        joined = read[first] + joined
    return joined, reading.start(first), reading.end(last)


def is_announced(text: str, start: int) -> bool:
    """« RPPS 1000345 », « se terminant par 34 »."""
    return _NUMBERED.search(fold_phrase(text[max(0, start - _LOOK) : start]) + " ") is not None


def is_ended(text: str, start: int) -> bool:
    """« se terminant par 34 12 », « les quatre derniers chiffres : 3412 »."""
    return _ENDING.search(fold_phrase(text[max(0, start - _LOOK) : start]) + " ") is not None


def is_inside_number(text: str, start: int, end: int) -> bool:
    """True when more digits of one number stand beside it: « 03 44 981234 »."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    return (len(before) > 1 and before[0].isdigit() and before[1] in _JOINED) or (
        len(after) > 1 and after[1].isdigit() and after[0] in _JOINED
    )


def is_nir_shape(shown: str) -> bool:
    """« 2 41 03 »: sex, year and month, apart."""
    return _NIR_SHAPE.match(shown) is not None
