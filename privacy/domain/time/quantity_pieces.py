"""How the numbers and units of an age or a duration are written, piece by piece."""

from dataclasses import dataclass
from typing import Final

from privacy.domain.text import Case, apply_case, case_of, strip_accents
from privacy.domain.time.numerals import COLLECTIVES, DECADES, spellings
from privacy.domain.time.units import UnitWord

_ROUND: Final = {name: value for name, value in COLLECTIVES.items() if name != "huitaine"}


@dataclass(frozen=True, slots=True)
class QuantityPiece:
    """Literal, number or unit word agreeing with the number before it. `tail`: « ,5 », « ème »."""

    text: str
    role: str = "literal"  # literal | digits | words | collective | decade | unit
    value: int = 0
    word: UnitWord | None = None
    feminine: bool = False
    spelling: int = 0
    pad: int = 0
    tail: str = ""
    prefix: str = ""  # « d'un an » becomes « de deux ans »


def assemble(pieces: tuple[QuantityPiece, ...], numbers: list[int]) -> str:
    shown: list[str] = []
    order = iter(numbers)
    current = 0
    for piece in pieces:
        if piece.role == "literal":
            shown.append(piece.text)
        elif piece.word is not None:
            form = piece.word.plural if current > 1 else piece.word.singular
            shown.append(_cased(form, piece.text))
        else:
            current = next(order)
            shown.append(_write_number(piece, current))
            if piece.role == "collective":
                current = 2
            elif piece.tail and piece.tail[0] not in ".,":
                current = 1  # « le 3e jour »
    return "".join(shown)


def _write_number(piece: QuantityPiece, value: int) -> str:
    if piece.role == "digits":
        return f"{value:0{piece.pad}d}" + _tail(piece.tail, value)
    if piece.role == "collective":
        # « huitaine » is said of days, and of eight of them
        known = COLLECTIVES if value == COLLECTIVES["huitaine"] else _ROUND
        return _cased(_nearest(value, known), piece.text)
    if piece.role == "decade":
        name = _nearest(value, DECADES) + ("s" if piece.text.lower().endswith("s") else "")
        return _cased(name if not piece.text.isascii() else strip_accents(name), piece.text)
    if value > 9999:
        return str(value)
    word = spellings(value, feminine=piece.feminine)[piece.spelling]
    shown = _cased(word, piece.text[len(piece.prefix) :])
    return _of(piece.prefix, word) + shown if piece.prefix else shown


def _of(prefix: str, word: str) -> str:
    """« d' » before « un », « une », else « de » (« de onze » too), in the case of the original."""
    elided = word.startswith("un")
    if elided == (prefix[-1] != " "):
        return prefix
    letter = "D" if prefix[0] == "D" else "d"
    vowel = "E" if prefix.isupper() and len(prefix) > 2 else "e"
    return f"{letter}'" if elided else f"{letter}{vowel} "


def _tail(tail: str, value: int) -> str:
    """« 3ème » → « 1er »; a decimal part is kept."""
    if not tail or tail[0] in ".,":
        return tail
    first = tail.lower().endswith(("er", "re"))
    if value == 1:
        return tail if first else "er"
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
