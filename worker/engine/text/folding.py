"""Comparison forms of a text that keep every offset.

`fold` maps each character to exactly one character: lower case, no accent, plain apostrophes,
hyphens and spaces. `compose` handles texts whose accents are separate characters.
"""

import re
import unicodedata
from typing import Final

_SOFT_HYPHEN: Final = "\u00ad"  # the only invisible character of Latin-1
_INVISIBLE: Final = re.compile("[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]")


def _folding_table() -> dict[int, str]:
    table: dict[int, str] = {}
    for code in [*range(0x41, 0x5B), *range(0xC0, 0x250), *range(0x1E00, 0x1F00)]:
        base = unicodedata.normalize("NFD", chr(code))[0].lower()
        if len(base) == 1:
            table[code] = base
    for characters, plain in (
        ("’‘ʼ`´′", "'"),
        ("‐‑‒–—−", "-"),
        ("\u00a0\u202f\u2009\u2002\u2003\u2007\u3000\t\x0b\x0c", " "),
        ("º°", "°"),
        # no sign above the letter that could be taken away
        ("łŁ", "l"),
        ("đĐðÐ", "d"),
        ("øØ", "o"),
        ("ı", "i"),
    ):
        table.update({ord(character): plain for character in characters})
    return table


_TABLE: Final = _folding_table()
# Every character of French text is listed: translate() is slow at those it doesn't find.
_FULL: Final[dict[int, int | str]] = {**{code: code for code in range(0x2200)}, **_TABLE}
_LATIN: Final = bytes(ord(chr(code).translate(_TABLE)) for code in range(0x100))


def fold(text: str) -> str:
    """The text in lower case without accents, as long as the text itself."""
    try:
        return text.encode("latin-1").translate(_LATIN).decode("latin-1")
    except UnicodeEncodeError:
        return text.translate(_FULL)


def is_latin(text: str) -> bool:
    """True when Latin-1 can write the text: much faster asked than its characters looked up."""
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return True


def compose(text: str) -> tuple[str, list[int] | None]:
    """The text with composed accents and without invisible characters, and where each came from.

    The second value is None when nothing changed; else ``positions[i]`` is the offset in `text`
    of the composed text's character `i`, with one more entry for the end.
    """
    if is_latin(text):
        if _SOFT_HYPHEN not in text:
            return text, None
    elif _INVISIBLE.search(text) is None:
        return text, None
    characters: list[str] = []
    positions: list[int] = []
    for position, character in enumerate(text):
        if not _INVISIBLE.match(character):
            characters.append(character)
            positions.append(position)
        elif unicodedata.combining(character) and characters:
            merged = unicodedata.normalize("NFC", characters[-1] + character)
            if len(merged) == 1:
                characters[-1] = merged
    positions.append(len(text))
    return "".join(characters), positions


def word_set(words: str) -> frozenset[str]:
    """Blank-separated words as a set."""
    return frozenset(words.split())
