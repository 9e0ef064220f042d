"""Names of months and weekdays as French notes write them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from privacy.domain.text import Case, apply_case, case_of, strip_accents, words

MONTHS: Final = words(
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
)
# the usual abbreviations, then the three-letter ones, then rarer ones; index = month - 1
_LONG: Final = words("janv févr mars avr mai juin juil août sept oct nov déc")
_SHORT: Final = words("jan fév mar avr mai jun jul aoû sep oct nov déc")
_RARE: Final = words("janv fév mars avr mai jui juill août sep octo nove déce")
WEEKDAYS: Final = words("lundi mardi mercredi jeudi vendredi samedi dimanche")
_WEEKDAYS_SHORT: Final = words("lun mar mer jeu ven sam dim")
ROMAN: Final = words("I II III IV V VI VII VIII IX X XI XII")


class Width(StrEnum):
    FULL = "full"
    LONG = "long"
    SHORT = "short"
    RARE = "rare"


_MONTH_TABLES: Final = {
    Width.FULL: MONTHS,
    Width.LONG: _LONG,
    Width.SHORT: _SHORT,
    Width.RARE: _RARE,
}


@dataclass(frozen=True, slots=True)
class NameStyle:
    """How a month or a weekday is written: which table, capitals, accents, final point."""

    width: Width
    case: Case
    accents: bool = True
    point: bool = False


def _write(name: str, full: str, style: NameStyle) -> str:
    shown = name if style.accents else strip_accents(name)
    if style.case is Case.TITLE:
        shown = shown[:1].upper() + shown[1:]
    shown = apply_case(shown, style.case)
    # « mai », « juin » are never abbreviated, so they never take the point of an abbreviation
    return shown + ("." if style.point and name != full else "")


def month_name(month: int, style: NameStyle) -> str:
    """The name of month 1–12 in that style."""
    return _write(_MONTH_TABLES[style.width][month - 1], MONTHS[month - 1], style)


def weekday_name(weekday: int, style: NameStyle) -> str:
    """The name of weekday 0 (Monday) – 6 in that style."""
    table = WEEKDAYS if style.width is Width.FULL else _WEEKDAYS_SHORT
    return _write(table[weekday], WEEKDAYS[weekday], style)


def read_month(word: str, *, point: bool) -> tuple[int, NameStyle] | None:
    """Month and style of a word without its point; None when it is no month."""
    found: list[tuple[int, Width]] = []
    plain = strip_accents(word).lower()
    for width, table in _MONTH_TABLES.items():
        for index, name in enumerate(table):
            if strip_accents(name) == plain:
                found.append((index + 1, width))
    if not found:
        return None
    month, width = found[0]
    if len(plain) > 3 and width is Width.FULL and point and plain in ("juin", "mars", "aout"):
        width = Width.LONG
    # « nov-19 », « 12 oct 20 »: three letters without a point is the three-letter habit
    if width is Width.LONG and len(plain) == 3 and not point:
        width = Width.SHORT
    accents = plain != word.lower() or strip_accents(MONTHS[month - 1]) == MONTHS[month - 1]
    case = case_of(word)
    if case is Case.UPPER and plain == word.lower():
        accents = False  # capitals are mostly typed without accents
    return month, NameStyle(width, case, accents, point and width is not Width.FULL)


def read_weekday(word: str, *, point: bool) -> tuple[int, NameStyle] | None:
    """Weekday and style of a word without its point; None when it is no weekday."""
    plain = word.lower()
    if plain in WEEKDAYS:
        return WEEKDAYS.index(plain), NameStyle(Width.FULL, case_of(word))
    if plain in _WEEKDAYS_SHORT:
        style = NameStyle(Width.SHORT, case_of(word), point=point)
        return _WEEKDAYS_SHORT.index(plain), style
    return None
