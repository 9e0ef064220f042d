"""Characters that look like others: « Ｐｒｅｌｏｔ », « Рrélot » with a Cyrillic letter, « O6 39 98 l2 34 » as a scanner read it.

Each becomes a `Code`: the stretch, and what a reader takes it for.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from privacy.domain.leakscan.coded import Code
from privacy.domain.text import strip_accents

# letters drawn like a Latin one, in pairs; capitals and small letters of one shape need one entry each
_DRAWN: Final = (
    "АAаaВBвbЕEеeЗ3КKкkМMмmНHнhОOоoРPрpСCсcТTтtУYуyХXхxІIіiЈJјjЅSѕsԁdԛqԜWԝwѵvҺHһhҮY"  # Cyrillic
    "ΑAαaΒBΕEεeΖZΗHηnΙIιiΚKκkΜMΝNνvΟOοoΡPρpΤTτtΥYυuΧXχxωw"  # Greek
    "օoսuհhոnԛqցgյjѕs"  # Armenian
    "ᎠDᎡRᎢTᎪAᎬEᎫJᎳWᎷMᎻHᎶGᏀGᏃZᏔWᏙVᏚSᏢPᏟCᏞLᏦKᏴBᏒRᏆI"  # Cherokee
    "ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzɑaɡgɩiıi"  # small capitals, phonetic
    "ØOøoŁLłlĐDđdĦHħhŦTŧtƁBɓbƊDɗdƘKƙkȺAɃBƵZƶzɨiƗI"  # struck through
)
_BLOCKS: Final = (
    range(0x100, 0x2E80), range(0xA640, 0xAC00), range(0xFF00, 0xFFF0), range(0x1D400, 0x1D800),
    range(0x1F100, 0x1F190), range(0x1FBF0, 0x1FBFA),
)  # fmt: skip
_FIGURES: Final = str.maketrans("OoIlSBZ", "0011582")
SWAPPED: Final = "OoIlSBZ"  # letters that are read for figures, and figures for them
_NUMBER: Final = re.compile(rf"(?<![0-9])[0-9]++(?=[{SWAPPED}])|(?<=[{SWAPPED}])[0-9]++")
_ROW: Final = re.compile(rf"[0-9{SWAPPED}]+(?:[ .\-/]{{1,2}}[0-9{SWAPPED}]+)*")
_GROUP: Final = re.compile(r"[^ .\-/]+")
_OF_ROW: Final = frozenset(f"0123456789{SWAPPED}")
_BETWEEN: Final = frozenset(" .-/")
_SIGNS: Final = 2  # between two groups
_REACH: Final = 32  # characters before a number that its row may begin
_LEAST: Final = 5  # figures of a row: a postal code; « O2 », « B12 », « S1 » are none


@cache
def alike() -> dict[str, str]:
    """What each character that is no plain letter or figure is taken for; accents and ligatures are folded elsewhere."""
    found = {
        char: shown
        for char in (chr(code) for block in _BLOCKS for code in block)
        if char.isalnum() and (shown := _plain(char))
    }
    return found | dict(zip(_DRAWN[::2], _DRAWN[1::2], strict=True))


def _plain(char: str) -> str:
    """« Ｐ » → « P », « ٣ » → « 3 »; empty for what folds by itself or is like nothing."""
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    if strip_accents.__wrapped__(char).casefold().isascii():
        return ""
    shown = strip_accents.__wrapped__(unicodedata.normalize("NFKC", char))
    return shown if shown.isascii() and shown.isalnum() else ""


def letters_in(text: str) -> Iterator[Code]:
    """The words that hold such characters.

    letters_in("Mme Ｐｒélot") → Code(4, 10, "Prélot")
    """
    # a class of all of them takes a hundred times as long as one of those that are there
    here, end = alike().keys() & set(text), 0
    if not here:
        return
    table = str.maketrans({char: alike()[char] for char in here})
    for match in re.finditer(f"[{''.join(sorted(here))}]", text):
        start = match.start()
        if start < end:
            continue
        while start > end and text[start - 1].isalnum():
            start -= 1
        end = match.end()
        while end < len(text) and text[end].isalnum():
            end += 1
        if end - start > 1:  # « β », « Δ » and « ø » alone are signs
            yield Code(start, end, text[start:end].translate(table))


def mixed_in(text: str) -> list[int]:
    """Where the numbers begin that touch a letter which looks like a figure."""
    return [match.start() for match in _NUMBER.finditer(text)]


def figures_in(text: str, mixed: Iterable[int]) -> Iterator[Code]:
    """The groups of figures that hold such letters, in rows of five figures or more.

    figures_in("O6 39 98 l2", [1]) → Code(0, 2, "06"), Code(9, 11, "12")
    """
    end = 0
    for place in mixed:
        if place < end:
            continue
        start, last, end = _row(text, place, end)
        if last - start < _LEAST:
            continue  # most: « O2 », « B12 »
        shown = text[start:last]
        figures = sum(map(str.isdigit, shown))
        letters = sum(map(str.isalpha, shown))
        if letters and figures + letters >= _LEAST and letters <= figures:
            for group in _GROUP.finditer(shown):
                if not group[0].isdigit():
                    at = start + group.start()
                    yield Code(at, at + len(group[0]), group[0].translate(_FIGURES))


def _row(text: str, place: int, least: int) -> tuple[int, int, int]:
    """The row of groups around a number, without those that are a part of a word (« SpO2 »); how far the text is read."""
    start, least = place, max(least, place - _REACH)
    while True:
        signs = 0
        while signs < _SIGNS and start - signs > least and text[start - signs - 1] in _BETWEEN:
            signs += 1
        before = start - signs
        if before <= least or text[before - 1] not in _OF_ROW:
            break
        start = before - 1
    row = _ROW.match(text, start)
    end = read = place if row is None else row.end()
    if start and text[start - 1].isalnum():
        start = next((at for at in range(start, end) if text[at] in _BETWEEN), end)
    if end < len(text) and text[end].isalnum():
        end = next((at for at in range(end, start, -1) if text[at - 1] in _BETWEEN), start)
    return start, max(start, end), max(read, place + 1)
