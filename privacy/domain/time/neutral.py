"""The form in which a surrogate date is written, wherever the original could have been written in it.

A form may tell its value: « 9/10 » has a day of one digit, « 30 avr. » is abbreviated and « 1 mai » can't be, « 1er »
has an ending that « 2 » has not. Had the surrogate the very same form, an output with « 3/04 » could not come from
10/10, though that is one day from 9/10, and the ratio of likelihoods were infinite. So every piece of a date is
written in one way for all values that its writing is usual for: what remains of the original's form is what any
value would share (separators, words or digits, capitals, two or four digits of a year). Ages and durations go the same
way: « 07 ans » has a zero that « 12 ans » can't have, « septante ans » and « avant-hier » are said of few values.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from privacy.domain.text import Case
from privacy.domain.time.bands import neutral_band
from privacy.domain.time.forms import Kind, Piece, Writing, WrittenDate
from privacy.domain.time.lexicon import NameStyle, Width
from privacy.domain.time.quantities import Quantity, parse_quantity
from privacy.domain.time.quantity_pieces import QuantityPiece, in_figures
from privacy.domain.time.relative import plain_relative

_SMALL: Final = frozenset({Writing.PLAIN, Writing.PADDED, Writing.ORDINAL})
_AGO: Final = ("il", " ", "y", " ", "a", " ")
_AGREEING: Final = re.compile(
    r"(?:r[ée]volu|pass[ée]|pr[ée]c[ée]dent|corrig[ée])e?s?", re.IGNORECASE
)  # « 1 an révolu »
_OF_AGE: Final = re.compile(
    r"[âa]ge\s+corrig", re.IGNORECASE
)  # « 2 mois d'âge corrigé » agrees with the age
_POINT: Final = re.compile(r"\.(?=[\s,;)(])")
_DAY_FIRST: Final = (Kind.DAY, Kind.MONTH, Kind.YEAR)
_NUMBERED: Final = frozenset({Kind.DAY, Kind.MONTH})


def neutral(
    form: WrittenDate, *, accents: bool, figures: bool = False, spelled: bool = False
) -> WrittenDate:
    """The same date in a form that tells nothing of it but what the file's other texts tell.

    « 9/3/19 » and « 09/03/19 » give « 09/03/19 »; « 3 avr. 2019 », « 3 avril 2019 » and « 03 avril 2019 » give
    « 3 avril 2019 »; « nov-19 » stays. `accents`: whether the file's writer types them; `figures`: whether a lone day leans on
    a month in figures, the « 3 » of « 3-7/05/2019 »; `spelled`: whether its year is in words, as its day may stay then.
    """
    keys = tuple(map(_key, form.pieces))
    return form.with_pieces(*_neutral(keys, accents=accents, figures=figures, spelled=spelled))


def leans_on_figures(forms: Sequence[WrittenDate]) -> bool:
    """Whether the dates of one mention say their month in figures."""
    return any(p.kind is Kind.MONTH and not p.name_style for form in forms for p in form.pieces)


def spells_year(dates: Iterable[Iterable[Piece]]) -> bool:
    """Whether the dates of one mention say their year in words."""
    return any(
        p.kind is Kind.YEAR and p.writing is Writing.WORDS for pieces in dates for p in pieces
    )


def neutral_quantity(quantity: Quantity, *, accents: bool, since: bool = False) -> Quantity:
    """The same age or duration in a form that any value could have.

    « 07 ans » and « sept ans » give « 7 ans », « depuis hier » « depuis 1 jour ».
    `since`: whether « depuis » stands before it, outside its span.
    """
    if quantity.relative is not None:
        before, core = quantity.relative
        since = since and not before
        length = plain_relative("depuis " if since else before, core, quantity.value, quantity.unit)
        plain = parse_quantity(length.removeprefix("depuis ") if since else length)
        return quantity if plain is None else plain
    shown = _unelided(_without_ago(quantity.pieces) if since else quantity.pieces)
    of_age = _OF_AGE.search("".join(piece.text for piece in shown)) is not None
    pieces = tuple(
        counted for piece in shown for counted in _counted(piece, accents=accents, of_age=of_age)
    )
    return replace(quantity, pieces=pieces)


def _without_ago(pieces: tuple[QuantityPiece, ...]) -> tuple[QuantityPiece, ...]:
    """« depuis il y a 2 mois » is written as « depuis le mois dernier » is: « depuis 2 mois »."""
    begins = "".join(piece.text.lower() for piece in pieces[: len(_AGO)])
    return pieces[len(_AGO) :] if begins == "".join(_AGO) else pieces


def _unelided(pieces: tuple[QuantityPiece, ...]) -> tuple[QuantityPiece, ...]:
    """Who writes « âgé d'1 an » writes « âgé de 2 ans »."""
    found = list(pieces)
    for at in range(2, len(found)):
        of, mark = found[at - 2].text, found[at - 1].text
        if found[at].role == "digits" and of in ("d", "D") and mark in ("'", "’"):
            found[at - 2] = replace(found[at - 2], text=of + ("E" if of == "D" else "e"))
            found[at - 1] = replace(found[at - 1], text=" ")
    return tuple(found)


