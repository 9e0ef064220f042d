"""Names of months, weekdays and seasons as French notes write them, English leftovers included.

A name is read through one dictionary look-up; a long name with one wrong letter is still read
(edit distance 1) and is written correctly afterwards.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from privacy.domain.text import (
    Case,
    apply_case,
    case_of,
    edit_distance_at_most_one,
    strip_accents,
    words,
)

MONTHS: Final = words(
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
)
# the usual abbreviations, then the three-letter ones; index = month - 1
_LONG: Final = words("janv févr mars avr mai juin juill août sept oct nov déc")
_SHORT: Final = words("jan fév mar avr mai jun jul aoû sep oct nov déc")
# others are read, and written as the usual ones: written again, they would tell the month that has them
_OTHERS: Final = {"juil": 7, "octo": 10, "nove": 11, "dece": 12}
_ENGLISH: Final = words(
    "january february march april may june july august september october november december"
)
WEEKDAYS: Final = words("lundi mardi mercredi jeudi vendredi samedi dimanche")
SHORTEST_WEEKDAY: Final = min(map(len, WEEKDAYS))
_WEEKDAY_BYTES: Final = tuple(name.encode() for name in WEEKDAYS)
_WEEKDAYS_SHORT: Final = words("lun mar mer jeu ven sam dim")
_ENGLISH_WEEKDAYS: Final = words("monday tuesday wednesday thursday friday saturday sunday")
_OTHER_WEEKDAYS: Final = {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}
_CUT: Final = 4  # letters of « merc. », « vendr. »: read, and written as the usual ones
ROMAN: Final = words("I II III IV V VI VII VIII IX X XI XII")
# a season stands for its middle month
SEASONS: Final = {1: "hiver", 4: "printemps", 7: "été", 10: "automne"}
LONG_NAME: Final = 5  # letters of a name that one wrong letter leaves recognisable


# of the languages around; what is written alike in French or English is read as that
_FOREIGN: Final = {
    name: month
    for names in (
        "januari februari maart april mei juni juli augustus september oktober november december",
        "januar februar märz april mai juni juli august september oktober november dezember",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    )
    for month, name in enumerate(words(names))
}


class Width(StrEnum):
    FULL = "full"
    LONG = "long"
    SHORT = "short"


_MONTH_TABLES: Final = {
    Width.FULL: MONTHS,
    Width.LONG: _LONG,
    Width.SHORT: _SHORT,
}


@dataclass(frozen=True, slots=True)
class NameStyle:
    """How a month or a weekday is written: which table, capitals, accents, final point, language."""

    width: Width
    case: Case
    accents: bool = True
    point: bool = False
    english: bool = False


@lru_cache(maxsize=4096)
def _write(name: str, full: str, style: NameStyle) -> str:
    shown = name if style.accents else strip_accents(name)
    if style.case is Case.TITLE:
        shown = shown[:1].upper() + shown[1:]
    shown = apply_case(shown, style.case)
    # « mai », « juin » are never abbreviated, so they never take the point of an abbreviation
    return shown + ("." if style.point and name != full else "")


def _table(
    full: tuple[str, ...], short: tuple[str, ...], english: tuple[str, ...], style: NameStyle
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names to write from, and the full names that no point abbreviates."""
    if not style.english:
        return (full if style.width is Width.FULL else short), full
    return (english if style.width is Width.FULL else tuple(name[:3] for name in english)), english


def month_name(month: int, style: NameStyle) -> str:
    """The name of month 1–12 in that style."""
    table, full = _table(MONTHS, _MONTH_TABLES[style.width], _ENGLISH, style)
    return _write(table[month - 1], full[month - 1], style)


def weekday_name(weekday: int, style: NameStyle) -> str:
    """The name of weekday 0 (Monday) – 6 in that style."""
    table, full = _table(WEEKDAYS, _WEEKDAYS_SHORT, _ENGLISH_WEEKDAYS, style)
    return _write(table[weekday], full[weekday], style)


