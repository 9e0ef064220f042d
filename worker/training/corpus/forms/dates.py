"""Written forms of days, months and years. Each row: name, tags, weight, pattern.

A pattern's fields: ``d dd m mm yy yyyy`` as usual, ``de`` the day in words' company ("1er"),
``mon`` the month, ``abbr`` and ``ab3`` its short forms, ``plain`` without accents, ``wd wd3`` the
weekday; a capital first letter gives a capital, capitals give capitals.
"""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from typing import Any, Final

from worker.engine.text.folding import fold
from worker.training.corpus.forms import french
from worker.training.corpus.forms.base import Form, FormSet
from worker.training.corpus.marked import Fragment, Piece

Row = tuple[str, str, float, str]

_COURT: Final[tuple[Row, ...]] = (
    ("jj/mm/aaaa", "annee4", 12, "{dd}/{mm}/{yyyy}"),
    ("jj/mm/aa", "annee2", 6, "{dd}/{mm}/{yy}"),
    ("j/m/aaaa", "annee4", 2, "{d}/{m}/{yyyy}"),
    ("j/m/aa", "annee2", 2, "{d}/{m}/{yy}"),
    ("j/mm/aaaa", "annee4", 0.7, "{d}/{mm}/{yyyy}"),
    ("jj-mm-aaaa", "annee4", 2, "{dd}-{mm}-{yyyy}"),
    ("jj-mm-aa", "annee2", 1, "{dd}-{mm}-{yy}"),
    ("jj.mm.aaaa", "annee4", 2, "{dd}.{mm}.{yyyy}"),
    ("jj.mm.aa", "annee2", 2, "{dd}.{mm}.{yy}"),
    ("j.m.aa", "annee2", 0.7, "{d}.{m}.{yy}"),
    ("jj mm aaaa", "annee4", 1, "{dd} {mm} {yyyy}"),
    ("jj mm aa", "annee2", 0.8, "{dd} {mm} {yy}"),
    ("jjmmaaaa", "annee4", 0.6, "{dd}{mm}{yyyy}"),
    ("jjmmaa", "annee2 serre", 0.3, "{dd}{mm}{yy}"),
    ("aaaa-mm-jj", "annee4 iso", 1.5, "{yyyy}-{mm}-{dd}"),
    ("aaaa/mm/jj", "annee4 iso", 0.5, "{yyyy}/{mm}/{dd}"),
    ("aaaammjj", "annee4 iso serre", 0.3, "{yyyy}{mm}{dd}"),
    ("jj / mm / aaaa", "annee4", 0.7, "{dd} / {mm} / {yyyy}"),
    ("jj_mm_aaaa", "annee4", 0.2, "{dd}_{mm}_{yyyy}"),
    ("jj\\mm\\aaaa", "annee4", 0.15, "{dd}\\{mm}\\{yyyy}"),
    ("jj/mm.aaaa", "annee4", 0.2, "{dd}/{mm}.{yyyy}"),
    ("jj.MM.aaaa romain", "annee4", 0.2, "{dd}.{rom}.{yyyy}"),
    ("jj - mm - aa", "annee2", 0.2, "{dd} - {mm} - {yy}"),
    ("jj|mm|aaaa", "annee4", 0.1, "{dd}|{mm}|{yyyy}"),
)
_LONG: Final[tuple[Row, ...]] = (
    ("j mois aaaa", "annee4", 10, "{de} {mon} {yyyy}"),
    ("j mois aa", "annee2", 0.7, "{de} {mon} {yy}"),
    ("jj mois aaaa", "annee4", 1.5, "{dd} {mon} {yyyy}"),
    ("j Mois aaaa", "annee4", 1.5, "{de} {Mon} {yyyy}"),
    ("j MOIS aaaa", "annee4", 1.5, "{DE} {MON} {yyyy}"),
    ("j mois sans accent aaaa", "annee4", 1, "{de} {plain} {yyyy}"),
    ("j janv. aaaa", "annee4", 2, "{de} {abd} {yyyy}"),
    ("j janv aaaa", "annee4", 1.5, "{de} {abbr} {yyyy}"),
    ("j jan aaaa", "annee4", 0.7, "{dd} {ab3} {yyyy}"),
    ("j JAN aaaa", "annee4", 0.7, "{dd} {AB3} {yyyy}"),
    ("j janv. aa", "annee2", 1, "{de} {abd} {yy}"),
    ("jj-janv-aaaa", "annee4", 0.7, "{dd}-{abbr}-{yyyy}"),
    ("jj-JAN-aa", "annee2", 0.5, "{dd}-{AB3}-{yy}"),
    ("jjmoisaaaa", "annee4", 0.5, "{d}{mon}{yyyy}"),
    ("jjjanvaaaa", "annee4", 0.7, "{dd}{abbr}{yyyy}"),
    ("jjjanvaa", "annee2", 0.5, "{d}{abbr}{yy}"),
    ("jj/janv/aaaa", "annee4", 0.4, "{dd}/{abbr}/{yyyy}"),
    ("jj/mois/aaaa", "annee4", 0.2, "{dd}/{mon}/{yyyy}"),
    ("anglais 12 Nov 2019", "annee4", 0.4, "{dd} {eng} {yyyy}"),
    ("anglais Nov 12, 2019", "annee4 iso", 0.3, "{eng} {d}, {yyyy}"),
    ("anglais 12-NOV-2019", "annee4", 0.3, "{dd}-{ENG}-{yyyy}"),
    ("j, mois, aaaa", "annee4", 0.15, "{d}, {mon}, {yyyy}"),
    ("1 mois aaaa", "annee4", 0.5, "{d} {mon} {yyyy}"),
    ("en toutes lettres", "annee4", 0.8, "{words} {mon} {yearwords}"),
    ("jour en lettres", "annee4", 0.3, "{words} {mon} {yyyy}"),
    ("j mois de l'année aaaa", "annee4", 0.1, "{de} {mon} de l'année {yyyy}"),
)
_JM: Final[tuple[Row, ...]] = (
    ("jj/mm", "", 6, "{dd}/{mm}"),
    ("j/m", "", 3, "{d}/{m}"),
    ("j/mm", "", 1, "{d}/{mm}"),
    ("jj.mm", "", 1, "{dd}.{mm}"),
    ("j.m", "", 0.3, "{d}.{m}"),
    ("jj-mm", "", 0.7, "{dd}-{mm}"),
    ("j mois", "", 6, "{de} {mon}"),
    ("j Mois", "", 0.7, "{de} {Mon}"),
    ("j MOIS", "", 0.7, "{DE} {MON}"),
    ("j mois sans accent", "", 0.7, "{de} {plain}"),
    ("j janv.", "", 1, "{de} {abd}"),
    ("j janv", "", 1, "{de} {abbr}"),
    ("jj janv", "", 0.5, "{dd} {ab3}"),
    ("jjmois", "", 0.4, "{d}{mon}"),
    ("jjjanv", "", 0.7, "{dd}{abbr}"),
    ("jj-janv", "", 0.3, "{dd}-{abbr}"),
    ("j mois dernier", "", 0.7, "{de} {mon} dernier"),
    ("j courant", "article", 0.4, "{de} courant"),
    ("jour en lettres sans année", "", 0.3, "{words} {mon}"),
    ("jj / mm", "", 0.3, "{dd} / {mm}"),
    ("jour seul", "article", 0.8, "{d}"),
)
_JOUR: Final[tuple[Row, ...]] = (
    ("lundi j mois aaaa", "annee4", 4, "{wd} {de} {mon} {yyyy}"),
    ("lundi j mois", "", 4, "{wd} {de} {mon}"),
    ("Lundi j Mois aaaa", "annee4", 1, "{Wd} {de} {Mon} {yyyy}"),
    ("Lundi j mois", "", 1, "{Wd} {de} {mon}"),
    ("LUNDI J MOIS AAAA", "annee4", 0.7, "{WD} {DE} {MON} {yyyy}"),
    ("lundi jj/mm/aaaa", "annee4", 1.5, "{wd} {dd}/{mm}/{yyyy}"),
    ("lundi jj/mm/aa", "annee2", 1, "{wd} {dd}/{mm}/{yy}"),
    ("lundi jj/mm", "", 1.5, "{wd} {dd}/{mm}"),
    ("lundi j/m", "", 1, "{wd} {d}/{m}"),
    ("lun. j mois aaaa", "annee4", 0.7, "{wd3}. {de} {mon} {yyyy}"),
    ("lun jj/mm", "", 0.7, "{wd3} {dd}/{mm}"),
    ("lun. jj/mm/aa", "annee2", 0.4, "{wd3}. {dd}/{mm}/{yy}"),
    ("lundi j janv.", "", 0.7, "{wd} {de} {abd}"),
    ("lundi j", "", 0.8, "{wd} {d}"),
    ("lundi, j mois aaaa", "annee4", 0.3, "{wd}, {de} {mon} {yyyy}"),
    ("Lundi jj.mm.aa", "annee2", 0.3, "{Wd} {dd}.{mm}.{yy}"),
    ("anglais Mon, 3 May 2021", "annee4", 0.3, "{Ewd}, {d} {eng} {yyyy}"),
)
_MOIS: Final[tuple[Row, ...]] = (
    ("mois aaaa", "", 8, "{mon} {yyyy}"),
    ("Mois aaaa", "", 1.2, "{Mon} {yyyy}"),
    ("MOIS aaaa", "", 0.8, "{MON} {yyyy}"),
    ("mois sans accent aaaa", "", 0.8, "{plain} {yyyy}"),
    ("mm/aaaa", "", 4, "{mm}/{yyyy}"),
    ("m/aaaa", "", 1, "{m}/{yyyy}"),
    ("mm-aaaa", "", 0.7, "{mm}-{yyyy}"),
    ("mm.aaaa", "", 0.7, "{mm}.{yyyy}"),
    ("mm/aa", "", 1.5, "{mm}/{yy}"),
    ("mois aa", "", 1, "{mon} {yy}"),
    ("moisaa", "", 0.4, "{mon}{yy}"),
    ("janv. aaaa", "", 1.2, "{abd} {yyyy}"),
    ("janv aaaa", "", 0.8, "{abbr} {yyyy}"),
    ("janv. aa", "", 0.5, "{abd} {yy}"),
    ("aaaa-mm", "", 0.4, "{yyyy}-{mm}"),
    ("mois/aaaa", "", 0.2, "{mon}/{yyyy}"),
    ("mois-mois aaaa", "", 0.5, "{mon}-{next} {yyyy}"),
    ("mois seul", "seul", 0.6, "{mon}"),
    ("mois dernier", "seul", 0.2, "{mon} dernier"),
    ("mois en lettres", "", 0.2, "{mon} {yearwords}"),
)
_ANNEE: Final[tuple[Row, ...]] = (
    ("aaaa", "", 12, "{yyyy}"),
    ("aa", "article2", 0.5, "{yy}"),
    ("'aa", "", 0.2, "'{yy}"),
    ("année en lettres", "", 0.4, "{yearwords}"),
)


