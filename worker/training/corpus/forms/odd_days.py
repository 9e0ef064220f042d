"""Dates that no calendar writes: nights, feasts, seasons, decades, cut, engraved and foreign ones.

Every writer gives pieces: what the conventions leave outside (articles, "nuit du") is unmarked.
"""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from typing import Any, Final

from worker.training.corpus.forms import french
from worker.training.corpus.forms.base import Form, FormSet
from worker.training.corpus.forms.dates import any_day
from worker.training.corpus.marked import Fragment, Piece

_SEASONS: Final = ("le printemps", "l'été", "l'automne", "l'hiver")
_FEASTS: Final = ("Noël", "Pâques", "la Toussaint", "Pentecôte", "l'Ascension", "la Saint-Jean", "la Chandeleur", "Mardi gras", "l'Aïd", "Yom Kippour", "la Saint-Sylvestre", "la Pentecôte",
    "l'Épiphanie", "Carnaval", "le ramadan", "Hanoucca", "la Saint-Valentin", "la fête des mères", "le Nouvel An", "le jour de l'An", "Halloween", "l'Assomption", "Roch Hachana", "les Rameaux", "la Saint-Martin")  # fmt: skip
_BARE_FEASTS: Final = ("Noël", "Pâques", "Pentecôte", "Mardi gras", "Toussaint", "Ascension", "Carnaval", "Halloween", "noel", "paques", "toussaint")  # fmt: skip
_MOMENTS: Final = ("avant", "après", "depuis", "vers", "peu avant", "peu après", "juste avant")
_FOREIGN: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "es": ("{d} de {m} de {y}", ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre")),
    "pt": ("{d} de {m} de {y}", ("janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro")),
    "it": ("{d} {m} {y}", ("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre")),
    "de": ("{d}. {m} {y}", ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember")),
    "nl": ("{d} {m} {y}", ("januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december")),
    "en": ("{m} {d}, {y}", ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")),
    "en2": ("{d} {m} {y}", ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")),
    "pl": ("{d} {m} {y}", ("stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października", "listopada", "grudnia")),
    "ro": ("{d} {m} {y}", ("ianuarie", "februarie", "martie", "aprilie", "mai", "iunie", "iulie", "august", "septembrie", "octombrie", "noiembrie", "decembrie")),
}  # fmt: skip
_ENDS: Final = ("th", "st", "nd", "rd")


def foreign(day: date, rng: Random) -> str:
    """ "3 de mayo de 2019", "May 3rd, 2019", "3. Mai 2019"; the year is left out now and then."""
    tongue = rng.choice(tuple(_FOREIGN))
    pattern, months = _FOREIGN[tongue]
    shown = str(day.day)
    if tongue.startswith("en") and rng.random() < 0.4:
        last = 0 if day.day in {11, 12, 13} or day.day % 10 > 3 else day.day % 10
        shown += _ENDS[last]
    text = pattern.format(d=shown, m=months[day.month - 1], y=day.year)
    draw = rng.random()
    if draw < 0.15:
        text = text.rsplit(" ", 1)[0].removesuffix(" de").rstrip(",")
    return text.upper() if draw > 0.93 else text.lower() if draw > 0.86 else text


def _month(day: date) -> str:
    return french.MONTHS[day.month - 1]


def _night(day: date, rng: Random) -> Fragment:
    """ "nuit du 12 au 13 mars": each day is a mark."""
    after = day + timedelta(days=1)
    first, last = rng.choice((
        (str(day.day), f"{after.day} {_month(after)}"), (str(day.day), f"{after.day} {_month(after)} {after.year}"), (f"{day:%d/%m}", f"{after:%d/%m}"), (str(day.day), str(after.day)),
        (f"{day:%d}", f"{after:%d/%m/%y}"), (f"{french.WEEKDAYS[day.weekday()]} {day.day}", f"{french.WEEKDAYS[after.weekday()]} {after.day}"), (str(day.day), f"{after:%d/%m}"),
        (f"{day.day} {_month(day)}", f"{after.day} {_month(after)}"), (f"{day:%d.%m}", f"{after:%d.%m.%Y}"),
    ))  # fmt: skip
    head, joint = rng.choice((("nuit du ", " au "), ("nuit du ", " au "), ("nuit ", "-"), ("nuit ", "/"), ("nuit du ", "-"), ("nuit du ", "/"), ("nuit des ", "-")))  # fmt: skip
    return Piece(head), Piece(first, "DATE"), Piece(joint), Piece(last, "DATE")


def _short_end(day: date, rng: Random) -> Fragment:
    """Ranges whose one end is short: "12-19/06/23", "12 au 19/6", "du 3 au 7"."""
    last = day + timedelta(days=rng.randrange(2, 9))
    if last.month != day.month:
        day = day.replace(day=1)
        last = day + timedelta(days=rng.randrange(2, 9))
    first, joint, end = rng.choice((
        ("{a}", "-", "{b}/{mm}/{yy}"), ("{a}", "-", "{b}/{mm}"), ("{a}", " au ", "{b}/{m}"), ("{a}", "/", "{b} {mon}"), ("{a}", "-", "{b} {mon} {yyyy}"), ("{a}", "→", "{b}/{mm}"), ("{a}", ">", "{b}/{mm}"), ("{a}", " - ", "{b}.{mm}.{yy}"),
        ("{a}/{mm}", "-", "{b}"), ("{a}/{mm}", " au ", "{b}"), ("{a}/{m}", "→", "{b}/{m}"), ("{a}", " et ", "{b}/{mm}"), ("{a}", ", ", "{b}/{mm}/{yy}"), ("{a}", "_", "{b}/{mm}/{yyyy}"), ("{a}", "à", "{b}/{mm}"), ("{a}.{mm}", "-", "{b}.{mm}"),
    ))  # fmt: skip
    fields = {"a": day.day, "b": last.day, "m": last.month, "mm": f"{last.month:02d}", "yy": f"{last.year % 100:02d}", "yyyy": last.year, "mon": _month(last)}  # fmt: skip
    return (
        Piece(first.format(**fields), "DATE"),
        Piece(joint),
        Piece(end.format(**fields), "DATE"),
    )


def _split_article(text: str) -> Fragment:
    """An article stays outside the mark: "l'[automne]", "la [Toussaint]"."""
    for article in ("l'", "la ", "le ", "les "):
        if text.startswith(article):
            return Piece(article), Piece(text[len(article) :], "DATE")
    return (Piece(text, "DATE"),)


def _season(day: date, rng: Random) -> Fragment:
    return _split_article(rng.choice(_SEASONS))


def _feast(day: date, rng: Random) -> Fragment:
    return _split_article(rng.choice(_FEASTS))


def _moment(day: date, rng: Random) -> Fragment:
    """ "peu avant la [Toussaint]", "vers [Noël]"."""
    return (Piece(rng.choice(_MOMENTS) + " "), *_feast(day, rng))


def _decade(day: date, rng: Random) -> Fragment:
    decade = day.year // 10 * 10
    short = f"{decade % 100:02d}"
    words = french.number_words(decade % 100) if decade < 2000 else french.number_words(decade)
    head, body = rng.choice((("années ", short), ("annees ", short), ("années ", str(decade)), ("années ", words), ("décennie ", str(decade)), ("fin des années ", short), ("début des années ", short),
        ("milieu des années ", short), ("années ", f"{short}-{(decade + 10) % 100:02d}"), ("années ", f"{short}/{(decade + 10) % 100:02d}")))  # fmt: skip
    return Piece(head), Piece(body, "DATE")


def _cut(day: date, rng: Random) -> str:
    """A scanner's or a line's end in the middle of the date; still one mark."""
    mon, d, y = _month(day), day.day, day.year
    at = rng.randrange(1, len(mon)) if len(mon) > 3 else len(mon)
    choices = [f"{d} {mon}\n{y}", f"{d}\n{mon} {y}", f"{day:%d/%m}/\n{y}", f"{day:%d/}\n{day:%m/%Y}", f"{day:%d/%m/%Y}"[:8] + "-\n" + f"{day:%Y}"[2:], f"{day:%d}/ {day:%m} /{y}", f"{day:%d} /{day:%m}/ {y}", f"{day:%d}l{day:%m}l{y}",
        f"{day:%d}I{day:%m}I{y}", f"{day:%d/%m/}{str(y).replace('0', 'O')}", f"{day:%d.%m}. {y}", f"{day:%d}|{day:%m}/{y}", f"{day:%d,%m,%Y}", f"{day:%d/%m/} {y}", f"{d} {mon} {str(y)[:2]} {str(y)[2:]}", f"{day:%d /%m}", f"{day:%d%m}/{y}"]  # fmt: skip
    if at < len(mon):
        choices += [f"{d} {mon[:at]}-\n{mon[at:]} {y}", f"{d} {mon[:at]} {mon[at:]} {y}"]
    return rng.choice(choices)


def _engraved(day: date, rng: Random) -> str:
    """As on a stamp, a ring or a plate: "12-9-64", "3.V.71", "XII-58"."""
    year, roman = f"{day.year % 100:02d}", french.ROMAN[day.month - 1]
    return rng.choice((f"{day.day}-{day.month}-{year}", f"{day.day}.{day.month}.{year}", f"{day.day} . {day.month} . {year}", f"{day.day}·{day.month}·{day.year}", f"{day.day}.{roman}.{year}",
        f"{day.day}-{roman}-{day.year}", f"{roman}-{year}", f"{day.day}/{roman}/{year}", f"{day.day} {roman} {day.year}", f"{day:%d%m%y}", f"{day.day} - {day.month} - {year}"))  # fmt: skip


def _year2(day: date, rng: Random) -> str:
    return rng.choice((f"{day.year % 100:02d}", f"{day.year % 100:02d}", f"'{day.year % 100:02d}"))


def _bare_month(day: date, rng: Random) -> str:
    month = _month(day)
    return rng.choice((month, month, month.capitalize(), french.SHORT_MONTHS[day.month - 1], month.upper(), f"{month} dernier", f"{month}-{french.MONTHS[day.month % 12]}"))  # fmt: skip


def _cell(day: date, rng: Random) -> str:
    """As short as a column wants it."""
    return rng.choice((f"{day.day}/{day.month}", f"{day:%d/%m}", f"{day.day}.{day.month}", f"{day.day}/{day.month}/{day.year % 100:02d}", f"{day.day}{french.SHORT_MONTHS[day.month - 1]}", f"{day:%d-%m}", f"{day.day}/{day:%m}", f"{day:%d%m}"))  # fmt: skip


_Write = Callable[[Any, Random], Fragment | str]
_ROWS: Final[tuple[tuple[str, str, _Write], ...]] = (
    ("nuit", "nuit du 3 au 4 mai", _night),
    ("bref", "3-7/05/21", _short_end),
    ("saison", "l'automne", _season),
    ("fete", "la Toussaint", _feast),
    ("moment", "peu avant Noël", _moment),
    ("fetenue", "Toussaint", lambda d, r: r.choice(_BARE_FEASTS)),
    ("decennie", "années 80 (variantes)", _decade),
    ("coupee", "date coupée", _cut),
    ("gravee", "12-9-64", _engraved),
    ("etranger", "3 de mayo de 2019", foreign),
    ("an", "99", _year2),
    ("moisnu", "mai (seul)", _bare_month),
    ("cellule", "4/10 (colonne)", _cell),
)
ODD_DAYS: Final[dict[str, FormSet]] = {
    part: FormSet.of([Form("DATE", name, write, 1.0, frozenset({"rare", part}), any_day)])
    for part, name, write in _ROWS
}
