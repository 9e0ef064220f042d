"""Parse French dates as notes write them, so that another date can be written in the same form.

`parse_date(text).render(parse_date(text).fields) == text` always: a text that would not come back
unchanged is not parsed (None), and the caller falls back on a random value of the same shape. A text
with a scanning or a spelling error comes back mended (see `WrittenDate`).
"""

import calendar
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from privacy.domain.text import Case, fold_phrase, strip_accents
from privacy.domain.time.forms import DateFields, Kind, Piece, Writing, WrittenDate
from privacy.domain.time.mending import is_american, mend, misspelt, together, without_clock
from privacy.domain.time.numerals import NUMBER_WORD
from privacy.domain.time.pieces import Padding, named_pieces, numeric_pieces, pieces_of, spaced
from privacy.domain.time.roles import ENGLISH_ENDINGS, Roles, Y, roles
from privacy.domain.time.tokens import (
    DECADE,
    JOIN,
    MONTH,
    NUMBER,
    SEASON,
    WEEKDAY,
    Atom,
    lex,
)

DEFAULT_PIVOT: Final = 2030
LONGEST: Final = 80  # characters of a text that may be a date
_PLAIN: Final = re.compile(r"(\d\d?)([/.\- ])(\d\d?)(?:\2(\d{4}|\d\d))?", re.ASCII)
_NAMED: Final = re.compile(r"([0-9]{1,2}) ([^\W\d_]+)(?: ([0-9]{4}))?")
_SHORT_YEAR: Final = re.compile(
    r"((?:(?:depuis|vers|avant|apr[èe]s|d[èe]s|jusqu['’]|de|la|à la)\s?)*"
    r"(?:(?:en|fin|courant|d[ée]but|an|l['’]an|l['’]ann[ée]e|ann[ée]e)\s(?:de\s)?|mi[\s-])['’]?|['’])(\d\d?)",
    re.IGNORECASE | re.ASCII,
)
_TWO_NUMBERS: Final = re.compile(r"(\d\d?)([/.\-])(\d\d?)", re.ASCII)
# « L 21/01 », « M. 22/01 », « Ma 22 », « L21/01 »: an initial would tell the weekday
INITIAL: Final = re.compile(
    r"(?P<initial>lu|ma|me|je|ve|sa|di|[LMJVSD](?=[. ])|(?-i:[LMJVD](?=\d\d?[/.]\d\d?(?!\d))|S(?=\d\d[/.]\d\d?(?!\d))))[. ]{0,2}\d\d?(?!\d)",
    re.IGNORECASE,
)
# of a whole date in figures it goes, and the date is read: « L 04/01/21 », « le L 04/01/21 », « (L 04/01/21) »
INITIAL_OF_DATE: Final = re.compile(
    r"\A(?P<head>\W{0,3}(?:(?:depuis|d[èe]s|vers|avant|apr[èe]s|n[ée]{1,2})\s)?(?:(?:le|du|au|ce|de)\s)?)"
    r"(?:lu|ma|me|je|ve|sa|di|[LMJVSD])[. ]{0,2}"
    r"(?=\d\d?(?P<sign>[/.\-])\d\d?(?P=sign)(?:\d\d|\d{4})\W{0,3}\Z)",
    re.IGNORECASE,
)
# « 12/03 M », « 12/03/2019 (V.) »: months or a weekday, as it happens
FINAL_OF_DATE: Final = re.compile(
    r"(?<=\d[/.\-]\d)(?P<digits>\d?(?:[/.\-](?:\d{4}|\d\d))?)[ \xa0]?[(\[]?(?<![^\W_])(?-i:[LMJVSD]|L[uU]|M[aAeE]|J[eE]|V[eE]|S[aA]|D[iI])\.?[)\]]?\Z",
)
# « 3 trimestres » are no date, whatever their number
COUNT: Final = re.compile(
    r"\d\s(?:trimestres|semestres|ans|ann[ée]es?|mois|nuits|d[ée]cennies?)\b|\b1\s(?:an|nuit)\b|\b1\s(?:trimestre|semestre)(?!\s?\d)\b"
    # « deux ans » is no second of a month
    rf"|(?<![^\W\d_]){NUMBER_WORD}\s(?:ans?|ann[ée]es?|mois|trimestres?|semestres?|d[ée]cennies?)\b"
    r"|\d\+?\s?(?:ans|mois|an)\Z|\A\d{1,3}S\Z"  # « 18mois », « 3S »
    # « 3e mois », « mois 3 »: counted from some event
    r"|\d(?:er|[èe]?re|e|[èe]me)\s(?:mois|ann[ée]e)\Z|\bmois\s\d{1,3}\Z",
    re.IGNORECASE,
)
_LONE_DIGIT: Final = re.compile(r"[^\W\d_]\.?[ \-](?=\d\Z)")
_IN_DECADE: Final = re.compile(r"\b((?:ann[ée]es|d[ée]cennie)\s)(\d|\d{3})?\d\Z", re.IGNORECASE)
_MOMENTS: Final = frozenset(("matin", "midi", "soir"))  # of no month
_DECADE: Final = re.compile(r"\b(?:annees|decennie)\b")
# digits alone, cut in fields: the first widths that make a plausible date
_GLUED: Final = {
    8: ((2, 2, 4), (4, 2, 2)),
    7: ((1, 2, 4),),
    6: ((2, 2, 2), (2, 4)),
    5: ((1, 4),),
    4: ((2, 2),),
}
_ENGLISH_SHORT: Final = frozenset(("jan", "mar", "jun", "jul", "sep", "oct", "nov", "dec"))