def _fields(day: date) -> dict[str, str]:
    """What a pattern may name, in small letters."""
    month = day.month - 1
    return {
        "d": str(day.day),
        "dd": f"{day.day:02d}",
        "m": str(day.month),
        "mm": f"{day.month:02d}",
        "yyyy": str(day.year),
        "yy": f"{day.year % 100:02d}",
        "de": "1er" if day.day == 1 else str(day.day),
        "mon": french.MONTHS[month],
        "next": french.MONTHS[(month + 1) % 12],
        "abbr": french.SHORT_MONTHS[month],
        "abd": french.SHORT_MONTHS[month]
        + ("." if french.SHORT_MONTHS[month] != french.MONTHS[month] else ""),
        "ab3": french.SHORTER_MONTHS[month],
        "wd": french.WEEKDAYS[day.weekday()],
        "wd3": french.WEEKDAYS[day.weekday()][:3],
    }


_EXTRA: Final[dict[str, Callable[[date], str]]] = {
    "plain": lambda day: fold(french.MONTHS[day.month - 1]),
    "Mon": lambda day: french.MONTHS[day.month - 1].capitalize(),
    "MON": lambda day: french.MONTHS[day.month - 1].upper(),
    "AB3": lambda day: french.SHORTER_MONTHS[day.month - 1].upper(),
    "DE": lambda day: "1ER" if day.day == 1 else str(day.day),
    "Wd": lambda day: french.WEEKDAYS[day.weekday()].capitalize(),
    "WD": lambda day: french.WEEKDAYS[day.weekday()].upper(),
    "eng": lambda day: french.ENGLISH_MONTHS[day.month - 1],
    "ENG": lambda day: french.ENGLISH_MONTHS[day.month - 1].upper(),
    "Ewd": lambda day: french.ENGLISH_WEEKDAYS[day.weekday()],
    "rom": lambda day: french.ROMAN[day.month - 1],
    "words": lambda day: "premier" if day.day == 1 else french.number_words(day.day),
    "yearwords": lambda day: french.number_words(day.year),
}


