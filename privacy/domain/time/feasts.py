"""Feasts as plain dates: « depuis Noël 2019 » is « depuis le 25 décembre 2019 », « la veille de Noël » « 24 décembre ».

A feast is a day: drawn as a feast, it would tell that it is one, and beside a year that is noised alone it would keep the day of the year.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from typing import Final
from zlib import crc32

from privacy.domain.text import fold_phrase, strip_accents
from privacy.domain.time.lexicon import MONTHS, WEEKDAYS
from privacy.domain.time.resolve import NEARER

_FIXED: Final = {
    "noel": (25, 12), "toussaint": (1, 11), "assomption": (15, 8), "epiphanie": (6, 1), "nouvel an": (1, 1),
    "jour de l'an": (1, 1), "chandeleur": (2, 2), "halloween": (31, 10), "fete nationale": (14, 7), "fete du travail": (1, 5),
    "saint sylvestre": (31, 12), "saint jean": (24, 6), "saint valentin": (14, 2), "saint nicolas": (6, 12), "saint patrick": (17, 3),
    "fete de la musique": (21, 6), "armistice": (11, 11), "reveillon": (31, 12),
}  # fmt: skip
_AFTER_EASTER: Final = {
    "paques": 0, "ascension": 39, "pentecote": 49, "rameaux": -7, "mardi gras": -47, "carnaval": -47, "jeudi saint": -3, "vendredi saint": -2,
    "samedi saint": -1,
}  # fmt: skip  # days
# days from the day that they are said of
_BESIDE: Final = {
    "avant veille": -2,
    "veille": -1,
    "reveillon": -1,
    "lendemain": 1,
    "surlendemain": 2,
}
_RENTREE: Final = "rentree"  # no day, but a month
_OF: Final = r"\s+(?:de\s+(?:la\s+|l['’])?|du\s+|des\s+|d['’])"
# « carnaval de Nice »: the town says no more of the day
_OF_TOWN: Final = r"(?:(?<=carnaval)\sd(?:e\s(?:la\s|l['’])?|u\s|es\s|['’])[^\W\d_][\w'’-]*)?"
_BEFORE: Final = (
    r"(?:(?P<prep>depuis|dps|d[èe]s|avant|apr[èe]s|vers|pour|pendant|durant|entre|et|ou|jusqu['’](?:[àa]|aux?)|de|du|des|[àa]|aux?)\s+)?"
    r"(?:(?P<article>la|le|les)\s+|(?P<elided>[ld])['’])?"
)
_FEAST: Final = re.compile(
    rf"(?<![^\W_]){_BEFORE}"
    r"(?:(?P<beside>(?:avant[ -]?)?veille|(?:sur)?lendemain|r[ée]veillon)"
    rf"{_OF}|(?P<of>{'|'.join(WEEKDAYS)}|jour|nuit|matin|soir|soir[ée]e|week[ -]end|f[êe]tes?|vacances|cong[ée]s){_OF})?"
    r"(?:(?P<name>no[ëe]l|p[âa]ques|toussaint|pentec[ôo]te|ascension|[ée]piphanie|assomption|nouvel[ -]an"
    r"|jour\s+de\s+l['’]an|rentr[ée]e(?:\s(?:scolaire|universitaire|des\sclasses))?|chandeleur|halloween|f[êe]te\s(?:nationale|du\stravail|de\sla\smusique|des\s[mp][èe]res)|rameaux|mardi\sgras|carnaval"
    r"|(?:jeudi|vendredi|samedi)\ssaint|r[ée]veillon|armistice|(?:st|saint)[ -](?:sylvestre|jean|valentin|nicolas|patrick))"
    rf"{_OF_TOWN}|(?P<day>\d{{1,2}})(?:er)?\s+(?P<month>{'|'.join(MONTHS)}))"
    r"(?:[\s,(]+(?:de\s)?(?P<year>(?!0000)\d{4})\)?(?!\d)|(?![\s,(]+\d|[^\W_]))",
    re.IGNORECASE,
)
# « la foire aux vins 2019 », « l'Aïd »: words alone
_EVENT: Final = re.compile(
    r"(?P<head>(?:(?:d[ée]but|fin|mi|courant|peu|juste|quelques\s(?:jours|semaines|mois|ann[ée]es))[\s-]+)*)"
    rf"{_BEFORE}(?P<name>[^\W\d_]+(?:[\s'’.&-]{{1,3}}[^\W\d_]+){{0,7}})(?:[\s,(]+(?:de\s)?(?P<year>(?!0000)\d{{4}})\)?)?",
    re.IGNORECASE,
)
_DAYS: Final = 365


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (Butcher's algorithm, 1876)."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (b - (b + 8) // 25 + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    shift = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * shift) // 451
    month, day = divmod(h + shift - 7 * m + 114, 31)
    return date(year, month, day + 1)


def without_feasts(text: str, near: date | None = None) -> str:
    """The text with each feast written as a day (« rentrée 2019 »: as a month). One without its year is a day without a year, Easter the one
    near a day; without that day it stays."""
    return _FEAST.sub(lambda match: _plain(match, near), text)


def event_as_day(text: str, near: date) -> str:
    """An event that has no known day, written as one, as a feast is: « à la foire aux vins 2019 » like « à Noël 2019 ». Its name alone says which
    day of the year. A text of other figures stays.

    >>> event_as_day("la foire aux vins 2019", date(2020, 1, 1))
    'le 30 octobre 2019'
    """
    match = _EVENT.fullmatch(text)
    if match is None:
        return text
    shift = timedelta(days=crc32(fold_phrase(match["name"]).encode()) % _DAYS)
    day = _day_in(match["year"], near, lambda year: date(year, 1, 1) + shift)
    return text if day is None else match["head"] + _as_day(match, day)


def _plain(match: re.Match[str], near: date | None) -> str:
    name = re.sub(r"^st ", "saint ", fold_phrase(match["name"] or ""))
    if match["year"] is None and near is None:
        return match.group()
    if name.startswith(_RENTREE):
        return _cased(match, _preposition(match, "en ", "de ", ""), MONTHS[8], match["year"])
    day = _day_in(match["year"], near, lambda year: _day(match, name, year))
    return match.group() if day is None else _as_day(match, day)


def _as_day(match: re.Match[str], day: date) -> str:
    shown = f"{'1er' if day.day == 1 else day.day} {MONTHS[day.month - 1]}"
    return _cased(match, _preposition(match, "le ", "du ", "le "), shown, str(day.year))


def _cased(match: re.Match[str], before: str, shown: str, year: str) -> str:
    """The words and, where the text has one, the year, in its case: « La Toussaint » is « Le 1er novembre »."""
    if match.group()[0].isupper():
        before = before[:1].upper() + before[1:]
    shown = before + shown + (f" {year}" if match["year"] else "")
    return shown.upper() if (match["name"] or match["month"]).isupper() else shown


def _day_in(
    year: str | None, near: date | None, in_year: Callable[[int], date | None]
) -> date | None:
    """The day of a feast in its year; without one the last before a day, or the next where that is much nearer (`resolve`)."""
    if year is not None:
        return in_year(int(year))
    if near is None or not date.min.year < near.year < date.max.year:
        return None
    days = [in_year(near.year + shift) for shift in (-1, 0, 1)]
    known = [day for day in days if day is not None]
    behind = max((day for day in known if day <= near), default=None)
    ahead = min((day for day in known if day > near), default=None)
    if behind is None or ahead is None:
        return behind or ahead
    return ahead if NEARER * (ahead - near).days <= (near - behind).days else behind


def _day(match: re.Match[str], name: str, year: int) -> date | None:
    """The day that a feast, « lundi de Pâques », « la veille de Noël » or « le lendemain du 3 mars 2019 » says; None of a day alone, and of
    what no calendar has."""
    beside = fold_phrase(match["beside"] or "")
    if match["day"]:
        month = next(at for at, known in enumerate(MONTHS, 1) if known == match["month"].lower())
        with suppress(ValueError):
            return _moved(date(year, month, int(match["day"])), beside) if beside else None
        return None
    day = _feast(name, year)
    if beside == "reveillon" and name in ("nouvel an", "jour de l'an", "saint sylvestre"):
        return date(year, 12, 31)
    of = (match["of"] or "").lower()
    if of in WEEKDAYS:  # the nearest one
        day += timedelta(days=(WEEKDAYS.index(of) - day.weekday() + 3) % 7 - 3)
    return _moved(day, beside)


def _moved(day: date, beside: str) -> date | None:
    """None out of the calendar."""
    with suppress(OverflowError):
        return day + timedelta(days=_BESIDE.get(beside, 0))
    return None


def _feast(name: str, year: int) -> date:
    if name in _AFTER_EASTER:
        return easter(year) + timedelta(days=_AFTER_EASTER[name])
    if name == "fete des meres":  # the last Sunday of May, or a week later where that is Pentecost
        sunday = _sunday(date(year, 5, 31))
        return sunday + timedelta(days=7 * (sunday == _feast("pentecote", year)))
    if name == "fete des peres":  # the third Sunday of June
        return _sunday(date(year, 6, 21))
    day, month = _FIXED[name]
    return date(year, month, day)


def _sunday(day: date) -> date:
    """The last Sunday up to a day."""
    return day - timedelta(days=(day.weekday() + 1) % 7)


def _preposition(match: re.Match[str], at: str, of: str, article: str) -> str:
    """What stands before the plain date: « à Noël » is « le 25 », « de Noël » « du 25 », « depuis Noël » « depuis le 25 »."""
    prep = strip_accents(match["prep"] or "").lower().replace("’", "'")
    elided = (match["elided"] or "").lower()
    if prep in ("de", "du", "des") or elided == "d":
        return of
    if prep in ("a", "au", "aux"):
        # of « du 3 mars à Noël »
        return at if not match.start() else "au " if article else "à "
    if prep.startswith("jusqu'"):
        return "jusqu'au " if article else "jusqu'en "
    if prep:
        return f"{match['prep']} {article}"
    # « la Toussaint » is « le 1er novembre »; what stands before a mention is written by its surrogate (`privacy.domain.linking`)
    return article if match["article"] or elided else ""