def season_name(month: int, style: NameStyle) -> str:
    """The season of month 1–12: December to February is winter, and so on."""
    name = SEASONS[month % 12 // 3 * 3 + 1]
    return _write(name, name, style)


_Known = tuple[int, Width, bool]


def _month_words() -> dict[str, _Known]:
    """Plain lower-case word → month, width, English; French wins over English."""
    known: dict[str, _Known] = {}
    for width, table in _MONTH_TABLES.items():
        for rank, name in enumerate(table):
            known.setdefault(strip_accents(name), (rank + 1, width, False))
    known |= {name: (month, Width.LONG, False) for name, month in _OTHERS.items()}
    for rank, name in enumerate(_ENGLISH):
        known.setdefault(name, (rank + 1, Width.FULL, True))
        known.setdefault(name[:3], (rank + 1, Width.SHORT, True))
    return known


def _weekday_words() -> dict[str, _Known]:
    known: dict[str, _Known] = {}
    for rank, name in enumerate(WEEKDAYS):
        known[name] = (rank, Width.FULL, False)
        known[_WEEKDAYS_SHORT[rank]] = (rank, Width.SHORT, False)
        known |= {name[:end]: (rank, Width.SHORT, False) for end in range(_CUT, len(name))}
    for rank, name in enumerate(_ENGLISH_WEEKDAYS):
        known[name] = (rank, Width.FULL, True)
        known.setdefault(name[:3], (rank, Width.SHORT, True))
    known |= {name: (rank, Width.SHORT, True) for name, rank in _OTHER_WEEKDAYS.items()}
    return known


_MONTH_WORDS: Final = _month_words()
_WEEKDAY_WORDS: Final = _weekday_words()
_SEASON_WORDS: Final = {strip_accents(name): month for month, name in SEASONS.items()}


@lru_cache(maxsize=4096)
def _misspelt(plain: str, names: tuple[str, ...]) -> int | None:
    """Rank of the one long name within one letter of the word, if there is exactly one."""
    if len(plain) < LONG_NAME - 1:
        return None
    found = [
        rank
        for rank, name in enumerate(names)
        if len(name) >= LONG_NAME and edit_distance_at_most_one(plain, strip_accents(name))
    ]
    return found[0] if len(found) == 1 else None


def _known(word: str, table: dict[str, _Known], names: tuple[str, ...]) -> _Known | None:
    plain = strip_accents(word).lower()
    found = table.get(plain)
    if found is None:
        rank = _misspelt(plain, names)
        if rank is not None:
            found = (rank + table[strip_accents(names[0])][0], Width.FULL, False)
    return found


def _accents(word: str, name: str) -> bool:
    """Whether the writer types accents: unknown from a name without any, then yes but in capitals."""
    if not word.isascii():
        return True
    return strip_accents(name) == name and case_of(word) is not Case.UPPER


def foreign_month(word: str) -> str | None:
    """The French name of « januari », « März »; None when the word is no month elsewhere, or one in French or English."""
    month = _FOREIGN.get(word.lower())
    if month is None or strip_accents(word).lower() in _MONTH_WORDS:
        return None
    name = MONTHS[month] if not word.isupper() else strip_accents(MONTHS[month])
    return apply_case(name[:1].upper() + name[1:] if word[:1].isupper() else name, case_of(word))


@lru_cache(maxsize=4096)
def read_month(word: str, *, point: bool = False) -> tuple[int, NameStyle] | None:
    """Month and style of a word without its point; None when it is no month."""
    found = _known(word, _MONTH_WORDS, MONTHS)
    if found is None:
        return None
    month, width, english = found
    # « nov-19 », « 12 oct 20 »: three letters without a point is the three-letter habit
    if width is Width.LONG and len(word) == 3 and not point:
        width = Width.SHORT
    # « fév. », « sep. »: with their point they are usual abbreviations, cut short
    usual = _LONG[month - 1]
    if (
        point
        and not english
        and usual != MONTHS[month - 1]
        and usual.startswith(MONTHS[month - 1][:3])
    ):
        width = (
            Width.LONG if strip_accents(usual).startswith(strip_accents(word).lower()) else width
        )
    style = NameStyle(
        width,
        case_of(word),
        accents=_accents(word, MONTHS[month - 1]),
        point=point and width is not Width.FULL,
        english=english,
    )
    return month, style


@lru_cache(maxsize=4096)
def read_weekday(word: str, *, point: bool = False) -> tuple[int, NameStyle] | None:
    """Weekday and style of a word without its point; None when it is no weekday."""
    found = _known(word, _WEEKDAY_WORDS, WEEKDAYS)
    if found is None:
        return None
    rank, width, english = found
    dot = point and width is not Width.FULL
    return rank, NameStyle(width, case_of(word), point=dot, english=english)


def read_season(word: str) -> tuple[int, NameStyle] | None:
    """The middle month of a season and its style; None when the word is no season."""
    month = _SEASON_WORDS.get(strip_accents(word).lower())
    if month is None:
        return None
    return month, NameStyle(Width.FULL, case_of(word), accents=_accents(word, SEASONS[month]))


@lru_cache(maxsize=64)
def names_weekday(text: str) -> bool:
    """Whether a text has a weekday in full: few have."""
    low = text.encode("utf-8", "surrogatepass").lower()  # bytes are made small many times sooner
    return any(map(low.__contains__, _WEEKDAY_BYTES))