def _counted(piece: QuantityPiece, *, accents: bool, of_age: bool) -> Iterator[QuantityPiece]:
    """Numbers in figures: who writes « 2 ans » writes « un an », and who writes « 18 mois » « deux mois »."""
    if piece.role == "digits":
        rank = piece.tail and not piece.choices
        yield replace(piece, pad=0, tail="e" if rank else piece.tail)
    elif piece.role in ("words", "rank"):
        yield from in_figures(piece)
    elif piece.role == "literal" and _AGREEING.fullmatch(piece.text) and not of_age:
        yield replace(piece, role="agreeing", text=piece.text.rstrip("sS"))
    elif piece.role in ("band", "echo"):
        yield replace(piece, text=neutral_band(piece.text, accents=accents), value=-1)
    else:
        yield piece


# Pieces are not frozen, so that they can't be looked up: what they hold can.
_Key = tuple[object, ...]


def _key(piece: Piece) -> _Key:
    return (
        piece.kind, piece.literal, piece.writing, piece.name_style, piece.case, piece.spelling,
        piece.suffix, piece.prefix, piece.spacer, piece.years_before,
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _neutral(
    keys: tuple[_Key, ...], *, accents: bool, figures: bool, spelled: bool
) -> tuple[Piece, ...]:
    pieces = _day_first(_pointless(_one_year([Piece(*key) for key in keys])))  # type: ignore[arg-type]
    named = any(p.kind is Kind.MONTH and p.name_style for p in pieces)
    fields = [p for p in pieces if p.kind is not Kind.LITERAL]
    is_glued = len(fields) == len(pieces) > 1
    dated = figures or any(p.kind is Kind.MONTH for p in pieces)
    # « 3 mars », « lundi 3 », « le 3 »: no zero; « 03/03 »: always one
    day = Writing.PADDED if is_glued or (dated and not named) else Writing.ORDINAL
    shouted = any(p.name_style and p.name_style.case is Case.UPPER for p in pieces)
    case = Case.UPPER if shouted else Case.LOWER  # « 1ER MARS », « 1er mars »
    # « le premier mars 2019 » and « le 2 mars 2019 » are one writer's; a year in words is of who writes all in words
    if not (spelled or spells_year([pieces])):
        pieces = [
            replace(p, writing=Writing.ORDINAL, spelling=0)
            if p.kind is Kind.DAY and p.writing is Writing.WORDS
            else p
            for p in pieces
        ]
    return tuple(
        _number(piece, day, case)
        if piece.name_style is None
        else _name(piece, pieces, accents=accents)
        for piece in pieces
    )


def _one_year(pieces: Sequence[Piece]) -> list[Piece]:
    """« hiver 2018-2019 » is said of winters alone: it is written as « été 2019 » is."""
    found: list[Piece] = []
    for piece in pieces:
        if not (found and found[-1].years_before):
            found.append(piece)
        elif piece.kind is Kind.YEAR:
            found[-1] = piece
    return found


def _pointless(pieces: Sequence[Piece]) -> list[Piece]:
    """« janv. 2019 », « mai. 2019 » and « mai 2019 » are one form, and « janv.2019 », « mai.2019 » and « mai2019 »: the point of
    an abbreviation goes, one that stands on both sides of the month stays, whatever the month."""
    found: list[Piece] = []
    for at, piece in enumerate(pieces):
        style = piece.name_style
        if piece.kind is Kind.MONTH and style is not None and style.point:
            found.append(replace(piece, name_style=replace(style, point=False)))
            touches = pieces[at + 1 : at + 2]
            # « 3.avr.2019 » like « 3.mai.2019 », « avr.2019 » like « mai2019 »
            if touches and touches[0].kind is not Kind.LITERAL and _is_point(found[-2:-1]):
                found.append(Piece(Kind.LITERAL, literal="."))
            continue
        if piece.kind is Kind.LITERAL and found and found[-1].kind is Kind.MONTH and at:
            is_last = at + 1 == len(pieces)
            if found[-1].name_style and _POINT.match(piece.literal + " " * is_last):
                piece = replace(piece, literal=piece.literal[1:])
            elif found[-1].name_style and _is_point([piece]) and not _is_point(found[-2:-1]):
                continue
        found.append(piece)
    return found


def _is_point(pieces: Sequence[Piece]) -> bool:
    return any(piece.kind is Kind.LITERAL and piece.literal == "." for piece in pieces)


def _day_first(pieces: list[Piece]) -> list[Piece]:
    """« 01/21/2019 » and « 99/12/31 » in the order of « 21/01/2019 »: only days above 12 and years above 31 tell theirs."""
    figures = [p for p in pieces if p.kind is not Kind.LITERAL]
    order = [p.kind for p in figures]
    if any(p.name_style or p.writing is Writing.ROMAN for p in figures):
        return pieces
    american = order == [Kind.MONTH, Kind.DAY, Kind.YEAR]
    if not american and (
        order != [Kind.YEAR, Kind.MONTH, Kind.DAY] or figures[0].writing is not Writing.TWO_DIGITS
    ):
        return pieces
    supply = iter(sorted(figures, key=lambda p: _DAY_FIRST.index(p.kind)))
    return [p if p.kind is Kind.LITERAL else next(supply) for p in pieces]


def _number(piece: Piece, day: Writing, case: Case) -> Piece:
    if piece.kind in _NUMBERED and piece.writing in _SMALL:
        writing = day if piece.kind is Kind.DAY else Writing.PADDED
        return replace(piece, writing=writing, case=case)
    if piece.kind is Kind.WEEK:
        return replace(piece, writing=Writing.PLAIN)
    # who writes « les années 80 » writes « les années 2000 »
    if piece.kind is Kind.DECADE and piece.writing is Writing.TWO_DIGITS:
        return replace(piece, writing=Writing.FOUR_DIGITS)
    if (
        piece.writing is Writing.RANK_WORDS
    ):  # « premier trimestre » and « 2e trimestre » are one writer's
        return replace(piece, writing=Writing.RANK, spelling=0, suffix="e")
    if piece.writing is Writing.WORDS:
        return replace(piece, spelling=0)
    if piece.writing is Writing.RANK:
        return replace(piece, spelling=0, suffix="e")
    if piece.writing is Writing.ROMAN and piece.spelling:
        return replace(piece, suffix="e")
    return piece


def _name(piece: Piece, pieces: Sequence[Piece], *, accents: bool) -> Piece:
    """Names in full between blanks, the three-letter ones beside any other sign (« nov-19 »), all in French."""
    style = piece.name_style or NameStyle(Width.FULL, Case.LOWER)
    tight = any(literal.strip() for literal in _beside(piece, pieces))
    accents = accents and style.case is not Case.UPPER
    if piece.kind is Kind.MONTH:
        width = Width.SHORT if tight else Width.FULL
        style = NameStyle(width, style.case, accents=accents)
    elif piece.kind is Kind.WEEKDAY:
        style = replace(style, english=False, accents=True)
    else:
        # « au printemps » is of who writes « en été », too
        prefix = "en " if piece.prefix == "au " else piece.prefix
        piece, style = replace(piece, prefix=prefix), replace(style, accents=accents)
    return replace(piece, name_style=style)


def _beside(piece: Piece, pieces: Sequence[Piece]) -> Iterator[str]:
    """The literals between the name and the numbers beside it; "-" where they touch. A word joined to it counts for nothing: « mi-juillet »
    is written as « mi juillet » is."""
    at = next(i for i, other in enumerate(pieces) if other is piece)
    for near, far in ((at - 1, at - 2), (at + 1, at + 2)):
        if not 0 <= near < len(pieces):
            continue
        if pieces[near].kind is not Kind.LITERAL:
            yield "-"
        elif 0 <= far < len(pieces) and not pieces[far].literal.isalpha():
            yield pieces[near].literal.rstrip(".") or " "