def parse_date(
    text: str, *, pivot: int = DEFAULT_PIVOT, lenient: bool = False, exact: bool = False
) -> WrittenDate | None:
    """Read one date; `pivot` is the last year that a two-digit year may mean. None: not understood.

    `lenient` accepts days that no calendar has (« 31/02/2020 »), for their shape alone; `exact` mends nothing.
    """
    if not 0 < len(text) <= LONGEST:
        return None
    # figures and a month's name alone are neither a weekday's initial nor a count: most dates are such
    plain = None if lenient else plain_numbers(text, pivot) or named_month(text)
    if plain is not None:
        return plain
    if INITIAL.match(text) or COUNT.search(text):
        return None
    plain = short_year(text, pivot)
    if plain is not None:
        return plain
    before, body, after = without_clock(text)
    joined, spacer = together(body)
    apart = joined != body and not spacer
    us = is_american(after) or is_american(before)
    found = _read(joined, pivot, us=us, lenient=lenient)
    if found is None or not _comes_back(found, joined):
        wanted = not exact
        found = _mended(joined, pivot, us=us, lenient=lenient, found=found) if wanted else None
    elif apart or _shown(found) != joined:
        found = replace(found, mended=True)
    if found is None:
        return None
    pieces = tuple(spaced(found.pieces, spacer)) if spacer else found.pieces
    pieces = (_literal(before), *pieces, _literal(after)) if before or after else pieces
    return replace(found, pieces=pieces)


def plain_numbers(text: str, pivot: int) -> WrittenDate | None:
    """« 12/02/2020 », « 12.02 »: by far the most frequent forms, read without the grammar."""
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    first, sep, second, last = match.groups()
    day, month = int(first), int(second)
    if not 1 <= month <= 12:
        return None
    year = complete(int(last), len(last), pivot) if last else None
    if not _exists(day, month, year):
        return None
    widths = (len(first), len(second), len(last or ""))
    pieces = numeric_pieces(sep, widths, (day < 10, month < 10))
    return WrittenDate(DateFields(year, month, day), pieces)


def named_month(text: str) -> WrittenDate | None:
    """« 12 mars 2020 », « 3 mai »: the most frequent forms with a name, read without the grammar."""
    match = _NAMED.fullmatch(text)
    if match is None:
        return None
    first, name, last = match.groups()
    day, year = int(first), int(last) if last else None
    found = named_pieces(name, min(day, 10), len(first), dated=year is not None)
    if found is None or not _exists(day, found[0], year):
        return None
    return WrittenDate(DateFields(year, found[0], day), found[1])


def short_year(text: str, pivot: int, *, before: str = "") -> WrittenDate | None:
    """« en 98 », « fin 05 », « '12 », never a day; `before`: what stands before the text."""
    match = _SHORT_YEAR.fullmatch(before + text)
    if match is None or len(match[1]) < len(before):
        return None
    pieces = (_literal(match[1][len(before) :]), Piece(Y, writing=Writing.TWO_DIGITS))
    return WrittenDate(DateFields(complete(int(match[2]), 2, pivot)), pieces)


def month_of_year(text: str, pivot: int, near: date) -> WrittenDate | None:
    """« 03/12 » where no day can stand: March 2012. Where the first number is no month the second one is, the last before a day (« 30/9 »);
    where none is, it is a year (« 98/99 »)."""
    match = _TWO_NUMBERS.fullmatch(text)
    # written as with a year that can be no month
    form = match and parse_date(f"09{match[2]}99", pivot=pivot)
    if match is None or form is None:
        return None
    first, last = int(match[1]), int(match[3])
    if 1 <= first <= 12 or not 1 <= last <= 12:
        month = first if 1 <= first <= 12 else 1
        return WrittenDate(DateFields(complete(last, len(match[3]), pivot), month), form.pieces)
    return WrittenDate(DateFields(near.year - (last > near.month), last), form.pieces)