def _writer(pattern: str) -> Callable[[Any, Random], str]:
    extra = [name for name in _EXTRA if "{" + name + "}" in pattern]

    def write(day: date, rng: Random) -> str:
        fields = _fields(day)
        for name in extra:
            fields[name] = _EXTRA[name](day)
        return pattern.format(**fields)

    return write


def any_day(rng: Random) -> date:
    """A day of the last years, for a form shown alone."""
    return date(2008, 1, 1) + timedelta(days=int(rng.random() * 6200))


def any_birth(rng: Random) -> date:
    return date(1927, 1, 1) + timedelta(days=int(rng.random() * 35000))


def _forms(rows: tuple[Row, ...], tag: str, subtype: str = "DATE") -> list[Form]:
    sample = any_birth if subtype == "DATE_NAISSANCE" else any_day
    return [
        Form(subtype, name, _writer(pattern), weight, frozenset({tag, *tags.split()}), sample)
        for name, tags, weight, pattern in rows
    ]


def _prefixed(words: tuple[str, ...]) -> Callable[[Any, Random], Fragment]:
    def write(day: date, rng: Random) -> Fragment:
        fields = _fields(day)
        return (Piece(rng.choice(words)), Piece(f"{fields['mon']} {fields['yyyy']}", "DATE"))

    return write


