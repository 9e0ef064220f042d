"""Parse French dates as notes write them, so that another date can be written in the same form.

`parse_date(text).render(parse_date(text).fields) == text` always: a text that would not come back
unchanged is not parsed (None), and the caller falls back on a random value of the same shape.
"""

import calendar
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from privacy.domain.text import Case, case_of, fold, words
from privacy.domain.time.forms import DateFields, Kind, Piece, Writing, WrittenDate
from privacy.domain.time.lexicon import ROMAN, NameStyle, read_month, read_weekday
from privacy.domain.time.numerals import NUMBER_WORDS, from_words, spellings

DEFAULT_PIVOT: Final = 2030
_TOKEN: Final = re.compile(r"\d+|[^\W\d_]+|[\W_]")
# « sept » is a number before a month (« sept janvier »), else it abbreviates « septembre »
_MONTH_NEXT: Final = re.compile(
    r"\s+(?:janv|f[ée]v|mars|avr|mai|juin|juil|ao[uû]t|sept|oct|nov|d[ée]c)", re.IGNORECASE
)
# words that may stand in a date and say nothing precise; they are kept as they are
_FILLERS: Final = frozenset(
    words(
        "le la les l de du des d en au a depuis des vers avant apres dans courant debut mi fin milieu annee annees"
        " an mois printemps ete automne hiver noel paques toussaint premier trimestre semestre date"
        " derniere dernier ne nee"
    )
)


@dataclass(frozen=True, slots=True)
class _Atom:
    """A recognised field candidate (`kind` N number, M month name, W weekday) or a literal ("")."""

    text: str
    kind: str = ""
    value: int = 0
    digits: int = 0
    style: NameStyle | None = None
    ordinal: bool = False
    roman: bool = False
    before: int = 0  # months before the month read: the first month of « avril-mai 2017 »


def _word_atoms(text: str, at: int) -> _Atom | None:
    """A spelled-out number that begins at `at`, but « un » alone is left to articles."""
    match = NUMBER_WORDS.match(text, at)
    if match:
        shown = _without_september(match.group(), text[match.end() :])
        value = from_words(shown) if shown else None
        return None if value is None else _Atom(shown, "N", value)
    if text[at : at + 7].lower() == "premier":
        return _Atom(text[at : at + 7], "N", 1, ordinal=True)
    return None


def _without_september(number: str, rest: str) -> str:
    """The number words, less a final « sept » that abbreviates « septembre » (« deux sept 2000 »)."""
    head, _, last = number.rpartition(" ")
    if last.lower() != "sept" or _MONTH_NEXT.match(rest):
        return number
    # « deux mille sept » is a year
    return number if head and (from_words(head) or 0) > 31 else head


def _letters(text: str, token: str, end: int) -> _Atom | None:
    """The atom of a word: month, weekday, roman month between separators, filler; None if unknown."""
    point = text[end : end + 1] == "."
    month = read_month(token, point=point)
    if month is not None and not (token.lower() == "mar" and point):
        shown = token + "." if month[1].point else token
        return _Atom(shown, "M", month[0], style=month[1])
    weekday = read_weekday(token, point=point)
    if weekday is not None:
        shown = token + "." if weekday[1].point else token
        return _Atom(shown, "W", weekday[0], style=weekday[1])
    if token.upper() in ROMAN and case_of(token) is not Case.LOWER:
        return _Atom(token, "M", ROMAN.index(token.upper()) + 1, roman=True)
    return _Atom(token) if fold(token) in _FILLERS else None


def _atoms(text: str) -> list[_Atom] | None:
    """The text cut into atoms; None when a word is unknown."""
    atoms: list[_Atom] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return None
        word = token.group()
        end = token.end()
        atom: _Atom | None = _Atom(word)
        if word.isdigit():
            if not word.isascii():
                return None
            ordinal = word == "1" and text[end : end + 2].lower() == "er"
            shown = text[at : end + 2] if ordinal else word
            atom = _Atom(shown, "N", int(word), len(word), ordinal=ordinal)
        elif word.isalpha():
            atom = _word_atoms(text, at) or _letters(text, word, end)
        if atom is None:
            return None
        atoms.append(atom)
        at += len(atom.text)
    return atoms


_Roles = list[Kind]
Y, M, D, W = Kind.YEAR, Kind.MONTH, Kind.DAY, Kind.WEEKDAY


