"""Several dates marked as one: « du 3 au 7 mai 2021 », « 12-14/02 », « 3, 4 et 5 mai », « 2010-2012 ».

Each date of the expression is a value of its own (its own element of the budget); what stands between them
is kept. A partial date (« 3 ») leans on its neighbours exactly as when they are marked one by one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate
from typing import Final

from privacy.domain.text import Case
from privacy.domain.time.dates import (
    COUNT,
    DEFAULT_PIVOT,
    INITIAL,
    LONGEST,
    assemble,
    complete,
    parse_date,
    settle,
)
from privacy.domain.time.forms import DateFields, Kind, Writing, WrittenDate
from privacy.domain.time.mending import APOSTROPHE, mend, misspelt, without_clock
from privacy.domain.time.pieces import Padding
from privacy.domain.time.roles import joined
from privacy.domain.time.tokens import JOIN, MONTH, NUMBER, Atom, lex

CACHED: Final = 8192
MOST: Final = 6  # dates of one expression
_STRONG: Final = re.compile(r"[,;&+–—→>\n]|\s-\s|\.-|-{2,}")
_STARTS: Final = re.compile(
    r"\b(?:d[ée]but|mi|courant|fin)\b", re.IGNORECASE
)  # « fin mars début avril »
_WEAK: Final = frozenset("-/")
# what years alone follow
_OF_YEARS: Final = r"\b(?:ann[ée]es(?:\s(?:scolair|universitair)es)?|ann[ée]e\s(?:scolair|universitair)e|saisons?|campagnes?|exercices?|promo(?:tion)?s?)\s"
_YEARS: Final = re.compile(
    rf"(?P<word>{_OF_YEARS})(?P<first>\d{{4}}|\d\d)(?P<sign>\s?[-/–]\s?)(?P<last>\d\d)(?!\s?[/–-]?\d)",
    re.IGNORECASE,
)
# a year and two digits: a month beside a sign, whichever they are, and a second year behind a word (« 2012-13 », « 13/2012 », « de 2010 à 12 »)
_HEAD: Final = r"(?P<head>(?:(?:de|du|depuis|vers|d[èe]s|avant|apr[èe]s|en|fin|d[ée]but|courant|entre|mi)[\s-])*)"
_YEAR: Final = r"(?P<year>(?:1[89]|20|21)\d\d)"
_SIGN: Final = r"(?P<sign>\s?[-/–.,_]\s?|\s)"
_YEAR_FIRST: Final = re.compile(rf"{_HEAD}{_YEAR}{_SIGN}(?P<two>\d\d)", re.IGNORECASE | re.ASCII)
_YEAR_LAST: Final = re.compile(rf"{_HEAD}(?P<two>\d\d){_SIGN}{_YEAR}", re.IGNORECASE | re.ASCII)
_TO: Final = r"(?P<sign>\s(?:à|a|au|et|ou|puis)\s)"
_TO_TWO: Final = re.compile(rf"{_HEAD}{_YEAR}{_TO}(?P<two>\d\d)", re.IGNORECASE | re.ASCII)
_FROM_TWO: Final = re.compile(rf"{_HEAD}(?P<two>\d\d){_TO}{_YEAR}", re.IGNORECASE | re.ASCII)
_SIX_DIGITS: Final = re.compile(r"\D*(?:\d{4}\D+\d\d|\d\d\D+\d{4})", re.ASCII)
_MONTHS: Final = 12
_BEFORE_YEARS: Final = re.compile(
    rf"(?:{_OF_YEARS}|\b(?:hiver|ann[ée]e|saison\s[^\W\d_]+|campagne\s[^\W\d_]+)\s)\Z",
    re.IGNORECASE,
)


# these two are not frozen, though nothing changes them: there is one of each a date, and a frozen one costs more than
# twice as much to make
@dataclass(slots=True)
class Part:
    """One date of an expression, from `start` to `end` in its text."""

    start: int
    end: int
    form: WrittenDate


@dataclass(slots=True)
class DateExpression:
    """One or several dates; `between` is what stands before, between and after them."""

    parts: tuple[Part, ...]
    between: tuple[str, ...] = field(repr=False)
    mended: bool = False

    def render(self, fields: Sequence[DateFields]) -> str:
        """Write other dates, one a part, in the same form."""
        shown = [part.form.render(given) for part, given in zip(self.parts, fields, strict=True)]
        return self.join(shown)

    def join(self, shown: Sequence[str]) -> str:
        """The text with these writings of the parts."""
        whole = self.between[0]
        for text, after in zip(shown, self.between[1:], strict=True):
            whole += text + after
        return whole

    def as_read(self) -> tuple[str, list[int]]:
        """The text, mended, and where each date ends in it."""
        shown = [part.form.render(part.form.fields) for part in self.parts]
        lengths = (len(a) + len(b) for a, b in zip(self.between, shown, strict=False))
        return self.join(shown), list(accumulate(lengths))

    @property
    def fields(self) -> list[DateFields]:
        """What each part says."""
        return [part.form.fields for part in self.parts]


@lru_cache(maxsize=CACHED)
def parse_dates(text: str, *, pivot: int = DEFAULT_PIVOT) -> DateExpression | None:
    """Read one date or several. `render(fields)` of the result gives back the text, mended if need be.

    None: not understood.
    """
    if (whole := _year_and_two(_two_years(text, pivot))) != text:
        found = parse_dates(whole, pivot=pivot)
        return None if found is None else replace(found, mended=True)
    single = parse_date(text, pivot=pivot, exact=True)
    if single is not None:
        return alone(single, text)
    if len(text) > LONGEST or INITIAL.match(text) or COUNT.search(text):
        return None
    before, body, after = without_clock(text)
    several = _several(body, pivot)
    if several is None:
        single = parse_date(text, pivot=pivot)
        if single is not None:
            return alone(single, text)
        mended = (_several(candidate, pivot) for candidate in mend(body))
        several = next((found for found in mended if found is not None), None)
        several = None if several is None else replace(several, mended=True)
    if several is None or not (before or after):
        return several
    between = several.between
    return replace(several, between=(before + between[0], *between[1:-1], between[-1] + after))


def _two_years(text: str, pivot: int) -> str:
    """« saison 2011-12 » and « années 11/12 » with both years in full; a word says that they are years, not months."""

    def full(match: re.Match[str]) -> str:
        first = complete(int(match["first"]), len(match["first"]), pivot)
        centuries = (first // 100 + shift for shift in (-1, 0, 1))
        near = (100 * century + int(match["last"]) for century in centuries)
        last = min(near, key=lambda year: (abs(year - first), -year))  # « 1999-00 »
        return f"{match['word']}{first}{match['sign']}{last}"

    return _YEARS.sub(full, text)


def _year_and_two(text: str) -> str:
    """« 2012-13 » and « 13/2012 » as a month of the year, « de 2010 à 12 » with both years in full: the digits would tell which they are.

    >>> _year_and_two("2012-13"), _year_and_two("2012-03"), _year_and_two("de 2010 à 12")
    ('2012-12', '2012-03', 'de 2010 à 2012')
    """
    if _SIX_DIGITS.fullmatch(text) is None:
        return text
    for order, century in ((_TO_TWO, 100), (_FROM_TWO, -100)):
        if (found := order.fullmatch(text)) is not None:
            year = int(found["year"])
            other = year // 100 * 100 + int(found["two"])
            other += century * ((other - year) * century < 0)  # « de 1999 à 00 », « de 99 à 2001 »
            start, end = found.span("two")
            return f"{text[:start]}{other}{text[end:]}"
    for order in (_YEAR_FIRST, _YEAR_LAST):
        found = order.fullmatch(text)
        if found is not None and not 1 <= int(found["two"]) <= _MONTHS:
            start, end = found.span("two")
            return f"{text[:start]}{_MONTHS}{text[end:]}"
    return text


def years_after(before: str, text: str, pivot: int) -> str:
    """« 11/12 » behind « saison » as both years in full; any other text as it is.

    >>> years_after("grippe, saison ", "2011-12", 2024)
    '2011-2012'
    """
    if _BEFORE_YEARS.search(before) is None:
        return text
    return _two_years(f"années {text}", pivot).removeprefix("années ")


def alone(form: WrittenDate, text: str) -> DateExpression:
    """One date that is the whole text."""
    return DateExpression((Part(0, len(text), form),), ("", ""), form.mended)


def _several(text: str, pivot: int) -> DateExpression | None:
    atoms = None if APOSTROPHE.search(text) else lex(text)  # « 05/08/'09 » is one
    if atoms is None:
        return None
    places = [at for at, atom in enumerate(atoms) if atom.kind and atom.kind != JOIN]
    for cuts in _cuts(atoms, places):
        found = _assemble(atoms, places, cuts, pivot)
        if found is None:
            continue
        shown = found.render(found.fields)
        if shown == text:
            return found
        if misspelt(shown, text):
            return replace(found, mended=True)
    return None


def _cuts(atoms: Sequence[Atom], places: Sequence[int]) -> Iterator[list[int]]:
    """Ways to cut the fields into dates: where a word or a comma joins them, else at one hyphen or slash."""
    if not 2 <= len(places) <= MOST * 3:
        return
    gaps = [atoms[places[at] + 1 : places[at + 1]] for at in range(len(places) - 1)]
    texts = ["".join(atom.text for atom in gap) for gap in gaps]
    strong = [
        at + 1
        for at, (gap, text) in enumerate(zip(gaps, texts, strict=True))
        if joined(gap) or _STRONG.search(text) or _STARTS.search(text)
    ]
    weak = [at + 1 for at, text in enumerate(texts) if text.strip() in _WEAK]
    if strong:
        yield strong
        words = [at for at in strong if joined(gaps[at - 1])]
        if words and words != strong:
            yield words
        for cut in weak:
            yield sorted({*strong, cut})
    else:
        for cut in weak:
            yield [cut]
    yield weak


def _assemble(
    atoms: Sequence[Atom], places: Sequence[int], cuts: Sequence[int], pivot: int
) -> DateExpression | None:
    """The expression cut there; None unless each part is a date and they go together."""
    if not cuts or len(cuts) >= MOST:
        return None
    offsets = _offsets(atoms)
    style = _style(atoms)
    parts: list[Part] = []
    for first, last in zip([0, *cuts], [*cuts, len(places)], strict=True):
        begin, end = places[first], places[last - 1] + 1
        form = assemble(settle(list(atoms[begin:end])), pivot, style=style)
        if form is None or (parts and not _together(parts[-1].form, form)):
            return None
        parts.append(Part(offsets[begin], offsets[end], form))
    lone = not any(parts[-1].form.shows(kind) for kind in _MONTHLY)
    if lone and not any(joined(atoms[: places[cut]]) for cut in cuts):
        return None  # « 30-31/02 » is no list of days
    return DateExpression(tuple(parts), _between(atoms, parts))


def _between(atoms: Sequence[Atom], parts: Sequence[Part]) -> tuple[str, ...]:
    text = "".join(atom.text for atom in atoms)
    ends = [0, *(part.end for part in parts)]
    starts = [*(part.start for part in parts), len(text)]
    return tuple(text[end:start] for end, start in zip(ends, starts, strict=True))


def _offsets(atoms: Sequence[Atom]) -> list[int]:
    offsets = [0]
    for atom in atoms:
        offsets.append(offsets[-1] + len(atom.text))
    return offsets


def _style(atoms: Sequence[Atom]) -> Padding:
    """The padding of the whole expression: « 3 au 7 mai » is textual, « 12-14/02 » padded."""
    numbers = [a for a in atoms if a.kind == NUMBER and 0 < a.digits <= 2 and a.value < 10]
    named = next((a.style for a in atoms if a.kind == MONTH and a.style), None)
    textual = named is not None and not named.english
    case = named.case if named is not None else Case.LOWER
    return Padding(textual, numbers[0].digits == 2 if numbers else None, case)


_MONTHLY: Final = (Kind.MONTH, Kind.YEAR, Kind.QUARTER, Kind.SEMESTER, Kind.SEASON, Kind.WEEK)
_FINEST: Final = (
    Kind.DAY,
    Kind.WEEKDAY,
    Kind.WEEK,
    Kind.MONTH,
    Kind.QUARTER,
    Kind.SEMESTER,
    Kind.SEASON,
)


def _together(left: WrittenDate, right: WrittenDate) -> bool:
    """Dates that one expression may list: of one unit, or each with its year."""
    if _finest(left) is _finest(right):
        return True
    short = any(p.writing is Writing.TWO_DIGITS for form in (left, right) for p in form.pieces)
    return left.shows(Kind.YEAR) and right.shows(Kind.YEAR) and not short  # « 00/05/2020 » is none


def _finest(form: WrittenDate) -> Kind:
    shown = next((kind for kind in _FINEST if form.shows(kind)), Kind.YEAR)
    return Kind.DAY if shown is Kind.WEEKDAY else shown