_FEASTS: Final = ("Noël", "Toussaint", "Pâques", "Pentecôte", "rentrée", "Ascension")
_SEASONS: Final = ("printemps", "été", "automne", "hiver")


def _quarter(day: date, rng: Random) -> str:
    quarter = (day.month - 1) // 3 + 1
    shown = rng.choice(("T{q} {y}", "{q}e trimestre {y}", "Q{q} {y}", "{q}T{y}", "S{h} {y}"))
    return shown.format(q=quarter, y=day.year, h=1 + quarter // 3)


def _decade(day: date, rng: Random) -> Fragment:
    decade = day.year // 10 * 10
    return (
        Piece("années "),
        Piece(str(decade % 100 or decade if decade < 2000 else decade), "DATE"),
    )


DAYS: Final = FormSet.of(
    [*_forms(_COURT, "court"), *_forms(_LONG, "long"), *_forms(_JM, "jm"), *_forms(_JOUR, "jour")]
)
MONTHS: Final = FormSet.of(
    [
        *_forms(_MOIS, "mois"),
        Form("DATE", "début mois aaaa", _prefixed(("début ", "fin ", "mi-", "courant ", "mi ")), 1.5,
             frozenset({"mois", "sans_en"}), any_day),
        Form("DATE", "saison aaaa", lambda d, r: f"{r.choice(_SEASONS)} {d.year}", 0.7,
             frozenset({"mois", "sans_en"}), any_day),
        Form("DATE", "fête aaaa", lambda d, r: f"{r.choice(_FEASTS)} {d.year}", 0.4,
             frozenset({"mois", "sans_en"}), any_day),
        Form("DATE", "trimestre aaaa", _quarter, 0.4, frozenset({"mois", "sans_en"}), any_day),
    ]
)  # fmt: skip
YEARS: Final = FormSet.of(
    [
        *_forms(_ANNEE, "annee"),
        Form("DATE", "années 80", _decade, 0.3, frozenset({"annee", "sans_en"}), any_day),
    ]
)
BIRTHS: Final = FormSet.of(
    form
    for rows, tag in ((_COURT, "court"), (_LONG, "long"))
    for form in _forms(rows, tag, "DATE_NAISSANCE")
)

_CLOCKS: Final[tuple[tuple[str, str], ...]] = (
    ("à 14h30", " à {h}h{mi}"), ("14:30", " {h}:{mi}"), ("14h", " {h}h"), ("à 14 h 30", " à {h} h {mi}"),
    ("-14h30", "-{h}h{mi}"), ("T14:30:00", "T{h}:{mi}:00"), ("_1430", "_{h}{mi}"), ("(14h30)", " ({h}h{mi})"),
    (", 14h30", ", {h}h{mi}"), (" - 14:30:05", " - {h}:{mi}:05"), ("/ 14H30", " / {h}H{mi}"), ("vers 14h", " vers {h}h"),
)  # fmt: skip


def _timed(clock: str) -> Callable[[Any, Random], Fragment]:
    def write(day: date, rng: Random) -> Fragment:
        hour, minute = f"{rng.randrange(24):02d}", f"{rng.randrange(60):02d}"
        is_machine = clock.startswith(("T", "_"))
        if is_machine:
            forms = _ISO if rng.random() < 0.8 else _NUMERIC
        else:
            forms = _NUMERIC if rng.random() < 0.75 else _SPOKEN
        return (*forms.draw(rng).render(day, rng), Piece(clock.format(h=hour, mi=minute)))

    return write


_NUMERIC: Final = FormSet.of(_forms(_COURT[:9], "court"))
_ISO: Final = DAYS.tagged("iso")
_SPOKEN: Final = DAYS.without("article", "iso")
TIMED: Final = FormSet.of(
    Form("DATE", f"date {name}", _timed(clock), 1.0, frozenset({"heure"}), any_day)
    for name, clock in _CLOCKS
)
