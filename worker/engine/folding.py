"""Comparison forms of a text that keep every offset.

`fold` maps each character to exactly one character: lower case, no accent, plain apostrophes,
hyphens and spaces. `compose` handles texts whose accents are separate characters.
"""

import re
import unicodedata
from typing import Final

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
    ):
        table.update({ord(character): plain for character in characters})
    return table


_TABLE: Final = _folding_table()


def fold(text: str) -> str:
    """The text in lower case without accents, as long as the text itself."""
    return text.translate(_TABLE)


_LETTER_O: Final = re.compile(
    r"(?<=\d)o(?=[\do/.-]|[ ]\d\d)|(?<![a-z])o(?=\d[ /.\-]?[\do])|(?<=[/.-])o(?=\d)"
)
_LETTER_L: Final = re.compile(
    r"(?<![a-z\d])[li|](?=\d[/.-][\dol])|(?<=\d[/.-])[li|](?=\d[/.-])|(?<=\d)[li|](?=\d\d?[/.-]\d)|(?<=\d)[li|](?=[/.-]\d\d?[/.-])|(?<=[12][09]\d)[li|](?!\w)|(?<=[12][09])[li|](?=\d(?!\w))"
)


def repair_digits(folded: str) -> str:
    """Scanned "l2/O3/2O2l" read as 12/03/2021: letters between digits that look like digits."""
    if _LETTER_O.search(folded) is None and _LETTER_L.search(folded) is None:
        return folded
    repaired = _LETTER_O.sub("0", _LETTER_O.sub("0", folded))
    return _LETTER_L.sub("1", _LETTER_L.sub("1", repaired))


_DIGIT_IN_WORD: Final = re.compile(r"(?<=[a-z]{3})[10](?=[a-z]{3})|(?<=\b[a-z])0(?=[a-z]{3})")


def repair_letters(folded: str) -> str:
    """Scanned "hosp1talier", "h0pital": a digit inside a word."""
    return _DIGIT_IN_WORD.sub(lambda match: "i" if match.group() == "1" else "o", folded)


def compose(text: str) -> tuple[str, list[int] | None]:
    """The text with composed accents and without invisible characters, and where each came from.

    The second value is None when nothing changed; else ``positions[i]`` is the offset in `text`
    of the composed text's character `i`, with one more entry for the end.
    """
    if _INVISIBLE.search(text) is None:
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
