"""Parse French ages and durations, so that another number can be written in the same form.

`parse_quantity(text).render(value)` with its own value gives back the text; a text with a scanning or a
spelling error comes back mended (see `forms.WrittenDate`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from privacy.domain.text import fold, strip_accents, words
from privacy.domain.time.mending import mend, misspelt
from privacy.domain.time.numerals import COLLECTIVES, DECADES, number_at, spelling_of
from privacy.domain.time.quantity_pieces import QuantityPiece, assemble
from privacy.domain.time.relative import RELATIVE, read_relative, render_relative
from privacy.domain.time.units import DAYS, STEP, Unit, UnitWord, read_unit

CACHED: Final = 8192
LONGEST: Final = 80
_FILLERS: Final = frozenset(
    words(
        "depuis dps il y environ env pres de d du des pendant durant vers l le la les age agee ages agees plus moins"
        " presque quasi a au aux dans sa ses ces un une revolu revolus dernier derniers derniere dernieres passe"
        " passes passee passees precedent precedents demi demie et soit amenorrhee vie ou entre bientot maintenant"
        " cela ca fait voila voici sur x apres avant tot tard auparavant suite en deja encore juste peine tout"
        " quelque quelques jusqu des ne nee terme grossesse corrige corriges gestation que qu bon bonne"
        " peu for since ago old of the aged about over suivi evolution evoluant"
    )
)
_VAGUE: Final = re.compile(
    r"\b(plusieurs|quelques|longtemps|toujours|longue date|nombreux|nombreuses|quelque temps|enfance|adolescence|peu|naissance|jeunesse)\b"
)
_TOKEN: Final = re.compile(
    r"(?P<half>1/2(?!\d)|½|(?:et )?demie?(?![^\W\d_]))"
    r"|(?P<number>\d+)(?P<tail>[.,]\d{1,2}(?!\d)|(?:er|[èe]?re|e|[èe]me)(?![^\W\d_]))?"
    r"|(?P<word>[^\W\d_]+)|(?P<rest>[\W_])",
    re.IGNORECASE,
)
_OF: Final = frozenset((("d", "'"), ("d", "’"), ("de", " ")))
_LOOKALIKE: Final = frozenset("loiOIS|")
_NUMBERS: Final = frozenset(("digits", "words", "collective", "decade"))
_BETWEEN: Final = re.compile(r"[^\W\d_]|[-–/+,]")  # something more than blanks joins two numbers


@dataclass(frozen=True, slots=True)
class Quantity:
    """A parsed age or duration: `value` in `unit`; `render(value)` gives back the very same text."""

    value: int = field(repr=False)
    unit: Unit
    pieces: tuple[QuantityPiece, ...] = field(repr=False)
    slots: tuple[Unit, ...] = ()
    gap: int = field(default=0, repr=False)
    relative: tuple[str, str] | None = field(default=None, repr=False)
    mended: bool = False

    def render(self, value: int) -> str:
        """Write another non-negative value in the same form."""
        if self.relative is not None:
            return render_relative(*self.relative, value, self.unit)
        numbers = [value, value + self.gap] if self.gap else _split(value, self.slots)
        return assemble(self.pieces, numbers)

    @property
    def days(self) -> float:
        """Approximate length in days, to order durations of several units."""
        return self.value * DAYS[self.unit]


def is_vague(text: str) -> bool:
    """True for « depuis plusieurs mois », « de longue date »: no figure that could identify."""
    return bool(_VAGUE.search(fold(text))) and not any(c.isdigit() for c in text)


@lru_cache(maxsize=CACHED)
def parse_quantity(text: str, *, default: Unit | None = None) -> Quantity | None:
    """Read an age or a duration; `default` is the unit of a bare number. None: not understood."""
    if not 0 < len(text) <= LONGEST:
        return None
    relative = read_relative(text)
    if relative is not None:
        value, unit = RELATIVE[fold(relative[1])]
        return Quantity(value, unit, (), (unit,), relative=relative)
    found = _read(text, default)
    if found is not None:
        return found
    if not any(c.isdigit() for c in text):
        return None
    mended = (_read(candidate, default) for candidate in mend(text))
    again = next((quantity for quantity in mended if quantity is not None), None)
    return None if again is None else replace(again, mended=True)


def _read(text: str, default: Unit | None) -> Quantity | None:
    scanned = _scan(text)
    quantity = None if scanned is None else _interpret(tuple(scanned), default)
    if quantity is None:
        return None
    shown = quantity.render(quantity.value)
    if shown == text:
        return quantity
    return replace(quantity, mended=True) if misspelt(shown, text) else None


# reading


def _scan(text: str) -> list[QuantityPiece] | None:
    pieces: list[QuantityPiece] = []
    at = 0
    counted = False  # a number has been read: a unit may follow
    while at < len(text):
        match = _TOKEN.match(text, at)
        piece = None if match is None else _piece(match, text, counted=counted)
        if piece is None:
            return None
        counted = counted or piece.role in _NUMBERS
        pieces.append(piece)
        at += len(piece.text)
    return _elide(_agree(pieces))


def _piece(match: re.Match[str], text: str, *, counted: bool) -> QuantityPiece | None:
    shown = match.group()
    if match["rest"] is not None:
        return QuantityPiece(shown)
    if match["half"] is not None:
        if not counted and shown == "1/2":  # « 1/2 semaines »: one or two
            return QuantityPiece("1", "digits", 1)
        return QuantityPiece(shown) if counted else None
    if match["number"] is not None:
        digits = match["number"]
        if not digits.isascii() or len(digits) > 4:
            return None
        pad = len(digits) if digits.startswith("0") else 0
        return QuantityPiece(shown, "digits", int(digits), pad=pad, tail=match["tail"] or "")
    return _word(shown, text, match.start(), match.end(), counted=counted)


def _elide(pieces: list[QuantityPiece]) -> list[QuantityPiece]:
    """« d'un an », « de trois mois »: the preposition goes with the number in words that follows it."""
    for index in range(2, len(pieces)):
        number, mark, of = pieces[index], pieces[index - 1].text, pieces[index - 2].text.lower()
        if number.role != "words" or (of, mark) not in _OF:
            continue
        if number.text.lower().startswith("un") == (of == "d"):
            whole = pieces[index - 2].text + mark
            pieces[index] = replace(number, text=whole + number.text, prefix=whole)
            pieces[index - 2] = pieces[index - 1] = QuantityPiece("")
    return pieces