def _exists(day: int, month: int, year: int | None) -> bool:
    """True for a day of the calendar; without its year, 29 February is one."""
    if year is not None and not 1000 <= year <= 2999:
        return False
    return 1 <= day <= 28 or 28 < day <= calendar.monthrange(year or 2000, month)[1]


def _literal(text: str) -> Piece:
    return Piece(Kind.LITERAL, literal=text)


def _comes_back(found: WrittenDate, text: str) -> bool:
    return _shown(found) in (text, _padded(text))


def _padded(text: str) -> str:
    """« jan 9 » is written « jan 09 », « années 2009 » « années 2000 », « années 9 » « années 00 »."""
    in_decade = _IN_DECADE.search(text)
    if in_decade is not None:
        return text[: in_decade.end(1)] + f"{in_decade[2] or 0}0"
    return _LONE_DIGIT.sub(r"\g<0>0", text)


def _shown(found: WrittenDate) -> str:
    return found.render(found.fields)


def _mended(
    text: str, pivot: int, *, us: bool, lenient: bool, found: WrittenDate | None
) -> WrittenDate | None:
    """A misspelt name that was read, else the first mended text that is a date."""
    if found is not None and misspelt(_shown(found), _padded(text)):
        return replace(found, mended=True)
    for candidate in mend(text):
        again = _read(candidate, pivot, us=us, lenient=lenient)
        if again is not None and _comes_back(again, candidate):
            return replace(again, mended=True)
    return None


def _read(text: str, pivot: int, *, us: bool, lenient: bool) -> WrittenDate | None:
    atoms = glued(text) if text.isdigit() and text.isascii() else None
    glue = atoms is not None
    atoms = atoms or lex(text)
    return (
        None if atoms is None else assemble(settle(atoms), pivot, us=us, lenient=lenient, glue=glue)
    )


def assemble(
    atoms: Sequence[Atom],
    pivot: int,
    *,
    us: bool = False,
    lenient: bool = False,
    glue: bool = False,
    style: Padding | None = None,
) -> WrittenDate | None:
    """The date that the atoms make; `style` is the padding of the expression that they are part of."""
    found = roles(atoms, us=us)
    if not found:
        return None
    marked = [atom for atom in atoms if atom.kind and atom.kind != JOIN]
    fields = fields_from(marked, found, pivot, lenient=lenient)
    if fields is None:
        return None
    return WrittenDate(fields, tuple(pieces_of(atoms, marked, found, glue=glue, style=style)))


def fields_from(
    marked: Sequence[Atom], found: Roles, pivot: int, *, lenient: bool = False
) -> DateFields | None:
    """What the atoms say; None when no calendar has it."""
    values: dict[str, int] = {}
    for atom, role in zip(marked, found, strict=True):
        if role is Y and atom.years_before:
            continue
        name, value = _field(atom, role, pivot)
        values[name] = value
    if "week" in values and not _thursday_of(values):
        return None
    fields = DateFields(**values)
    if fields.year is not None and not 1000 <= fields.year <= 2999:
        return None
    if fields.day is not None and fields.month is not None and not lenient:
        longest = calendar.monthrange(fields.year or 2000, fields.month)[1]
        return fields if fields.day <= longest else None
    return fields


def _thursday_of(values: dict[str, int]) -> bool:
    """Write the Thursday of a week and its year in the place of both; False when that year has no such week."""
    if "year" not in values:
        return 1 <= values["week"] <= 53
    try:
        day = date.fromisocalendar(values["year"], values.pop("week"), 4)
    except ValueError:
        return False
    values |= {"month": day.month, "day": day.day}
    return True


def _field(atom: Atom, role: Kind, pivot: int) -> tuple[str, int]:
    """Field and value: a quarter, a semester stand for a month in their middle, a decade for its fifth year."""
    if role is Y:
        return "year", complete(atom.value, atom.digits, pivot)
    if role is Kind.DECADE:
        return "year", complete(atom.value, atom.digits, pivot) + 5
    if role is Kind.QUARTER:
        return "month", 3 * atom.value - 1
    if role is Kind.SEMESTER:
        return "month", 6 * atom.value - 2
    return ("month" if role is Kind.SEASON else role.value), atom.value


def complete(year: int, digits: int, pivot: int) -> int:
    """Two-digit years end at the pivot: with pivot 2024, « 24 » is 2024 and « 25 » is 1925; so do those of one digit."""
    if digits not in (1, 2):
        return year
    century = pivot // 100 * 100
    return century + year if century + year <= pivot else century - 100 + year