def _is_year(atom: _Atom) -> bool:
    return atom.digits == 4 or (atom.digits == 0 and atom.value > 1000)


def _is_day(atom: _Atom) -> bool:
    return 1 <= atom.value <= 31 and atom.digits <= 2


def _is_month(atom: _Atom) -> bool:
    return 1 <= atom.value <= 12 and 1 <= atom.digits <= 2


def _short_year(atom: _Atom) -> bool:
    return atom.digits == 2


def _three(a: _Atom, b: _Atom, c: _Atom) -> _Roles | None:
    """Numbers only: Y-M-D when the year comes first, else D/M/Y, else M/D/Y when that alone is a date."""
    if _is_year(a) and _is_month(b) and _is_day(c):
        return [Y, M, D]
    if not (_is_year(c) or _short_year(c)):
        return None
    if _is_day(a) and _is_month(b):
        return [D, M, Y]
    return [M, D, Y] if _is_month(a) and _is_day(b) else None


def _two(a: _Atom, b: _Atom) -> _Roles | None:
    """« 12/02 » is a day and a month; « 03/2019 », « 03/19 » a month and a year."""
    if _is_month(a) and _is_year(b):
        return [M, Y]
    if _is_year(a) and _is_month(b):
        return [Y, M]
    if _is_day(a) and _is_month(b):
        return [D, M]
    return [M, Y] if _is_month(a) and _short_year(b) else None


def _around_name(before: list[_Atom], after: list[_Atom]) -> _Roles | None:
    """Roles around one month name."""
    shape = (len(before), len(after))
    if shape == (0, 0):
        return [M]
    if shape == (1, 0):
        return [D, M] if _is_day(before[0]) else ([Y, M] if _is_year(before[0]) else None)
    if shape == (0, 1):
        return [M, Y] if _is_year(after[0]) or _short_year(after[0]) else None
    if shape == (1, 1):
        if _is_day(before[0]) and (_is_year(after[0]) or _short_year(after[0])):
            return [D, M, Y]
        return [Y, M, D] if _is_year(before[0]) and _is_day(after[0]) else None
    if shape == (0, 2) and _is_day(after[0]) and (_is_year(after[1]) or _short_year(after[1])):
        return [M, D, Y]
    return None


def _one(a: _Atom) -> _Roles | None:
    if _is_year(a):
        return [Y]
    return [D] if _is_day(a) else ([Y] if _short_year(a) else None)


def _roles(atoms: list[_Atom]) -> _Roles | None:
    """Which field each recognised atom is; a leading weekday is set apart."""
    marked = list(atoms)
    head: _Roles = []
    if marked and marked[0].kind == "W":
        head, marked = [W], marked[1:]
    names = [index for index, atom in enumerate(marked) if atom.kind == "M"]
    if any(atom.kind == "W" for atom in marked) or len(names) > 1:
        return None
    rest: _Roles | None = None
    if names:
        rest = _around_name(marked[: names[0]], marked[names[0] + 1 :])
    elif len(marked) <= 3:
        table: dict[int, Callable[..., _Roles | None]] = {1: _one, 2: _two, 3: _three}
        rest = table[len(marked)](*marked) if marked else ([] if head else None)
    return None if rest is None else head + rest


def _glued(text: str) -> list[_Atom] | None:
    """« 23022018 », « 230218 », « 20180223 », « 032019 », « 2302 »: digits alone, cut in fields."""
    if not text.isascii() or not text.isdigit():
        return None
    for widths in {8: ((2, 2, 4), (4, 2, 2)), 6: ((2, 2, 2), (2, 4)), 4: ((2, 2),)}.get(
        len(text), ()
    ):
        parts: list[_Atom] = []
        at = 0
        for width in widths:
            part = text[at : at + width]
            parts.append(_Atom(part, "N", int(part), width))
            at += width
        roles = _roles(parts)
        if roles is not None and _plausible(parts, roles):
            return parts
    return None


def _plausible(parts: list[_Atom], roles: _Roles) -> bool:
    years = [part.value for part, role in zip(parts, roles, strict=True) if role is Y]
    return all(year < 100 or 1850 <= year <= 2150 for year in years)