def _word(word: str, text: str, start: int, end: int, *, counted: bool) -> QuantityPiece | None:
    if word in _LOOKALIKE and text[end : end + 1].isdigit():
        return None  # « l2 mois »
    number = _number(word, text, start)
    if number is not None:
        if number.text.lower() in ("un", "une") and _is_article(text, start):
            return QuantityPiece(number.text)
        return number
    unit = read_unit(word) if counted else None
    # « à » and « a » stand between two numbers far more often than they abbreviate « ans »
    if unit is not None and not (word.lower() == "a" and text[end:].strip()):
        return QuantityPiece(word, "unit", word=unit)
    return QuantityPiece(word) if strip_accents(word).lower() in _FILLERS else None


def _number(word: str, text: str, start: int) -> QuantityPiece | None:
    low = word.lower()
    if low in COLLECTIVES:
        return QuantityPiece(word, "collective", COLLECTIVES[low])
    decade = _DECADES.get(strip_accents(low.removesuffix("s")))
    if decade is not None:
        return QuantityPiece(word, "decade", decade)
    found = number_at(text, start)
    if found is None:
        return None
    shown, value = found
    feminine = shown.lower().endswith("une")
    rank = spelling_of(shown, value, feminine=feminine)
    return QuantityPiece(shown, "words", value, feminine=feminine, spelling=rank or 0)


