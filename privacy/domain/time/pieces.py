"""How each atom of a date is written: padding, words, ranks, case, so that another date can be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from privacy.domain.text import Case, case_of, strip_accents
from privacy.domain.time.forms import Kind, Piece, Writing, elidable
from privacy.domain.time.lexicon import Width, month_name, read_month
from privacy.domain.time.numerals import spelling_of
from privacy.domain.time.roles import ENGLISH_ENDINGS, D, M, Roles, Y
from privacy.domain.time.tokens import JOIN, NUMBER, Atom

_RANKED: Final = (Kind.QUARTER, Kind.SEMESTER)


# not frozen, though nothing changes it: there is one a date, and a frozen one costs more than twice as much to make
@dataclass(slots=True)
class Padding:
    """`textual`: a month is named. `padded`: True for « 03 », False for « 3 », None when no field tells.

    `case`: how the month is written, for « 1er » or « 1ER ».
    """

    textual: bool
    padded: bool | None
    case: Case = Case.LOWER


def padding_of(marked: Sequence[Atom], found: Sequence[Kind], *, glue: bool) -> Padding:
    """What the fields tell of the padding of their expression."""
    named = next((a.style for a, r in zip(marked, found, strict=True) if r is M and a.style), None)
    textual = named is not None and not named.english
    case = named.case if named is not None else Case.LOWER
    if glue:
        return Padding(textual=False, padded=True)
    for atom, role in zip(marked, found, strict=True):
        if role in (D, M) and atom.digits and atom.value < 10:
            return Padding(textual, atom.digits == 2, case)
    return Padding(textual, None, case)


def pieces_of(
    atoms: Sequence[Atom],
    marked: Sequence[Atom],
    found: Roles,
    *,
    glue: bool,
    style: Padding | None = None,
) -> Iterator[Piece]:
    """The pieces of a date, one or two an atom."""
    glue = glue or len(atoms) == len(marked) > 1
    padding = style or padding_of(marked, found, glue=glue)
    order = iter(found)
    for atom in atoms:
        if not atom.kind or atom.kind == JOIN:
            yield Piece(Kind.LITERAL, literal=atom.text)
            continue
        kind = next(order)
        if kind is Kind.WEEK:
            yield from _week(atom)
            continue
        if kind in _RANKED:
            yield from _period(atom, kind)
        else:
            yield _piece(atom, kind, padding)


def _piece(atom: Atom, kind: Kind, padding: Padding) -> Piece:
    if atom.style is not None:
        return _name(atom, kind)
    case = case_of(atom.text)
    if atom.roman:
        return Piece(kind, writing=Writing.ROMAN, case=case)
    if kind is Y or kind is Kind.DECADE:
        return _year(atom, kind, case)
    ending = atom.suffix.lower()
    if kind is D and ending in ENGLISH_ENDINGS:
        return Piece(kind, writing=Writing.ENGLISH, case=case)
    if atom.suffix and atom.digits:
        return Piece(kind, writing=Writing.ORDINAL, case=case)
    if atom.digits == 0:
        rank = spelling_of(atom.text, atom.value) or 0
        return Piece(kind, writing=Writing.WORDS, case=case, spelling=rank)
    return _digits(atom, kind, padding)


def _name(atom: Atom, kind: Kind) -> Piece:
    piece = Piece(kind, writing=Writing.NAME, name_style=atom.style)
    if not atom.prefix:
        return piece
    case = case_of(atom.prefix)
    if atom.style is not None and atom.style.case is Case.UPPER and case is Case.TITLE:
        case = Case.UPPER
    curly = "’" if "’" in atom.prefix else ""
    return Piece(
        kind,
        literal=curly,
        writing=Writing.NAME,
        name_style=atom.style,
        case=case,
        prefix=elidable(atom.prefix),
    )


def _year(atom: Atom, kind: Kind, case: Case) -> Piece:
    if atom.digits == 0:
        rank = spelling_of(atom.text, atom.value) or 0
        return Piece(kind, writing=Writing.WORDS, case=case, spelling=rank)
    writing = Writing.TWO_DIGITS if atom.digits in (1, 2) else Writing.FOUR_DIGITS
    return Piece(kind, writing=writing, years_before=atom.years_before)


def _digits(atom: Atom, kind: Kind, padding: Padding) -> Piece:
    """A number in digits. « 3 mars » becomes « 1er mars », but « 1 mars » stays as its author writes."""
    named = padding.textual and kind is D
    if atom.digits == 1:
        ordinal = named and atom.value != 1
        return Piece(kind, writing=Writing.ORDINAL if ordinal else Writing.PLAIN, case=padding.case)
    if atom.value < 10 or padding.padded or (padding.padded is None and not padding.textual):
        return Piece(kind, writing=Writing.PADDED)
    return Piece(kind, writing=Writing.ORDINAL if named else Writing.PLAIN, case=padding.case)


def _period(atom: Atom, kind: Kind) -> Iterator[Piece]:
    """« T1 », « 1T », « 1er », « 2ème », « premier », « III » of a quarter or a semester."""
    case = case_of(atom.suffix) if atom.suffix else case_of(atom.text)
    if atom.suffix.isupper():  # « 2E » as « 1ER »
        case = Case.UPPER
    if atom.roman:
        ending, numeral = atom.suffix.lower(), atom.text[: len(atom.text) - len(atom.suffix)]
        ending = "" if ending == "er" else ending
        ranked = int(bool(atom.suffix))
        case = case_of(numeral)
        yield Piece(kind, writing=Writing.ROMAN, case=case, suffix=ending, spelling=ranked)
    elif atom.digits == 0:
        plain = strip_accents(atom.text) == atom.text and atom.value > 2
        second = atom.suffix if atom.suffix.startswith("second") else ""
        yield Piece(
            kind,
            writing=Writing.RANK_WORDS,
            case=case_of(atom.text),
            spelling=int(plain),
            suffix=second,
        )
    elif atom.suffix:
        ending = "" if atom.value == 1 else atom.suffix.lower()
        odd = int(atom.value == 1 and atom.suffix.lower() == "e")
        yield Piece(kind, writing=Writing.RANK, case=case, suffix=ending, spelling=odd)
    else:
        head, tail = ("", atom.text[1:]) if atom.text[0].isdigit() else (atom.text[0], "")
        yield Piece(Kind.LITERAL, literal=head)
        yield Piece(kind)
        yield Piece(Kind.LITERAL, literal=tail)


def _week(atom: Atom) -> Iterator[Piece]:
    """« S12 », « S03 », the « 12 » of « semaine 12 »."""
    yield Piece(Kind.LITERAL, literal=atom.text[: len(atom.text) - atom.digits])
    padded = atom.digits == 2 and atom.value < 10
    yield Piece(Kind.WEEK, writing=Writing.PADDED if padded else Writing.PLAIN)


@lru_cache(maxsize=256)
def numeric_pieces(
    sep: str, widths: tuple[int, int, int], small: tuple[bool, bool]
) -> tuple[Piece, ...]:
    """Pieces of day, month and year (width 0: none) in digits; `small`: which of day and month are below 10."""
    told = [width == 2 for width, below in zip(widths, small, strict=False) if below]
    padding = Padding(textual=False, padded=told[0] if told else None)
    between = Piece(Kind.LITERAL, literal=sep)
    sample = [
        Atom("", NUMBER, 1 if below else 12, width)
        for below, width in zip(small, widths, strict=False)
    ]
    pieces = (_digits(sample[0], D, padding), between, _digits(sample[1], M, padding))
    if not widths[2]:
        return pieces
    return (*pieces, between, _year(Atom("", NUMBER, 0, widths[2]), Y, Case.LOWER))


@lru_cache(maxsize=1024)
def named_pieces(
    name: str, day: int, width: int, *, dated: bool
) -> tuple[int, tuple[Piece, ...]] | None:
    """Month and pieces of « 12 mars 2020 », « 3 mai »; None where the name is not a whole one, rightly spelt.

    `day`: 10 stands for any above; `width` counts its digits; `dated`: a year of four digits follows.
    """
    found = read_month(name)
    if found is None or found[1].width is not Width.FULL or month_name(*found) != name:
        return None
    month, style = found
    if style.english:
        return None
    padding = Padding(textual=True, padded=width == 2 if day < 10 else None, case=style.case)
    blank = Piece(Kind.LITERAL, literal=" ")
    number = _digits(Atom("", NUMBER, day, width), D, padding)
    pieces = (number, blank, Piece(M, writing=Writing.NAME, name_style=style))
    year = (blank, _year(Atom("", NUMBER, 0, 4), Y, Case.LOWER)) if dated else ()
    return month, pieces + year


def spaced(pieces: Sequence[Piece], spacer: str) -> Iterator[Piece]:
    """« 2 0 2 0 »: the same pieces with their digits apart."""
    after_number = False
    for piece in pieces:
        number = piece.kind is not Kind.LITERAL and piece.name_style is None
        if number and after_number:
            yield Piece(Kind.LITERAL, literal=spacer)
        yield replace(piece, spacer=spacer) if number else piece
        after_number = number
