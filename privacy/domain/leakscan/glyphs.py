"""What the quick scan knows of a character: its kind, and the symbol that its folded form has in a key.

Only characters that fold to one character, whatever stands around them, are known; a text with another one (`ODD`) is
read by the exact scan alone. Ligatures are opened beforehand.
"""

import re
from functools import cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from privacy.domain.leakscan import lookalikes
from privacy.domain.text import fold_phrase

Bytes: TypeAlias = npt.NDArray[np.uint8]

LETTER: Final = 1
DIGIT: Final = 2
UPPER: Final = 4
LOWER: Final = 8
UNCASED: Final = 16
ALIKE: Final = 32  # looks like a plain letter, as « Р » of the Cyrillic alphabet does
SWAPPED: Final = 64  # is read for a figure, as « O »
ODD: Final = 128
ZERO: Final = 27  # symbol of « 0 »; letters have 1 to 26, a separator 0

_UNITS: Final = 0x10000  # UTF-16
_READ: Final = 0x2E80  # Latin to symbols and dingbats; ideographs are odd
_ACCENTS: Final = range(0x300, 0x380)  # `Reading` reads a text that holds one by another pattern
_FIRST_OTHER: Final = 37
_OTHERS: Final = 211  # letters beyond a to z share these: a key in common only costs a second look
# bullets of word processors, variants of pictures, marks
_SIGNS: Final = (slice(0xE000, 0xF900), slice(0xFE00, 0xFE10), 0xFEFF, 0xFFFD)
_BEYOND: Final = re.compile("[\U00010000-\U0010ffff]")  # two UTF-16 units each
_SIGN: Final = "\ufffd"
_LIGATURES: Final = "œŒæÆ"
_CAPITALS: Final = re.compile("[ŒÆ]")
_OPENED: Final = {"Œ": ("OE", "Oe"), "Æ": ("AE", "Ae")}


@cache
def tables() -> tuple[Bytes, Bytes]:
    """(kinds, symbols), by UTF-16 unit."""
    kinds = np.full(_UNITS, ODD, dtype=np.uint8)
    symbols = np.zeros(_UNITS, dtype=np.uint8)
    for code in range(_READ):
        kinds[code], symbols[code] = _glyph(chr(code))
    for signs in _SIGNS:
        kinds[signs] = 0
    kinds[[ord(char) for char in lookalikes.alike() if ord(char) < _READ]] |= ALIKE
    kinds[[ord(char) for char in lookalikes.SWAPPED]] |= SWAPPED
    return kinds, symbols


def units_of(text: str) -> npt.NDArray[np.uint16]:
    """UTF-16 units; two, which are odd, for a character beyond them."""
    return np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype=np.uint16)


def with_signs(text: str) -> str:
    """Pictures (« 👍 »), which are no part of a word, as a sign of one unit; letters and figures beyond UTF-16 stay odd."""
    return _BEYOND.sub(lambda match: match[0] if match[0].isalnum() else _SIGN, text)


def symbols_of(words: str) -> Bytes:
    """One symbol a character of folded words, 0 for what no quick scan reads."""
    units = units_of(words)
    if len(units) != len(words):
        units = units_of("".join(char if char <= "\uffff" else " " for char in words))
    return tables()[1].take(units)


def _glyph(char: str) -> tuple[int, int]:
    if ord(char) in _ACCENTS:
        return ODD, 0
    if not char.isalnum():
        return 0, 0
    if char.isdecimal():
        return (DIGIT, ZERO + int(char)) if char.isascii() else (ODD, 0)
    folded = fold_phrase.__wrapped__(char)  # the cache is for words
    if len(folded) != 1 or not folded.isalnum() or fold_phrase.__wrapped__(folded) != folded:
        return ODD, 0
    if folded != char and _glyph(folded)[0] == ODD:
        return ODD, 0
    if char.istitle() and not char.isupper():
        return ODD, 0
    case = UPPER if char.isupper() else LOWER if char.islower() else UNCASED
    return LETTER | case, _symbol(folded)


def _symbol(folded: str) -> int:
    if "a" <= folded <= "z":
        return ord(folded) - ord("a") + 1
    return _FIRST_OTHER + ord(folded) % _OTHERS


def opened(text: str) -> str:
    """Ligatures in two letters, cut and cased as the exact scan reads them (« Œdème » → « Oedème »)."""
    if "œ" in text:
        text = text.replace("œ", "oe")
    if "æ" in text:
        text = text.replace("æ", "ae")
    if "Œ" in text or "Æ" in text:
        text = _CAPITALS.sub(_open_capital, text)
    return text


def _open_capital(match: re.Match[str]) -> str:
    upper, title = _OPENED[match[0]]
    following = match.string[match.end() : match.end() + 1]
    return title if following.islower() else upper


def ligatures(text: str) -> list[int]:
    """Places of what `opened` opens, in order: they are few, so looking for each beats a pattern."""
    found: list[int] = []
    for sign in _LIGATURES:
        at = text.find(sign)
        while at >= 0:
            found.append(at)
            at = text.find(sign, at + 1)
    return sorted(found)
