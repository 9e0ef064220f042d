"""Parse French ages and durations, so that another number can be written in the same form.

`parse_quantity(text).render(*values)` with its own values gives back the text; a text with a scanning or a
spelling error comes back mended (see `forms.WrittenDate`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import Final

from privacy.domain.text import apply_case, case_of, fold_phrase
from privacy.domain.time.bands import may_be
from privacy.domain.time.counted import without_adjectives
from privacy.domain.time.mending import mend, misread, misspelt
from privacy.domain.time.numerals import NUMBER_WORD, from_words
from privacy.domain.time.quantity_pieces import NUMBERS, QuantityPiece, assemble, without_zeros
from privacy.domain.time.quantity_scan import scan
from privacy.domain.time.relative import RELATIVE, read_relative, render_relative
from privacy.domain.time.units import DAYS, STEP, Unit, UnitWord, read_unit

CACHED: Final = 8192
LONGEST: Final = 80
# lengths that have words of their own: how long one is, and whether it is one with its number alone (« le dernier trimestre »)
_NAMED_LENGTHS: Final = {
    "quart de siecle": (25, "ans", False), "demi siecle": (50, "ans", False), "siecle": (100, "ans", True),
    "decennie": (10, "ans", True), "lustre": (5, "ans", True), "trimestre": (3, "mois", True), "semestre": (6, "mois", True),
    "huitaine": (8, "jours", False), "quinzaine": (15, "jours", False), "demi douzaine d'annee": (6, "ans", False),
    "demi douzaine de moi": (6, "mois", False), "demi douzaine de semaine": (6, "semaines", False),
    "demi douzaine de jour": (6, "jours", False), "demi douzaine d'heure": (6, "heures", False),
}  # fmt: skip
_DAYS_ALONE: Final = frozenset(("huitaine", "quinzaine"))  # of what no unit follows
_NAMED_LENGTH: Final = re.compile(
    rf"(?<![^\W_])(?:(?P<count>\d{{1,4}}|{NUMBER_WORD}(?:(?:[ \-]et[ \-]|[ \-]){NUMBER_WORD})*)[ \xa0](?:(?P<last>derni|prochain)[^\W\d_]*[ \xa0])?)?"
    r"(?P<word>quarts? de si[èe]cle|demi[ -]si[èe]cles?|(?:si[èe]cle|d[ée]cennie|lustre|trimestre|semestre)s?"
    r"|demi[ -]douzaine (?:d['’](?:ann[ée]es|heures)|de (?:mois|semaines|jours))|(?:huit|quinz)aines?(?=\W{0,3}\Z))"
    r"(?![^\W_])(?!\set\sdemi)",
    re.IGNORECASE,
)
# one of a unit without its number: « chaque année » is « tous les 1 ans », « le dernier mois » « les 1 derniers mois »
_EACH: Final = re.compile(
    r"(?<![^\W_])(?:chaque|tou(?:te)?s\sles)\s(?P<unit>an|ann[ée]e|mois|semaine|jour|nuit|heure|trimestre|semestre)s?\Z",
    re.IGNORECASE,
)
_YEARLY: Final = re.compile(
    r"(?<![^\W_])toutes\sles\s(?P<count>[^\W_]+)\sann[ée]es\Z", re.IGNORECASE
)
_LAST: Final = re.compile(
    r"(?:(?<![^\W_])(?P<article>l[ea]|cet?|cette|du|de\sla|au|[àa]\sla)\s)?(?<![^\W_])(?P<last>derni[èe]re?|prochaine?)\s"
    r"(?P<unit>an|ann[ée]e|mois|semaine|jour|nuit|heure|trimestre|semestre|d[ée]cennie)\Z",
    re.IGNORECASE,
)
_PLURAL: Final = {
    "le": "les ", "la": "les ", "ce": "ces ", "cet": "ces ", "cette": "ces ", "du": "des ", "de la": "des ", "au": "aux ", "à la": "aux ", "a la": "aux ",
}  # fmt: skip
_OF_SEVERAL: Final = re.compile(r"\s?(?:derni|prochain)", re.IGNORECASE)  # behind the number
_UP_TO: Final = re.compile(r"\b(?:à|a|au|ou)\b", re.IGNORECASE)
_PADDING: Final = re.compile(r"(?<!\d)0+(?=\d)")
_LISTED: Final = re.compile(r"\d,\s+\d|\d\s\d{1,2}/\d")
_FIRST_RANK: Final = re.compile(r"(?<!\d)1(?:er|[èe]?re|e|[èe]me)(?![^\W_])", re.IGNORECASE)
_ROUNDED: Final = re.compile(
    r"\d+(\s?)[tz]?(?=aine)", re.IGNORECASE
)  # « 15zaine » is written « 20aine »
# « les 2 dernières semaines », « tous les 3 mois », « les dernières 24 heures »
_SEVERAL: Final = re.compile(
    r"\b(?:[lcsmtd]es|nos|vos|leurs|aux)\s+(?:(?:derni|premi|prochain|suivant|autre)[^\W\d_]*s\s+)?\Z",
    re.IGNORECASE,
)
_ROUNDING: Final = frozenset(("rounded", "collective", "tens", "band"))
_YEARS: Final = 1000  # « la 12e semaine de 2019 » is no interval
_BETWEEN: Final = re.compile(r"[^\W\d_]|[-–/+,]")  # something more than blanks joins two numbers


@dataclass(frozen=True, slots=True)
class Quantity:
    """A parsed age or duration in `unit`: one value, or the two ends of an interval, each a value of its own.

    `render(*values)` gives back the very same text. Decimals and halves are finer than the unit: they are no part
    of the value.
    """

    values: tuple[int, ...] = field(repr=False)
    unit: Unit
    pieces: tuple[QuantityPiece, ...] = field(repr=False)
    slots: tuple[Unit, ...] = ()
    relative: tuple[str, str] | None = field(default=None, repr=False)
    mended: bool = False

    def render(self, *values: int, fine: Sequence[int] | None = None) -> str:
        """Write other non-negative values in the same form, the lower end of an interval first if it was so.

        `fine`: other decimals and halves, each below its number of `choices`; None: its own.
        """
        if self.relative is not None:
            return render_relative(*self.relative, values[0], self.unit)
        if self.is_interval:
            ends = sorted(values, reverse=self.values[0] > self.values[1])
            return assemble(self.pieces, ends, self._rising(fine) if ends[0] == ends[1] else fine)
        numbers = _split(values[0], self.slots)
        return assemble(*without_zeros(self.pieces, numbers), fine)

    def _rising(self, fine: Sequence[int] | None) -> list[int]:
        """Decimals and halves of two ends in the same unit: those of the lower end are no more than the other's."""
        given = list(self.fine if fine is None else fine)
        if len(set(self.choices)) == 1 and len(given) > 1:
            return sorted(given)
        marks = [p for p in self.pieces if p.choices or p.role in NUMBERS]
        upper = [at for at, p in enumerate(marks) if p.role in NUMBERS][1]
        lower = sum(p.choices > 0 for p in marks[:upper])
        return [0] * lower + given[lower:]

    @property
    def value(self) -> int:
        """The value, or the lower end of an interval."""
        return self.values[0]

    @property
    def is_interval(self) -> bool:
        return len(self.values) > 1

    def least(self, before: str) -> int:
        """2 behind « les », as in « les 2 dernières semaines », whatever the number; else 0. `before`: the text before it."""
        if len(self.slots) > 1:
            return 0
        head = "".join(p.text for p in takewhile(lambda p: p.role not in NUMBERS, self.pieces))
        tail = "".join(piece.text for piece in self.pieces).removeprefix(head).lstrip("0123456789")
        return 2 if _SEVERAL.search(before + head) or _OF_SEVERAL.match(tail) else 0

    @property
    def rounds(self) -> bool:
        """Whether several values are written alike: « la soixantaine », « une dizaine de jours », « 1 an » of years and months."""
        return len(self.slots) > 1 or any(piece.role in _ROUNDING for piece in self.pieces)

    @property
    def choices(self) -> tuple[int, ...]:
        """How many values each decimal part (100 for « 41,75 ») and each half (2) may take."""
        return tuple(piece.choices for piece in self.pieces if piece.choices)

    @property
    def fine(self) -> tuple[int, ...]:
        """What each decimal part and each half is."""
        return tuple(piece.fine for piece in self.pieces if piece.choices)

    @property
    def days(self) -> float:
        """Approximate length in days, to order durations of several units."""
        return self.value * DAYS[self.unit]


