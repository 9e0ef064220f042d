"""Parse French ages and durations, so that another number can be written in the same form."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from privacy.domain.text import Case, apply_case, case_of, fold, words
from privacy.domain.time.numerals import (
    COLLECTIVES,
    DECADES,
    NUMBER_WORDS,
    from_words,
    spellings,
)


class Unit(StrEnum):
    YEAR = "year"
    MONTH = "month"
    WEEK = "week"
    DAY = "day"
    HOUR = "hour"


DAYS: Final = {
    Unit.YEAR: 365.25,
    Unit.MONTH: 30.44,
    Unit.WEEK: 7.0,
    Unit.DAY: 1.0,
    Unit.HOUR: 1 / 24,
}
_ORDER: Final = (Unit.YEAR, Unit.MONTH, Unit.WEEK, Unit.DAY, Unit.HOUR)
_STEP: Final = {(Unit.YEAR, Unit.MONTH): 12, (Unit.MONTH, Unit.WEEK): 4, (Unit.MONTH, Unit.DAY): 30,
                (Unit.WEEK, Unit.DAY): 7, (Unit.DAY, Unit.HOUR): 24, (Unit.YEAR, Unit.DAY): 365,
                (Unit.YEAR, Unit.WEEK): 52}  # fmt: skip
# singular, plural, unit, feminine
_UNITS: Final = (
    ("an", "ans", Unit.YEAR, False),
    ("année", "années", Unit.YEAR, True),
    ("annee", "annees", Unit.YEAR, True),
    ("a", "a", Unit.YEAR, False),
    ("mois", "mois", Unit.MONTH, False),
    ("m", "m", Unit.MONTH, False),
    ("semaine", "semaines", Unit.WEEK, True),
    ("sem", "sem", Unit.WEEK, True),
    ("sa", "sa", Unit.WEEK, True),
    ("jour", "jours", Unit.DAY, False),
    ("j", "j", Unit.DAY, False),
    ("heure", "heures", Unit.HOUR, True),
    ("h", "h", Unit.HOUR, True),
)
_FILLERS: Final = frozenset(
    words(
        "depuis il y environ pres de d du pendant vers des l le la les age agee ages plus moins presque quasi"
        " a au dans sa ses un une revolus dernier derniers derniere dernieres passe passes passee passees"
        " demi demie et soit amenorrhee vie ou entre bientot maintenant cela ca fait"
    )
)
_RELATIVE: Final = {
    "avant hier": (2, Unit.DAY),
    "hier": (1, Unit.DAY),
    "hier soir": (1, Unit.DAY),
    "hier matin": (1, Unit.DAY),
    "hier midi": (1, Unit.DAY),
    "hier au soir": (1, Unit.DAY),
    "la veille au soir": (1, Unit.DAY),
    "la veille au matin": (1, Unit.DAY),
    "hier apres midi": (1, Unit.DAY),
    "ce matin": (0, Unit.DAY),
    "ce midi": (0, Unit.DAY),
    "ce soir": (0, Unit.DAY),
    "ce jour": (0, Unit.DAY),
    "cet apres midi": (0, Unit.DAY),
    "cette nuit": (0, Unit.DAY),
    "la nuit derniere": (1, Unit.DAY),
    "aujourd'hui": (0, Unit.DAY),
    "la veille": (1, Unit.DAY),
    "la semaine derniere": (1, Unit.WEEK),
    "la semaine passee": (1, Unit.WEEK),
    "le mois dernier": (1, Unit.MONTH),
    "le mois passe": (1, Unit.MONTH),
    "l'an dernier": (1, Unit.YEAR),
    "l'an passe": (1, Unit.YEAR),
    "l'annee derniere": (1, Unit.YEAR),
    "l'annee passee": (1, Unit.YEAR),
}
_PLURAL: Final = {Unit.YEAR: ("an", "ans"), Unit.MONTH: ("mois", "mois"), Unit.HOUR: ("heure", "heures"),
                  Unit.WEEK: ("semaine", "semaines"), Unit.DAY: ("jour", "jours")}  # fmt: skip
_VAGUE: Final = re.compile(
    r"\b(plusieurs|quelques|longtemps|toujours|longue date|enfance|adolescence|peu|naissance|jeunesse)\b"
)
_TOKEN: Final = re.compile(r"\d+|[^\W\d_]+|[\W_]")
_HALF: Final = re.compile(r"1/2(?!\d)|½")  # « 3 ans 1/2 »: kept, the noise is on the years


@dataclass(frozen=True, slots=True)
class _Piece:
    """Literal, number (`slot` = which one) or unit word agreeing with the number before it."""

    text: str
    role: str = "literal"  # literal | digits | words | collective | decade | unit
    value: int = 0
    unit: Unit | None = None
    forms: tuple[str, str] = ("", "")
    feminine: bool = False
    spelling: int = 0
    pad: int = 0


@dataclass(frozen=True, slots=True)
class Quantity:
    """A parsed age or duration: `value` in `unit`; `render(value)` gives back the very same text."""

    value: int = field(repr=False)
    unit: Unit
    pieces: tuple[_Piece, ...] = field(repr=False)
    slots: tuple[Unit, ...] = ()
    gap: int = field(default=0, repr=False)
    relative: str = field(default="", repr=False)

    def render(self, value: int) -> str:
        """Write another non-negative value in the same form."""
        if self.relative:
            return _render_relative(self.relative, value, self.unit)
        numbers = [value, value + self.gap] if self.gap else _split(value, self.slots)
        return _assemble(self.pieces, numbers)

    @property
    def days(self) -> float:
        """Approximate length in days, to order durations of several units."""
        return self.value * DAYS[self.unit]


def is_vague(text: str) -> bool:
    """True for « depuis plusieurs mois », « de longue date »: no figure that could identify."""
    return bool(_VAGUE.search(fold(text))) and not any(c.isdigit() for c in text)


def _split(value: int, slots: tuple[Unit, ...]) -> list[int]:
    if len(slots) == 1:
        return [value]
    step = _STEP[slots[0], slots[1]]
    return list(divmod(max(value, step), step))  # never « 0 an et 3 mois »


def _join(numbers: list[int], slots: tuple[Unit, ...]) -> int:
    if len(slots) == 1:
        return numbers[0]
    return numbers[0] * _STEP[slots[0], slots[1]] + numbers[1]


def _nearest(value: int, table: dict[str, int]) -> str:
    return min(table, key=lambda word: (abs(table[word] - value), table[word]))


def _cased(word: str, like: str) -> str:
    case = case_of(like)
    if case is Case.TITLE and len(like) == 1:
        return word.upper()
    return apply_case(word[:1].upper() + word[1:] if case is Case.TITLE else word, case)


def _write_number(piece: _Piece, value: int) -> str:
    if piece.role == "digits":
        return f"{value:0{piece.pad}d}"
    if piece.role == "collective":
        return _cased(_nearest(value, COLLECTIVES), piece.text)
    if piece.role == "decade":
        plural = "s" if piece.text.lower().endswith("s") else ""
        return _cased(_nearest(value, DECADES) + plural, piece.text)
    if value > 9999:
        return str(value)
    return _cased(spellings(value, feminine=piece.feminine)[piece.spelling], piece.text)


def _assemble(pieces: tuple[_Piece, ...], numbers: list[int]) -> str:
    shown: list[str] = []
    order = iter(numbers)
    current = 0
    for piece in pieces:
        if piece.role == "literal":
            shown.append(piece.text)
        elif piece.role == "unit":
            shown.append(_cased(piece.forms[1 if current > 1 else 0], piece.text))
        else:
            current = next(order)
            shown.append(_write_number(piece, current))
            if piece.role == "collective":
                current = 2
    return "".join(shown)


def _render_relative(relative: str, value: int, unit: Unit) -> str:
    prefix = relative.split("|")[0]
    core = relative.split("|")[1]
    for phrase, (known, known_unit) in _RELATIVE.items():
        if (known, known_unit) == (value, unit) and fold(core) == phrase:
            return prefix + core
    if unit is Unit.DAY and value in (1, 2):
        return prefix + _cased("hier" if value == 1 else "avant-hier", core)
    plain = f"{value} {_PLURAL[unit][1 if value > 1 else 0]}"
    ago = "il y a "
    if case_of(core) is Case.UPPER:
        plain, ago = plain.upper(), ago.upper()
    return (
        prefix + plain
        if fold(prefix) in ("depuis", "depuis la", "depuis le")
        else f"{prefix}{ago}{plain}"
    )


def _parse_relative(text: str) -> Quantity | None:
    folded = fold(text)
    for phrase, (value, unit) in _RELATIVE.items():
        if folded == phrase or folded == f"depuis {phrase}":
            cut = len(text) - len(text.split(maxsplit=1)[1]) if folded != phrase else 0
            return Quantity(value, unit, (), (unit,), relative=f"{text[:cut]}|{text[cut:]}")
    return None


def _unit(word: str) -> tuple[tuple[str, str], Unit, bool] | None:
    low = word.lower()
    for singular, plural, unit, feminine in _UNITS:
        if low in (singular, plural):
            return (singular, plural), unit, feminine
    return None


def _number_at(text: str, at: int) -> _Piece | None:
    token = _TOKEN.match(text, at)
    if token is None:
        return None
    word = token.group()
    if word.isdigit() and word.isascii() and len(word) <= 4:
        return _Piece(word, "digits", int(word), pad=len(word) if word.startswith("0") else 0)
    low = word.lower()
    if low in COLLECTIVES:
        return _Piece(word, "collective", COLLECTIVES[low])
    if low.removesuffix("s") in DECADES:
        return _Piece(word, "decade", DECADES[low.removesuffix("s")], unit=Unit.YEAR)
    match = NUMBER_WORDS.match(text, at)
    value = from_words(match.group()) if match else None
    if match is None or value is None:
        return None
    feminine = match.group().lower().endswith("une")
    shapes = [s == match.group().lower() for s in spellings(value, feminine=feminine)]
    return _Piece(match.group(), "words", value, feminine=feminine,
                  spelling=shapes.index(True) if True in shapes else 0)  # fmt: skip


def _scan(text: str) -> list[_Piece] | None:
    pieces: list[_Piece] = []
    at = 0
    while at < len(text):
        half = _HALF.match(text, at)
        if half is not None and pieces:
            pieces.append(_Piece(half.group()))
            at = half.end()
            continue
        piece = _number_at(text, at)
        token = _TOKEN.match(text, at)
        if token is None:
            return None
        word = token.group()
        if piece is not None and piece.text.lower() in ("un", "une") and _is_article(text, at):
            piece = _Piece(piece.text)
        if piece is None:
            after_number = any(p.role in ("digits", "words", "collective") for p in pieces)
            unit = _unit(word) if after_number and word.isalpha() else None
            if unit is not None and not _reads_as_filler(word, text[token.end() :]):
                piece = _Piece(word, "unit", unit=unit[1], forms=unit[0], feminine=unit[2])
            elif not word.isalpha() or fold(word) in _FILLERS:
                piece = _Piece(word)
            else:
                return None
        pieces.append(piece)
        at += len(piece.text)
    return pieces


def _is_article(text: str, at: int) -> bool:
    """« une dizaine », « un octogénaire », « un peu plus »: an article, not the number one."""
    following = text[at:].split(maxsplit=2)
    if len(following) < 2:
        return False
    return _unit(following[1].strip(".,;")) is None


def _reads_as_filler(word: str, rest: str) -> bool:
    """« à » and « a » stand between two numbers far more often than they abbreviate « ans »."""
    return word.lower() == "a" and bool(rest.strip())


def _agree(pieces: list[_Piece]) -> list[_Piece]:
    """Number words take the gender of the unit that follows (« une semaine »)."""
    out = list(pieces)
    for index, piece in enumerate(out):
        if piece.role != "words":
            continue
        unit = next((p for p in out[index + 1 :] if p.role == "unit"), None)
        if unit is not None and unit.feminine and not piece.feminine:
            out[index] = _Piece(
                piece.text, "words", piece.value, feminine=True, spelling=piece.spelling
            )
    return out


def parse_quantity(text: str, *, default: Unit | None = None) -> Quantity | None:
    """Read an age or a duration; `default` is the unit of a bare number. None: not understood."""
    relative = _parse_relative(text)
    if relative is not None:
        return relative
    scanned = _scan(text)
    if scanned is None:
        return None
    pieces = tuple(_agree(scanned))
    numbers = [p for p in pieces if p.role in ("digits", "words", "collective", "decade")]
    units = [p for p in pieces if p.role == "unit"]
    quantity = _interpret(pieces, numbers, units, default)
    return quantity if quantity is not None and quantity.render(quantity.value) == text else None


def _interpret(
    pieces: tuple[_Piece, ...], numbers: list[_Piece], units: list[_Piece], default: Unit | None
) -> Quantity | None:
    single = next((u.unit for u in units), None) or next((n.unit for n in numbers), None) or default
    if single is None or not numbers:
        return None
    if len(numbers) == 1 and len(units) <= 1:
        return Quantity(numbers[0].value, single, pieces, (single,))
    if len(numbers) != 2:
        return None
    if len(units) <= 1:  # « 3 à 4 jours »
        gap = numbers[1].value - numbers[0].value
        return Quantity(numbers[0].value, single, pieces, (single,), gap=gap) if gap > 0 else None
    slots = tuple(u.unit for u in units if u.unit is not None)
    if len(slots) != 2 or slots not in _STEP:
        return None
    value = _join([n.value for n in numbers], slots)
    return Quantity(value, slots[1], pieces, slots)