def glued(text: str) -> list[Atom] | None:
    """« 23022018 », « 230218 », « 20180223 », « 032019 », « 2302 »: digits alone, cut in fields."""
    if len(text) == 4 and 1850 <= int(text) <= 2150:
        return None
    for widths in _GLUED.get(len(text), ()):
        parts: list[Atom] = []
        at = 0
        for width in widths:
            part = text[at : at + width]
            parts.append(Atom(part, NUMBER, int(part), width))
            at += width
        found = roles(parts)
        # « 032019 » is a month and its year, not 20 March 2019 in American order
        american = len(text) == 6 and found == [Kind.MONTH, Kind.DAY, Kind.YEAR]
        if found is not None and not american and _plausible(parts, found):
            return parts
    return None


def _plausible(parts: Sequence[Atom], found: Roles) -> bool:
    years = [part.value for part, role in zip(parts, found, strict=True) if role is Y]
    days = [f for f in (fields_from(parts, found, DEFAULT_PIVOT),) if f is None]
    return not days and all(year < 100 or 1850 <= year <= 2150 for year in years)


def settle(atoms: list[Atom]) -> list[Atom]:
    """Decide what words alone leave open: « mar » (March, Tuesday), « années 80 », English, two winter years."""
    marked = [at for at, atom in enumerate(atoms) if atom.kind and atom.kind != JOIN]
    _settle_march(atoms, marked)
    _settle_decade(atoms, marked)
    _settle_english(atoms, marked)
    _settle_winter(atoms, marked)
    return atoms


def _settle_march(atoms: list[Atom], marked: Sequence[int]) -> None:
    """« mar » is March beside a year, or a day alone; Tuesday before or behind the rest of a date, and in « mar matin »."""
    if len(marked) == 1 and any(fold_phrase(atom.text) in _MOMENTS for atom in atoms):
        _to_weekday(atoms, marked[0])
    for at in {marked[0], marked[-1]} if len(marked) > 1 else ():
        atom, others = atoms[at], [atoms[other] for other in marked if other != at]
        if atom.style is None or not _is_mar(atom):
            continue
        alone, point = len(others) == 1, atom.style.point
        if at == marked[-1]:
            # « Ven 1 mar », « Mar 5 mar »: the weekday stands first
            is_month = others[0].kind == (NUMBER if alone else WEEKDAY) or _is_mar(others[0])
        else:
            american = len(others) == 2 and others[1].digits == 4
            ranked = (
                alone and others[0].suffix.lower() in ENGLISH_ENDINGS
            )  # « Mar 9th » like « Mar 10th »
            is_month = american or ranked or (alone and others[0].digits > 1 + point + point)
        if not is_month:
            _to_weekday(atoms, at)


def _to_weekday(atoms: list[Atom], at: int) -> None:
    atom = atoms[at]
    if atom.style is not None and _is_mar(atom):
        atoms[at] = Atom(atom.text, WEEKDAY, 1, style=replace(atom.style, accents=True))


def _is_mar(atom: Atom) -> bool:
    return fold_phrase(atom.text).rstrip(".") == "mar"


def _settle_decade(atoms: list[Atom], marked: Sequence[int]) -> None:
    """« années 80 », « les années 2010 » say ten years, and so do « les années 2009 »; « année 2010 » says one."""
    if len(marked) != 1 or atoms[marked[0]].kind != NUMBER:
        return
    number = atoms[marked[0]]
    before = strip_accents("".join(a.text for a in atoms[: marked[0]])).lower()
    if number.digits in (1, 2, 4) and _DECADE.search(before):
        atoms[marked[0]] = replace(number, kind=DECADE, value=number.value // 10 * 10)


def _settle_english(atoms: list[Atom], marked: Sequence[int]) -> None:
    """« 03-Mar-2020 » and « Mar 3, 2020 » are English; « nov-19 » and « 12 oct 2020 » French."""
    names = [at for at in marked if atoms[at].kind == MONTH and atoms[at].style is not None]
    if len(names) != 1 or len(marked) < 3:
        return
    at = names[0]
    atom, style = atoms[at], atoms[at].style
    if style is None or style.case is not Case.TITLE or atom.text.lower() not in _ENGLISH_SHORT:
        return
    first = at == marked[0]
    hyphens = at > 0 and at + 1 < len(atoms) and atoms[at - 1].text == atoms[at + 1].text == "-"
    if first or hyphens:
        atoms[at] = replace(atom, style=replace(style, english=True, accents=True))


def _settle_winter(atoms: list[Atom], marked: Sequence[int]) -> None:
    """« hiver 2019-2020 » is the winter of 2020; the first year is written one before."""
    if len(marked) != 3 or atoms[marked[0]].kind != SEASON:
        return
    first, last = atoms[marked[1]], atoms[marked[2]]
    if first.kind == last.kind == NUMBER and (first.value + 1) % 100 == last.value % 100:
        atoms[marked[1]] = replace(first, years_before=1)