def names_age(text: str, years: int) -> bool:
    """Whether the word of age of a text is said of that age: « octogénaire » of 83, « adulte » too."""
    quantity = parse_quantity(text, default=Unit.YEAR)
    words = () if quantity is None else [p.text for p in quantity.pieces if p.role == "band"]
    return any(may_be(word, years) for word in words)


@lru_cache(maxsize=CACHED)
def parse_quantity(text: str, *, default: Unit | None = None) -> Quantity | None:
    """Read a duration, or an age: then `default` is the unit of a bare number. None: not understood."""
    if not 0 < len(text) <= LONGEST:
        return None
    relative = read_relative(text)
    if relative is not None:
        value, unit = RELATIVE[fold_phrase(relative[1])]
        return Quantity((value,), unit, (), (unit,), relative=relative)
    plain = _plain(text, default)
    found = _read(plain, default)
    if found is not None:
        return found if plain == text else replace(found, mended=True)
    figures = text if any(c.isdigit() for c in text) else misread(text)
    if figures is None:
        return None
    candidates = (figures, *mend(figures))
    if _LISTED.search(figures):  # « 9, 12 et 14 ans », « 2 6/12 ans » are no 9.12 and no 26
        candidates = tuple(filter(_LISTED.search, candidates))
    mended = (_read(candidate, default) for candidate in candidates)
    again = next((quantity for quantity in mended if quantity is not None), None)
    return None if again is None else replace(again, mended=True)