_DECADES: Final = {strip_accents(name): value for name, value in DECADES.items()}


def _is_article(text: str, at: int) -> bool:
    """« une dizaine », « un octogénaire », « un peu plus »: an article, not the number one."""
    following = text[at:].split(maxsplit=2)
    return len(following) > 1 and read_unit(following[1].strip(".,;)")) is None


def _agree(pieces: list[QuantityPiece]) -> list[QuantityPiece]:
    """Number words take the gender of the unit that follows (« une semaine »)."""
    for index, piece in enumerate(pieces):
        if piece.role != "words" or piece.feminine:
            continue
        unit = next((p.word for p in pieces[index + 1 :] if p.role == "unit"), None)
        if unit is not None and unit.feminine:
            pieces[index] = replace(piece, feminine=True)
    return pieces


def _interpret(pieces: tuple[QuantityPiece, ...], default: Unit | None) -> Quantity | None:
    numbers = [p for p in pieces if p.role in _NUMBERS]
    units = [p.word for p in pieces if p.word is not None]
    years = Unit.YEAR if any(n.role == "decade" for n in numbers) else None
    single = units[0].unit if units else years or default
    if single is None or not numbers or len(units) > len(numbers):
        return None
    if len(numbers) == 1:
        return Quantity(numbers[0].value, single, pieces, (single,))
    joins = _joins(pieces)
    if not all(_BETWEEN.search(join) for join in joins) and len(units) <= 1:
        return None  # « 4 5 ans »
    slots = _slots(units, len(numbers), joins)
    if slots is None:
        return _interval(pieces, numbers, units, single)
    value = _join([n.value for n in numbers], slots)
    return Quantity(value, slots[-1], pieces, slots)


def _interval(
    pieces: tuple[QuantityPiece, ...],
    numbers: Sequence[QuantityPiece],
    units: Sequence[UnitWord],
    single: Unit,
) -> Quantity | None:
    """« 3 à 4 jours », « 2 mois à 3 mois »: the first is the value, the width is kept."""
    if len(numbers) != 2 or any(word.unit is not single for word in units):
        return None
    gap = numbers[1].value - numbers[0].value
    return Quantity(numbers[0].value, single, pieces, (single,), gap=gap) if gap > 0 else None


def _slots(units: Sequence[UnitWord], count: int, joins: Sequence[str]) -> tuple[Unit, ...] | None:
    """Units of the numbers of « 2 ans et 3 mois », « 38 SA + 4 », « 38+4 SA »; None when it is none of these."""
    if len(units) == 1 and count == 2 and units[0].gestational and "+" in joins[0]:
        return (Unit.WEEK, Unit.DAY)
    slots = tuple(word.unit for word in units)
    if len(slots) != count or any(pair not in STEP for pair in pairwise(slots)):
        return None
    return slots


def _joins(pieces: Sequence[QuantityPiece]) -> list[str]:
    """The literal text between consecutive numbers."""
    places = [at for at, piece in enumerate(pieces) if piece.role in _NUMBERS]
    return [
        "".join(p.text for p in pieces[a + 1 : b] if p.role == "literal")
        for a, b in pairwise(places)
    ]


# writing


def _split(value: int, slots: tuple[Unit, ...]) -> list[int]:
    if len(slots) == 1:
        return [value]
    step = 1
    steps = [STEP[pair] for pair in pairwise(slots)]
    for each in steps:
        step *= each
    value = max(value, step)  # never « 0 an et 3 mois »
    numbers: list[int] = []
    for each in reversed(steps):
        value, rest = divmod(value, each)
        numbers.append(rest)
    return [value, *reversed(numbers)]


def _join(numbers: Sequence[int], slots: tuple[Unit, ...]) -> int:
    value = numbers[0]
    for number, pair in zip(numbers[1:], pairwise(slots), strict=True):
        value = value * STEP[pair] + number
    return value
