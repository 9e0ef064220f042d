"""Units of ages and durations, as words: French, abbreviated, English leftovers."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from privacy.domain.text import edit_distance_at_most_one, strip_accents


class Unit(StrEnum):
    YEAR = "year"
    MONTH = "month"
    WEEK = "week"
    DAY = "day"
    HOUR = "hour"
    # weeks of amenorrhoea and days of them, counted from before birth: they lie on no axis with the ages of the living
    TERM = "term"
    TERM_DAY = "term_day"


DAYS: Final = {
    Unit.YEAR: 365.25,
    Unit.MONTH: 30.44,
    Unit.WEEK: 7.0,
    Unit.DAY: 1.0,
    Unit.HOUR: 1 / 24,
    Unit.TERM: 7.0,
    Unit.TERM_DAY: 1.0,
}
TERMS: Final = frozenset((Unit.TERM, Unit.TERM_DAY))
# how many of the second make one of the first
STEP: Final = {
    (Unit.YEAR, Unit.MONTH): 12,
    (Unit.MONTH, Unit.WEEK): 4,
    (Unit.MONTH, Unit.DAY): 30,
    (Unit.WEEK, Unit.DAY): 7,
    (Unit.DAY, Unit.HOUR): 24,
    (Unit.YEAR, Unit.DAY): 365,
    (Unit.YEAR, Unit.WEEK): 52,
    (Unit.TERM, Unit.TERM_DAY): 7,
}
PLAIN: Final = {
    Unit.YEAR: ("an", "ans"),
    Unit.MONTH: ("mois", "mois"),
    Unit.WEEK: ("semaine", "semaines"),
    Unit.DAY: ("jour", "jours"),
    Unit.HOUR: ("heure", "heures"),
}


@dataclass(frozen=True, slots=True)
class UnitWord:
    """A unit as it is written: singular, plural, unit, gender."""

    singular: str
    plural: str
    unit: Unit
    feminine: bool = False


_WORDS: Final = (
    UnitWord("an", "ans", Unit.YEAR),
    UnitWord("année", "années", Unit.YEAR, feminine=True),
    UnitWord("annee", "annees", Unit.YEAR, feminine=True),
    UnitWord("a", "a", Unit.YEAR),
    UnitWord("year", "years", Unit.YEAR),
    UnitWord("yr", "yrs", Unit.YEAR),
    UnitWord("yo", "yo", Unit.YEAR),
    UnitWord("mois", "mois", Unit.MONTH),
    UnitWord("m", "m", Unit.MONTH),
    UnitWord("month", "months", Unit.MONTH),
    UnitWord("semaine", "semaines", Unit.WEEK, feminine=True),
    UnitWord("sem", "sem", Unit.WEEK, feminine=True),
    UnitWord("s", "s", Unit.WEEK, feminine=True),
    UnitWord("sa", "sa", Unit.TERM, feminine=True),
    UnitWord("sg", "sg", Unit.TERM, feminine=True),
    UnitWord("week", "weeks", Unit.WEEK),
    UnitWord("jour", "jours", Unit.DAY),
    UnitWord("j", "j", Unit.DAY),
    UnitWord("nuit", "nuits", Unit.DAY, feminine=True),
    UnitWord("nuitée", "nuitées", Unit.DAY, feminine=True),
    UnitWord("journée", "journées", Unit.DAY, feminine=True),
    UnitWord("jr", "jrs", Unit.DAY),
    UnitWord("day", "days", Unit.DAY),
    UnitWord("heure", "heures", Unit.HOUR, feminine=True),
    UnitWord("h", "h", Unit.HOUR, feminine=True),
    UnitWord("hour", "hours", Unit.HOUR),
)
_KNOWN: Final = {form: word for word in _WORDS for form in (word.singular, word.plural)}
_LONG: Final = ("année", "années", "semaine", "semaines", "jours", "heures")


@lru_cache(maxsize=4096)
def read_unit(word: str) -> UnitWord | None:
    """The unit of a word, one wrong letter of a long one forgiven; None when it is no unit."""
    low = word.lower()
    found = _KNOWN.get(low)
    if found is not None or len(low) < 5:
        return found
    plain = strip_accents(low)
    near = [n for n in _LONG if edit_distance_at_most_one(plain, strip_accents(n))]
    return _KNOWN[near[0]] if near else None