def _plain(text: str, default: Unit | None) -> str:
    """« un quart de siècle » as « 25 ans », « deux trimestres » as « 6 mois », « une quinzaine » as « 15 jours »: lengths that have words of
    their own are read and written as any other, since none has such a word for 26 years."""

    def plain(match: re.Match[str]) -> str:
        word = fold_phrase(match["word"]).replace("quarts", "quart").removesuffix("s")
        length, unit, needs_count = _NAMED_LENGTHS[word]
        count = _count(match["count"] or "un")
        is_other = word in _DAYS_ALONE and default is not None
        if count is None or is_other or (needs_count and not match["count"]):
            return match.group()
        last = {"derni": "derniers ", "prochain": "prochains "}.get(
            (match["last"] or "").lower(), ""
        )
        shown = f"{count * length} {last}{unit}"
        return shown.upper() if match["word"].isupper() else shown

    text = without_adjectives(text)
    low = text.lower()
    if low.startswith("chaque") or " les " in low:
        text = _YEARLY.sub(_each, _EACH.sub(_each, text))
    elif "derni" in low or "prochain" in low:
        text = _LAST.sub(_last, text)
    may_name = "mestre" in low or "aine" in low or "cle" in low or "nnie" in low or "lustre" in low
    return _NAMED_LENGTH.sub(plain, text) if may_name else text


def _each(match: re.Match[str]) -> str:
    """Who writes « chaque année » or « toutes les 2 années » writes « tous les 2 ans »."""
    given = match.groupdict()
    unit = (given.get("unit") or "an").lower()
    unit = "an" if unit.startswith("an") else unit
    known = read_unit(unit)
    every = "toutes les" if known is not None and known.feminine else "tous les"
    return apply_case(f"{every} {given.get('count') or 1} {_plural(unit)}", case_of(match.group()))


def _last(match: re.Match[str]) -> str:
    article = _PLURAL.get((match["article"] or "").lower(), "")
    shown = f"{article}1 {_plural(match['last'])} {_plural(match['unit'])}"
    return apply_case(shown, case_of(match.group()))


def _plural(word: str) -> str:
    return word.lower().removesuffix("s") + "s"


def _count(text: str) -> int | None:
    return int(text) if text.isdecimal() else from_words(text)


