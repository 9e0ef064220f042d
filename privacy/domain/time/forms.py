"""What a written date says (possibly partial) and how it is written, piece by piece."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from operator import attrgetter
from typing import Final

from privacy.domain.linking.words import elides, in_season
from privacy.domain.text import Case, apply_case, strip_accents
from privacy.domain.time.lexicon import ROMAN, NameStyle, month_name, season_name, weekday_name
from privacy.domain.time.numerals import RANKS, spellings


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
    QUARTER = "quarter"  # written from the month: a quarter stands for its middle month
    SEMESTER = "semester"  # written from the month: April or October
    SEASON = "season"  # written from the month: its middle month
    WEEK = "week"  # ISO week, written from the day: it stands for its Thursday
    DECADE = "decade"  # written from the year: « années 80 » stands for 1985


class Writing(StrEnum):
    """How the number of a piece is written."""

    PLAIN = "plain"  # 3
    PADDED = "padded"  # 03
    ORDINAL = "ordinal"  # 1er, 2, 3…
    RANK = "rank"  # 1er, 2e, 3e… of a quarter or a semester
    ENGLISH = "english"  # 1st, 2nd, 3rd…
    WORDS = "words"  # premier, deux, trois…
    RANK_WORDS = "rank-words"  # premier, deuxième…
    NAME = "name"  # mars
    ROMAN = "roman"  # III
    TWO_DIGITS = "two-digits"  # 20
    FOUR_DIGITS = "four-digits"  # 2020


# asked of every piece: to look up a member costs more than the test
_LITERAL: Final = Kind.LITERAL


# the classes below are not frozen, though nothing changes them: there are several a date, and a frozen one costs
# more than twice as much to make
@dataclass(slots=True)
class Piece:
    """One piece of a written date: a literal, or a field with its writing.

    `suffix` is the ending of ranks above the first (« 2ème »); `prefix` an article or preposition that
    elides with the name (« d'avril », « de mars »; a literal there is a curly apostrophe); `spacer` stands between the digits of « 2 0 2 0 ».
    """

    kind: Kind
    literal: str = ""
    writing: Writing = Writing.PLAIN
    name_style: NameStyle | None = None
    case: Case = Case.LOWER
    spelling: int = 0  # index in numerals.spellings
    suffix: str = ""
    prefix: str = ""
    spacer: str = ""
    years_before: int = 0  # « hiver 2019-2020 »: the first year, written from the second


@dataclass(slots=True)
class DateFields:
    """The fields that a text states; the others are None. Years are complete (2020, never 20)."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    week: int | None = None  # without its year; with it, a week is its Thursday

    @property
    def granularity(self) -> Granularity:
        if self.day is not None or self.weekday is not None or self.week is not None:
            return Granularity.DAY
        return Granularity.MONTH if self.month is not None else Granularity.YEAR


@dataclass(slots=True)
class WrittenDate:
    """A parsed date: `render(fields)` with its own fields gives back the very same text.

    But a text that was mended (« l2/O3/2020 », « 3 fevirer ») comes back mended, always: an error that came
    back only where nothing changed would tell what did not change.
    """

    fields: DateFields = field(repr=False)
    pieces: tuple[Piece, ...] = field(repr=False)
    mended: bool = False

    def render(self, fields: DateFields) -> str:
        """Write other fields in the same form. Fields that the form shows must not be None."""
        if fields.week is None and self.shows(Kind.WEEK):
            fields = _thursday(fields)
        return "".join(
            [p.literal if p.kind is _LITERAL else _render(p, fields) for p in self.pieces]
        )

    def shows(self, kind: Kind) -> bool:
        # a loop: this is asked several times a date, and any() of a generator takes twice as long
        for piece in self.pieces:  # noqa: SIM110
            if piece.kind is kind:
                return True
        return False

    def with_pieces(self, *pieces: Piece) -> "WrittenDate":
        return WrittenDate(self.fields, pieces, self.mended)


def fields_of(day: date) -> DateFields:
    """All the fields of a calendar day, its weekday included."""
    return DateFields(day.year, day.month, day.day, day.weekday())


def _thursday(fields: DateFields) -> DateFields:
    """The Thursday of the week of a day: it lies in the year that the week counts in (ISO 8601)."""
    day = _date(fields)
    return fields_of(day + timedelta(days=3 - day.weekday()))


def _date(fields: DateFields) -> date:
    if fields.year is None or fields.month is None or fields.day is None:
        msg = "the form shows a week that is not given"
        raise ValueError(msg)
    return date(fields.year, fields.month, fields.day)


def _cased(word: str, case: Case) -> str:
    return apply_case(word[:1].upper() + word[1:] if case is Case.TITLE else word, case)


def _words(n: int, piece: Piece) -> str:
    word = "premier" if n == 1 and piece.kind is Kind.DAY else spellings(n)[piece.spelling]
    return _cased(word, piece.case)


def _ordinal(n: int, piece: Piece) -> str:
    if n != 1:
        return str(n)
    return "1ER" if piece.case is Case.UPPER else "1er"


def _rank(n: int, piece: Piece) -> str:
    first = "e" if piece.spelling else "er"  # « 1e trimestre »
    return str(n) + apply_case(first if n == 1 else piece.suffix or "e", piece.case)


def _rank_words(n: int, piece: Piece) -> str:
    word = piece.suffix if n == 2 and piece.suffix else RANKS[n - 1]
    return _cased(word if piece.spelling == 0 else strip_accents(word), piece.case)


def _english(n: int, piece: Piece) -> str:
    ending = "th" if 10 < n % 100 < 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return str(n) + apply_case(ending, piece.case)


def _roman(n: int, piece: Piece) -> str:
    ending = ("er" if n == 1 else piece.suffix or "e") if piece.spelling else ""
    return apply_case(ROMAN[n - 1], piece.case) + ending


_WRITERS: Final[dict[Writing, Callable[[int, Piece], str]]] = {
    Writing.PLAIN: lambda n, _: str(n),
    Writing.PADDED: lambda n, _: f"{n % 100:02d}",
    Writing.TWO_DIGITS: lambda n, _: f"{n % 100:02d}",
    Writing.FOUR_DIGITS: lambda n, _: f"{n:04d}",
    Writing.ORDINAL: _ordinal,
    Writing.RANK: _rank,
    Writing.ENGLISH: _english,
    Writing.WORDS: _words,
    Writing.RANK_WORDS: _rank_words,
    Writing.ROMAN: _roman,
}
# prefix of a name that begins with a consonant → before a vowel
_ELIDED: Final = {
    "de ": "d'", "le ": "l'", "du ": "de l'", "au ": "à l'", "ce ": "cet ", "en ": "en ",
}  # fmt: skip


def elidable(prefix: str) -> str:
    """The consonant form of « d' », « l' », « à l' »…: what a name's prefix is remembered by."""
    low = " ".join(prefix.lower().replace("’", "'").split())
    spaced = low if low.endswith("'") else f"{low} "
    for full, short in _ELIDED.items():
        if spaced in (full, short, strip_accents(short)):
            return full
    return ""


def _named(name: str, piece: Piece) -> str:
    if not piece.prefix:
        return name
    prefix = _ELIDED[piece.prefix] if elides(name) else piece.prefix
    if piece.prefix == "en ":  # « au printemps »
        prefix = in_season(prefix, name) or prefix
    if piece.case is Case.UPPER:
        prefix = strip_accents(prefix).upper()
    shown = _cased(prefix, piece.case) + name
    return shown.replace("'", "’", 1) if piece.literal else shown


def _render(piece: Piece, fields: DateFields) -> str:
    value = _READERS[piece.kind](fields)
    if value is None:
        msg = f"the form shows a {piece.kind.value} that is not given"
        raise ValueError(msg)
    style = piece.name_style
    if style is not None:
        if piece.kind is Kind.MONTH:
            return _named(month_name(value, style), piece)
        if piece.kind is Kind.WEEKDAY:
            return weekday_name(value, style)
        return _named(season_name(value, style), piece)
    shown = _WRITERS[piece.writing](value - piece.years_before, piece)
    return piece.spacer.join(shown) if piece.spacer else shown


def _decade(fields: DateFields) -> int | None:
    return None if fields.year is None else fields.year // 10 * 10


def _quarter(fields: DateFields) -> int | None:
    return None if fields.month is None else (fields.month + 2) // 3


def _semester(fields: DateFields) -> int | None:
    return None if fields.month is None else (fields.month + 5) // 6


_READERS: Final[dict[Kind, Callable[[DateFields], int | None]]] = {
    Kind.DAY: attrgetter("day"),
    Kind.MONTH: attrgetter("month"),
    Kind.YEAR: attrgetter("year"),
    Kind.WEEKDAY: attrgetter("weekday"),
    Kind.SEASON: attrgetter("month"),
    Kind.WEEK: lambda fields: fields.week or _date(fields).isocalendar().week,
    Kind.DECADE: _decade,
    Kind.QUARTER: _quarter,
    Kind.SEMESTER: _semester,
}
