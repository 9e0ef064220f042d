"""What a written date says (possibly partial) and how it is written, piece by piece."""

from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from privacy.domain.text import Case, apply_case
from privacy.domain.time.lexicon import ROMAN, NameStyle, month_name, weekday_name
from privacy.domain.time.numerals import spellings


class Granularity(StrEnum):
    DAY = "day"
    MONTH = "month"
    YEAR = "year"


class Kind(StrEnum):
    LITERAL = "literal"
    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    WEEKDAY = "weekday"


class Writing(StrEnum):
    """How the number of a piece is written."""

    PLAIN = "plain"  # 3
    PADDED = "padded"  # 03
    ORDINAL = "ordinal"  # 1er, 2, 3…
    WORDS = "words"  # premier, deux, trois…
    NAME = "name"  # mars
    ROMAN = "roman"  # III
    TWO_DIGITS = "two-digits"  # 20
    FOUR_DIGITS = "four-digits"  # 2020


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a written date: a literal, or a field with its writing."""

    kind: Kind
    literal: str = ""
    writing: Writing = Writing.PLAIN
    name_style: NameStyle | None = None
    case: Case = Case.LOWER
    spelling: int = 0  # index in numerals.spellings
    months_before: int = 0  # « avril-mai 2017 »: how many months before the one that is read


@dataclass(frozen=True, slots=True)
class DateFields:
    """The fields that a text states; the others are None. Years are complete (2020, never 20)."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None

    @property
    def granularity(self) -> Granularity:
        if self.day is not None or self.weekday is not None:
            return Granularity.DAY
        return Granularity.MONTH if self.month is not None else Granularity.YEAR


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A parsed date: `render(fields)` with its own fields gives back the very same text."""

    fields: DateFields = field(repr=False)
    pieces: tuple[Piece, ...] = field(repr=False)

    def render(self, fields: DateFields) -> str:
        """Write other fields in the same form. Fields that the form shows must not be None."""
        return "".join(_render(piece, fields) for piece in self.pieces)

    def shows(self, kind: Kind) -> bool:
        return any(piece.kind is kind for piece in self.pieces)

    def with_pieces(self, *pieces: Piece) -> "WrittenDate":
        return replace(self, pieces=pieces)


def fields_of(day: date) -> DateFields:
    """All the fields of a calendar day, its weekday included."""
    return DateFields(day.year, day.month, day.day, day.weekday())


def _number(n: int, piece: Piece) -> str:
    if piece.writing is Writing.WORDS:
        word = "premier" if n == 1 and piece.kind is Kind.DAY else spellings(n)[piece.spelling]
        shown = word[:1].upper() + word[1:] if piece.case is Case.TITLE else word
        return apply_case(shown, piece.case)
    if piece.writing is Writing.ORDINAL and n == 1:
        return "1ER" if piece.case is Case.UPPER else "1er"
    if piece.writing in (Writing.PADDED, Writing.TWO_DIGITS):
        return f"{n % 100:02d}"
    return f"{n:04d}" if piece.writing is Writing.FOUR_DIGITS else str(n)


def _month(month: int, piece: Piece) -> str:
    if piece.writing is Writing.NAME and piece.name_style is not None:
        return month_name(month, piece.name_style)
    if piece.writing is Writing.ROMAN:
        return apply_case(ROMAN[month - 1], piece.case)
    return _number(month, piece)


def _render(piece: Piece, fields: DateFields) -> str:
    if piece.kind is Kind.LITERAL:
        return piece.literal
    value = getattr(fields, piece.kind.value)
    if value is None:
        msg = f"the form shows a {piece.kind.value} that is not given"
        raise ValueError(msg)
    if piece.kind is Kind.MONTH:
        return _month((value - piece.months_before - 1) % 12 + 1, piece)
    if piece.kind is Kind.WEEKDAY and piece.name_style is not None:
        return weekday_name(value, piece.name_style)
    return _number(value, piece)
