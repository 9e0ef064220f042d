"""How the numbers and units of an age or a duration are written, piece by piece."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from privacy.domain.text import Case, apply_case, case_of
from privacy.domain.time.bands import write_band
from privacy.domain.time.numerals import COLLECTIVES, spellings
from privacy.domain.time.units import DAYS, Unit, UnitWord

_ROUND: Final = {name: value for name, value in COLLECTIVES.items() if name != "huitaine"}
# collective nouns that name an age by themselves: « la quarantaine »
_TENS: Final = {name: value for name, value in COLLECTIVES.items() if 20 <= value <= 60}
_NEWBORN: Final = 28  # days
_BABY: Final = 2  # years from which « nourrisson » is written
_BEYOND: Final = (15, 66)  # from and up to which age there is such a noun
NUMBERS: Final = frozenset(("digits", "rounded", "words", "rank", "collective", "tens", "band"))
_AND: Final = re.compile(r"[\s,]*(?:et)?\s*", re.IGNORECASE)


# not frozen, though nothing changes it: there are several an age, and a frozen one costs more than twice as much to make
@dataclass(slots=True)
class QuantityPiece:
    """Literal, number or unit word agreeing with the number before it. `tail`: « ème », the mark of a decimal part.

    A decimal part and a half are finer than the unit: `fine` of `choices` (100 for « ,75 », 2 for « et demi »).
    """

    text: str
    role: str = "literal"  # literal | digits | rounded | words | rank | collective | tens | band | echo | half | unit | agreeing
    value: int = 0
    word: UnitWord | None = None
    feminine: bool = False
    spelling: int = 0
    pad: int = 0
    tail: str = ""
    prefix: str = ""  # « d'un an » becomes « de deux ans », « la quarantaine » « l'âge de 70 ans »
    choices: int = 0
    fine: int = 0


def assemble(
    pieces: Sequence[QuantityPiece], numbers: Sequence[int], fine: Sequence[int] | None = None
) -> str:
    """The text of these numbers; `fine` are the decimal parts and halves (None: those of the pieces)."""
    shown: list[str] = []
    order = iter(numbers)
    finer = iter([p.fine for p in pieces if p.choices] if fine is None else fine)
    current = 0
    for piece in pieces:
        if piece.role == "half":
            shown[:] = [*shown, piece.text] if next(finer) else _stripped(shown)
        elif piece.role == "echo":
            shown.append(_echo(piece, pieces, numbers[0]))
        elif piece.word is not None or piece.role in ("literal", "agreeing"):
            shown.append(_agreed(piece, is_plural=current > 1))
        else:
            value = next(order)
            shown.append(_write_number(piece, value))
            if piece.choices:
                shown.append(f"{piece.tail}{next(finer):0{len(str(piece.choices - 1))}d}")
            current = _count_for_words(piece, value)
    return "".join(shown)


def _agreed(piece: QuantityPiece, *, is_plural: bool) -> str:
    """A piece without a number: as it stands, or a word that agrees with the number before it."""
    if piece.role == "agreeing":
        return piece.text + ("S" if piece.text.isupper() else "s") * is_plural
    if piece.role == "literal" or piece.word is None:
        return piece.text
    return _cased(piece.word.plural if is_plural else piece.word.singular, piece.text)


def _count_for_words(piece: QuantityPiece, value: int) -> int:
    """What the words behind a number agree with: « une trentaine de jours », « le 3e jour »."""
    if piece.role in ("collective", "rounded"):
        return 2
    is_rank = piece.role == "rank" or (piece.tail and not piece.choices)
    return 1 if is_rank else value


def _write_number(piece: QuantityPiece, value: int) -> str:
    if piece.role == "digits":
        tail = "" if piece.choices else _tail(piece.tail, value, feminine=piece.feminine)
        return f"{value:0{piece.pad}d}" + tail
    if piece.role == "rank":
        return (
            piece.text
            if value == piece.value
            else f"{value}{_tail('e', value, feminine=piece.feminine)}"
        )
    if piece.role == "rounded":
        return f"{max((value + 5) // 10 * 10, 10)}{piece.tail}"
    if piece.role == "band":
        return write_band(value, piece.text)
    if piece.role == "tens":
        return _tens(piece, value)
    if piece.role == "collective":
        # « huitaine » is said of days, and of eight of them
        known = COLLECTIVES if value == COLLECTIVES["huitaine"] else _ROUND
        return _cased(_nearest(value, known), piece.text)
    if value > 9999:
        return str(value)
    word = spellings(value, feminine=piece.feminine)[piece.spelling]
    shown = _cased(word, piece.text[len(piece.prefix) :])
    return _of(piece.prefix, word) + shown if piece.prefix else shown


def in_figures(piece: QuantityPiece) -> Iterator[QuantityPiece]:
    """A number in words, or a rank, as the same writer writes larger ones: « d'un » becomes « de 1 », « deuxième » « 2e »."""
    if piece.prefix:
        yield QuantityPiece(_of(piece.prefix, "deux"))
    tail = "e" if piece.role == "rank" else ""
    yield replace(piece, text="", role="digits", spelling=0, tail=tail, prefix="")


