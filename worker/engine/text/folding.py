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


_MONTH: Final = r"[ ](?:janv|fev|mars|avr|mai|juin|juil|aout|sept|oct|nov|dec)"
_LETTER_O: Final = re.compile(
    rf"(?<=\d)o(?=[\dol/.-]|[ ]\d\d|{_MONTH})|(?<=\d0)o(?![a-z\d])|(?<![a-z])o(?=\d[ /.\-]?[\do])|(?<=[/.-])o(?=\d)|(?<=[12][09]\d)o(?![a-z\d])"
)
_LETTER_L: Final = re.compile(
    rf"(?<![a-z\d])[li|](?=\d[/.-][\dol])|(?<![a-z\d])[li|](?=\d{_MONTH})|(?<=\d[/.-])[li|](?=\d[/.-])|(?<=\d)[li|](?=\d\d?[/.-]\d)|(?<=\d)[li|](?=[/.-]\d\d?[/.-])|(?<=[12][09]\d)[li|](?!\w)|(?<=[12][09])[li|](?=\d(?!\w))|(?<![a-z\d])[li|](?=9[\do]{{2}}(?![a-z\d]))"
    # in a phone: "03 80 l2 34 56", "03 8l 12 34 56", "03 80 12 34 l6"
    r"|(?<=\d\d[ .])[li|](?=\d[ .]\d\d(?![\da-z]))|(?<=\d\d[ .]\d)[li|](?=[ .]\d\d(?![\da-z]))|(?<=\d\d[ .]\d\d[ .])[li|](?=\d(?!\w))"
)


LOOKALIKES: Final = frozenset("oli|")


def is_lookalike(folded: str, offset: int) -> bool:
    """True when this character, one of `LOOKALIKES` beside a digit, is read as a digit."""
    return bool(_LETTER_O.match(folded, offset) or _LETTER_L.match(folded, offset))


def repair_digits(folded: str) -> str:
    """Scanned "l2/O3/2O2l" read as 12/03/2021: letters between digits that look like digits."""
    repaired = folded
    for _ in range(_PASSES):
        before, repaired = repaired, _LETTER_L.sub("1", _LETTER_O.sub("0", repaired))
        if before == repaired:
            break
    return repaired


# Letters side by side are repaired one a pass: "21ooo" needs three.
_PASSES: Final = 5
_DIGIT_IN_WORD: Final = re.compile(
    r"(?<=[^\W\d_]{2})[10](?=[^\W\d_]{2})|(?<=\b[A-Za-zÀ-ÿ])[10](?=[^\W\d_]{3}|[A-ZÀ-Ý]{2}\b)"
    r"|(?<=[A-ZÀ-Ý]{2})[58](?=[A-ZÀ-Ý]{2})"
)


_BETWEEN_LETTERS: Final = re.compile(r"[1058](?<=[^\W\d_].)(?=[^\W\d_])")


def repair_letters(text: str) -> str:
    """Scanned "HOSP1TALIER", "DUP0NT": a digit inside a word, in the case of its neighbours."""
    if _BETWEEN_LETTERS.search(text) is None:
        return text
    return _BETWEEN_LETTERS.sub(_letter_for, text)


def is_scanned_letter(text: str, offset: int) -> bool:
    """True when this figure, one of 1, 0, 5 and 8 between letters, is read as a letter."""
    return _DIGIT_IN_WORD.match(text, offset) is not None


def _letter_for(match: re.Match[str]) -> str:
    if not is_scanned_letter(match.string, match.start()):
        return match.group()
    letter = {"1": "i", "0": "o", "5": "s", "8": "b"}[match.group()]
    return letter.upper() if match.string[match.start() - 1].isupper() else letter


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