def _read(text: str, default: Unit | None) -> Quantity | None:
    scanned = scan(text, age=default is not None)
    quantity = None if scanned is None else _interpret(tuple(scanned), default)
    if quantity is None:
        return None
    shown = quantity.render(*quantity.values)
    if shown == text:
        return quantity
    # « nouveau né »; « 2 ans et 0 mois », whose zero is not written again; « 2 ans et 12 mois »; « 2 h 5 »
    written = [piece.value for piece in quantity.pieces if piece.role in NUMBERS]
    other = (
        fold_phrase(shown) == fold_phrase(text)
        or assemble(quantity.pieces, written) == text
        or _FIRST_RANK.sub("1e", shown) == _FIRST_RANK.sub("1e", text)
        or _ROUNDED.sub(r"\1", shown) == _ROUNDED.sub(r"\1", text)
        or any(
            piece.role == "tens" for piece in quantity.pieces
        )  # « la soixante-dizaine » is « l'âge de 70 ans »
        or (quantity.choices and _PADDING.sub("", shown) == _PADDING.sub("", text))
    )
    return replace(quantity, mended=True) if other or misspelt(shown, text) else None


def _interpret(pieces: tuple[QuantityPiece, ...], default: Unit | None) -> Quantity | None:
    numbers = [p for p in pieces if p.role in NUMBERS]
    units = [p.word for p in pieces if p.word is not None]
    years = Unit.YEAR if any(_says_years(n) for n in numbers) else None
    is_term = not units and default is Unit.YEAR and "+" in [p.text.strip() for p in pieces[1:-1]]
    if is_term:
        years = Unit.TERM  # « 38+4 »
    single = units[0].unit if units else years or default
    if single is None or not numbers or len(units) > len(numbers):
        return None
    if len(numbers) == 1:
        if single is Unit.YEAR and numbers[0].value >= _YEARS and numbers[0].role != "rounded":
            return None  # « né en 1950, 69 ans »
        return Quantity((numbers[0].value,), single, pieces, (single,))
    joins = _joins(pieces)
    if not all(_BETWEEN.search(join) for join in joins) and len(units) <= 1:
        return None  # « 4 5 ans »
    slots = _slots(units, len(numbers), joins)
    if slots is None:
        return _interval(pieces, numbers, units, single)
    value = _join([n.value for n in numbers], slots)
    return Quantity((value,), slots[-1], pieces, slots)


def _says_years(number: QuantityPiece) -> bool:
    """« octogénaire », « nourrisson », « la quarantaine », « la 60aine »."""
    return number.role in ("band", "rounded") or (number.role == "tens" and bool(number.prefix))


def _interval(
    pieces: tuple[QuantityPiece, ...],
    numbers: Sequence[QuantityPiece],
    units: Sequence[UnitWord],
    single: Unit,
) -> Quantity | None:
    """« 3 à 4 jours », « 2 mois à 3 mois », « 12 et 9 ans », « 10 à 9 ans »: two values, in their order."""
    if len(numbers) != 2 or any(word.unit is not single for word in units):
        return None
    values = (numbers[0].value, numbers[1].value)
    return Quantity(values, single, pieces, (single,)) if max(values) < _YEARS else None


def _slots(units: Sequence[UnitWord], count: int, joins: Sequence[str]) -> tuple[Unit, ...] | None:
    """Units of the numbers of « 2 ans et 3 mois », « 38 SA + 4 », « 38+4 SA »; None when it is none of these."""
    is_term = not units or (len(units) == 1 and units[0].unit is Unit.TERM)
    if is_term and count == 2 and "+" in joins[0]:
        return (Unit.TERM, Unit.TERM_DAY)
    if any(_UP_TO.search(join) for join in joins):
        return None  # « 1 an à 18 mois »
    if count == 2 and [word.unit for word in units] == [Unit.WEEK] and "+" in joins[0]:
        return (Unit.WEEK, Unit.DAY)  # « 38 semaines + 3 »
    slots = tuple(word.unit for word in units)
    if slots == (Unit.TERM, Unit.DAY):
        slots = (Unit.TERM, Unit.TERM_DAY)
    if len(slots) != count or any(pair not in STEP for pair in pairwise(slots)):
        return None
    return slots


def _joins(pieces: Sequence[QuantityPiece]) -> list[str]:
    """The literal text between consecutive numbers."""
    places = [at for at, piece in enumerate(pieces) if piece.role in NUMBERS]
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