def _echo(piece: QuantityPiece, pieces: Sequence[QuantityPiece], value: int) -> str:
    """The word of age of « nourrisson de 3 mois », which says the same age as the number. Units are public: « de 28 jours »
    and « de 1 mois » may have other words."""
    if value == piece.value:
        return piece.text
    unit = next(p.word.unit for p in pieces if p.word is not None)
    days = value * DAYS[unit]
    return write_band(0 if days < _NEWBORN else max(int(days / DAYS[Unit.YEAR]), _BABY), piece.text)


def _of(prefix: str, word: str) -> str:
    """« d' » before « un », « une », else « de » (« de onze » too), in the case of the original."""
    elided = word.startswith("un")
    if elided == (prefix[-1] != " "):
        return prefix
    letter = "D" if prefix[0] == "D" else "d"
    vowel = "E" if prefix.isupper() and len(prefix) > 2 else "e"
    return f"{letter}'" if elided else f"{letter}{vowel} "


def _tail(tail: str, value: int, *, feminine: bool = False) -> str:
    """« 3ème » → « 1er », « 1re » of a week."""
    if not tail:
        return tail
    first = tail.lower().endswith(("er", "re"))
    if value == 1:
        return tail if first else "re" if feminine else "er"
    return "e" if first else tail


def _cased(word: str, original: str) -> str:
    case = case_of(original)
    if case is Case.TITLE and len(original) > 1:
        return word[:1].upper() + word[1:]
    if len(original) == 1:
        return word.upper() if original.isupper() else word
    return apply_case(word, case)


def _nearest(value: int, names: dict[str, int]) -> str:
    return min(names, key=lambda name: (abs(names[name] - value), names[name]))


def _stripped(shown: Sequence[str]) -> list[str]:
    """Without the blanks at the end: « 3 ans et demi » without its half is « 3 ans »."""
    kept = list(shown)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept


def _tens(piece: QuantityPiece, value: int) -> str:
    """« la quarantaine »; where no such noun is said, « l'âge de 70 ans »."""
    low, high = _BEYOND
    if piece.prefix and not low <= value < high:
        return _cased(f"l'âge de {max((value + 5) // 10 * 10, 10)} ans", piece.text)
    noun = piece.text[len(piece.prefix) :]
    return piece.prefix + _cased(_nearest(value, _TENS), noun)


def without_zeros(
    pieces: Sequence[QuantityPiece], numbers: Sequence[int]
) -> tuple[list[QuantityPiece], list[int]]:
    """« 1 an et 0 mois » is « 1 an »: a zero after the first number goes with what joins it and its unit."""
    kept, left = list(pieces), list(numbers)
    if 0 not in left[1:]:
        return kept, left
    for rank, (start, end) in reversed(list(enumerate(_joined(pieces), start=1))):
        if rank < len(left) and left[rank] == 0 and end:
            del kept[start:end], left[rank]
    return kept, left


def _joined(pieces: Sequence[QuantityPiece]) -> Iterator[tuple[int, int]]:
    """Where each number after the first begins, what joins it included, and ends, its unit included; (0, 0) where
    more than « et » or a comma joins it (« 38 SA + 0 ») or it has no unit."""
    places = [at for at, piece in enumerate(pieces) if piece.role in NUMBERS]
    for at, following in zip(places[1:], [*places[2:], len(pieces)], strict=True):
        start = at
        while start and pieces[start - 1].role == "literal":
            start -= 1
        unit = next((i for i in range(at + 1, following) if pieces[i].word is not None), None)
        plain = _AND.fullmatch("".join(p.text for p in pieces[start:at])) is not None
        after_unit = start > 0 and pieces[start - 1].word is not None
        yield (start, unit + 1) if unit is not None and plain and after_unit else (0, 0)