def _piece(atom: _Atom, kind: Kind, *, textual: bool, padded: bool | None) -> Piece:
    if kind is W or atom.style is not None:
        return Piece(kind, writing=Writing.NAME, name_style=atom.style)
    case = case_of(atom.text)
    if atom.roman:
        return Piece(kind, writing=Writing.ROMAN, case=case)
    if atom.digits == 0:
        known = [
            fold(s) == fold(atom.text) and s == atom.text.lower() for s in spellings(atom.value)
        ]
        spelling = known.index(True) if True in known else 0
        return Piece(kind, writing=Writing.WORDS, case=case, spelling=spelling)
    if kind is Y:
        return Piece(kind, writing=Writing.TWO_DIGITS if atom.digits == 2 else Writing.FOUR_DIGITS)
    if atom.ordinal:
        return Piece(kind, writing=Writing.ORDINAL, case=case)
    if atom.digits == 1:
        # « 3 mars » becomes « 1er mars », but « 1 mars » stays as its author writes
        ordinal = textual and kind is D and atom.value != 1
        return Piece(kind, writing=Writing.ORDINAL if ordinal else Writing.PLAIN)
    if atom.value < 10 or padded or (padded is None and not textual):
        return Piece(kind, writing=Writing.PADDED)
    return Piece(kind, writing=Writing.ORDINAL if textual and kind is D else Writing.PLAIN)


def _padding(marked: list[_Atom], roles: _Roles) -> bool | None:
    """True when a field is written with a leading zero, False with a single digit, None if unknown."""
    for atom, role in zip(marked, roles, strict=True):
        if role in (D, M) and atom.digits and atom.value < 10:
            return atom.digits == 2
    return None


def _complete(year: int, digits: int, pivot: int) -> int:
    """Two-digit years end at the pivot: with pivot 2024, « 24 » is 2024 and « 25 » is 1925."""
    if digits != 2:
        return year
    century = pivot // 100 * 100
    return century + year if century + year <= pivot else century - 100 + year


def _fields(marked: list[_Atom], roles: _Roles, pivot: int) -> DateFields | None:
    values = {
        role.value: _complete(atom.value, atom.digits, pivot) if role is Y else atom.value
        for atom, role in zip(marked, roles, strict=True)
    }
    fields = DateFields(**values)
    if fields.year is not None and not 1000 <= fields.year <= 2999:
        return None
    if fields.day is not None and fields.month is not None:
        longest = calendar.monthrange(fields.year or 2000, fields.month)[1]
        return fields if fields.day <= longest else None
    return fields


def parse_date(text: str, *, pivot: int = DEFAULT_PIVOT) -> WrittenDate | None:
    """Read one date; `pivot` is the last year that a two-digit year may mean. None: not understood."""
    atoms = _glued(text) if not _looks_like_year(text) else None
    atoms = atoms or _atoms(text)
    if atoms is None:
        return None
    atoms = _fold_range(atoms)
    marked = [atom for atom in atoms if atom.kind and not atom.before]
    roles = _roles(marked)
    if not roles:
        return None
    fields = _fields(marked, roles, pivot)
    if fields is None:
        return None
    written = WrittenDate(fields, tuple(_pieces(atoms, marked, roles)))
    return written if written.render(fields) == text else None


def _fold_range(atoms: list[_Atom]) -> list[_Atom]:
    """« avril-mai 2017 »: the last month is read, the first is written as so many months before it."""
    names = [rank for rank, atom in enumerate(atoms) if atom.kind == "M" and atom.style]
    if len(names) != 2 or any(atom.kind for atom in atoms[: names[0]]):
        return atoms
    first, last = (atoms[rank] for rank in names)
    gap = (last.value - first.value) % 12
    folded = list(atoms)
    folded[names[0]] = replace(first, before=gap)
    return folded if gap else atoms


def _looks_like_year(text: str) -> bool:
    return len(text) == 4 and text.isascii() and text.isdigit() and 1850 <= int(text) <= 2150


def _pieces(atoms: list[_Atom], marked: list[_Atom], roles: _Roles) -> Iterator[Piece]:
    textual = any(atom.style is not None for atom in marked)
    padded = _padding(marked, roles)
    glued = len(atoms) == len(marked) > 1
    order = iter(roles)
    for atom in atoms:
        if not atom.kind:
            yield Piece(Kind.LITERAL, literal=atom.text)
            continue
        if atom.before:
            name = Piece(M, writing=Writing.NAME, name_style=atom.style)
            yield replace(name, months_before=atom.before)
            continue
        kind = next(order)
        piece = _piece(atom, kind, textual=textual and not glued, padded=True if glued else padded)
        yield replace(piece, case=Case.LOWER) if piece.writing is Writing.PADDED else piece
