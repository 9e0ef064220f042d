"""Which field each atom of a date is: day, month, year, weekday, quarter, semester, season, decade."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from privacy.domain.time.forms import Kind
from privacy.domain.time.lexicon import Width
from privacy.domain.time.tokens import (
    DECADE,
    JOIN,
    MONTH,
    NUMBER,
    QUARTER,
    SEASON,
    SEMESTER,
    WEEK,
    WEEKDAY,
    Atom,
)

Roles = list[Kind]
_SLASH_DASH: Final = ["/", "-"]  # « 9/3-19 »; « 12-14/02 » are two days
Y, M, D, W = Kind.YEAR, Kind.MONTH, Kind.DAY, Kind.WEEKDAY
_PERIODS: Final = {
    QUARTER: Kind.QUARTER,
    SEMESTER: Kind.SEMESTER,
    SEASON: Kind.SEASON,
    DECADE: Kind.DECADE,
    WEEK: Kind.WEEK,
}
_LETTERS: Final = re.compile(r"[^\W\d_]")
_OF_YEARS: Final = frozenset("-'’")
RANK_ENDINGS: Final = frozenset(("e", "eme", "ème", "nd", "nde"))
ENGLISH_ENDINGS: Final = frozenset(("st", "nd", "rd", "th"))


def _is_year(atom: Atom) -> bool:
    return atom.digits == 4 or (atom.digits == 0 and atom.value > 1000)


def _is_day(atom: Atom) -> bool:
    return 1 <= atom.value <= 31 and atom.digits <= 2


def _is_month(atom: Atom) -> bool:
    return 1 <= atom.value <= 12 and 1 <= atom.digits <= 2


def _short_year(atom: Atom) -> bool:
    return atom.digits == 2


def _any_year(atom: Atom) -> bool:
    return not atom.suffix and (_is_year(atom) or _short_year(atom))


def _three(numbers: Sequence[Atom], seps: Sequence[str], *, us: bool) -> Roles | None:
    """Numbers only: Y-M-D when the year comes first, else D/M/Y, else M/D/Y when that alone is a date."""
    a, b, c = numbers
    same = seps[0] == seps[1]
    if _is_year(a) and _is_month(b) and _is_day(c):
        return [Y, M, D] if same else None
    # « 12-14/02 » is no date: its separators differ and no year is written out
    if not (_is_year(c) or (_short_year(c) and (same or seps == _SLASH_DASH))):
        return None
    american = same and _is_month(a) and _is_day(b)
    if _is_day(a) and _is_month(b) and not (us and american):
        return [D, M, Y]
    if american:
        return [M, D, Y]
    whole = _short_year(a) and _is_month(b) and _short_year(c) and _is_day(c) and same
    return [Y, M, D] if whole and not _is_day(a) else None


def _two(numbers: Sequence[Atom], _: Sequence[str], *, us: bool) -> Roles | None:
    """« 12/02 » is a day and a month; « 03/2019 », « 03/19 » a month and a year."""
    a, b = numbers
    if _is_month(a) and _is_year(b):
        return [M, Y]
    if _is_year(a) and _is_month(b):
        return [Y, M]
    if us and _is_month(a) and _is_day(b):
        return [M, D]
    if _is_day(a) and _is_month(b):
        return [D, M]
    return [M, Y] if _is_month(a) and _short_year(b) else None


def _one(numbers: Sequence[Atom], _: Sequence[str], *, us: bool) -> Roles | None:
    del us
    if _is_year(numbers[0]):
        return [Y]
    if _is_day(numbers[0]):
        return [D]
    return [Y] if _short_year(numbers[0]) else None


_BY_COUNT: Final[dict[int, Callable[..., Roles | None]]] = {1: _one, 2: _two, 3: _three}


def _around_name(
    before: Sequence[Atom], after: Sequence[Atom], *, english: bool = False
) -> Roles | None:
    """Roles around one month name; `english`: « January 12 » is a day."""
    shape = (len(before), len(after))
    if shape == (0, 0):
        return [M]
    if shape == (1, 0):
        return [D, M] if _is_day(before[0]) else ([Y, M] if _is_year(before[0]) else None)
    if shape == (0, 1):
        if after[0].suffix in ENGLISH_ENDINGS or (english and _is_day(after[0])):
            return [M, D]
        # « jan 9 » like « jan 10 »: the year, whose zero is left out
        is_year = _any_year(after[0]) or (after[0].digits == 1 and not after[0].suffix)
        return [M, Y] if is_year else None
    if shape == (1, 1):
        if _is_day(before[0]) and _any_year(after[0]):
            return [D, M, Y]
        return [Y, M, D] if _is_year(before[0]) and _is_day(after[0]) else None
    if shape == (0, 2) and _is_day(after[0]) and _any_year(after[1]):
        return [M, D, Y]
    return None


def _around_period(marked: Sequence[Atom], rank: int) -> Roles | None:
    """« T1 2020 », « 2020-T1 », « S12 2020 », « printemps 2019 », « hiver 2019-2020 », « années 80 »."""
    kind = _PERIODS[marked[rank].kind]
    others = [atom for at, atom in enumerate(marked) if at != rank]
    if kind is Kind.DECADE:
        return None if others else [kind]
    years = [atom for atom in others if not atom.years_before]
    if kind is Kind.WEEK and not (_is_year(years[0]) if years else _in_words(marked[rank])):
        return None
    if len(years) > 1 or any(atom.kind != NUMBER or not _any_year(atom) for atom in others):
        return None
    return [Y if at != rank else kind for at in range(len(marked))]


def _in_words(week: Atom) -> bool:
    """« semaine 12 » is the latest week 12; « S12 » without a year is counted from some event."""
    return week.text[:1].isdigit()


def _bad_ending(atom: Atom) -> bool:
    """« 2e mars » and « 3rd/04 » are no French: only « 1er » and English days have an ending."""
    return atom.kind == NUMBER and atom.suffix.lower() in RANK_ENDINGS - ENGLISH_ENDINGS


def joined(gap: Sequence[Atom]) -> bool:
    """True when a word such as « au », « et » stands between two fields: they are two dates."""
    return JOIN in [atom.kind for atom in gap]


def roles(atoms: Sequence[Atom], *, us: bool = False) -> Roles | None:
    """Which field each recognised atom is, in order; None when they make no date."""
    places = [at for at, atom in enumerate(atoms) if atom.kind and atom.kind != JOIN]
    if not places or len(places) > 5 or joined(atoms[places[0] : places[-1]]):
        return None
    marked = [atoms[at] for at in places]
    if any(atom.suffix and _bad_ending(atom) for atom in marked):
        return None
    weekdays = [rank for rank, atom in enumerate(marked) if atom.kind == WEEKDAY]
    rest = [atom for atom in marked if atom.kind != WEEKDAY]
    found = _without_weekday(rest, atoms, us=us)
    if found is None or len(weekdays) > 1 or (weekdays and rest and D not in found):
        return None
    if weekdays:
        found.insert(weekdays[0], W)
    return found


def _without_weekday(rest: Sequence[Atom], atoms: Sequence[Atom], *, us: bool) -> Roles | None:
    if not rest:
        return []
    names = [rank for rank, atom in enumerate(rest) if atom.kind == MONTH]
    periods = [rank for rank, atom in enumerate(rest) if atom.kind in _PERIODS]
    if len(names) + len(periods) > 1:
        return None
    if periods:
        return _around_period(rest, periods[0])
    if names:
        style = rest[names[0]].style
        whole = style is not None and style.english and style.width is Width.FULL
        # « May-19 » like « Jun-19 », « May '19 » like « Jun '19 »
        whole = whole and _OF_YEARS.isdisjoint("".join(separators(rest, atoms)))
        return _around_name(rest[: names[0]], rest[names[0] + 1 :], english=whole)
    seps = separators(rest, atoms)
    # words between numbers: « le 12 du 03 » is a date, « 12 semaines 3 » none (its word is unknown)
    return _BY_COUNT[len(rest)](rest, seps, us=us) if len(rest) <= 3 else None


def separators(rest: Sequence[Atom], atoms: Sequence[Atom]) -> list[str]:
    """What stands between consecutive fields, without blanks."""
    seps: list[str] = []
    for left, right in pairwise(rest):
        between = atoms[_place(atoms, left) + 1 : _place(atoms, right)]
        seps.append("".join("".join(atom.text.split()) for atom in between))
    return seps


def _place(atoms: Sequence[Atom], wanted: Atom) -> int:
    return next(at for at, atom in enumerate(atoms) if atom is wanted)
