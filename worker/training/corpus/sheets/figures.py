"""The notation of drawn numbers in kinds of sheet, and how one document writes its numbers.

``[135~145]`` is a number between both, with the decimals of the lower one; ``[0~6/0,25]`` in steps;
``[+-1~4]`` with a sign; ``[0~2;11;-]`` eleven of them joined by "-"; ``[?AAAA##]`` letters and digits.
"""

import re
from collections.abc import Callable
from random import Random
from typing import Final

from worker.training.corpus.forms.base import digits

RANGE: Final = re.compile(r"(-?\d+(?:,\d+)?)~(-?\d+(?:,\d+)?)")
_FIELD: Final = re.compile(
    r"\[(?:\?([^\[\]]+)|(\+-|\+)?(-?\d+(?:,\d+)?)~(-?\d+(?:,\d+)?)(?:/([\d,]+))?(?:;(\d+)(?:-(\d+))?;([^\]]*))?)\]"
)
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTVWXZ"
_THOUSAND: Final = 1000


class Figures:
    """Numbers of one document: its decimal sign and how it parts thousands."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._point = rng.choices((",", ".", "·"), (78, 21, 1))[0]
        self._thousands = rng.choices(("", " ", "\u202f", "."), (70, 24, 3, 3))[0]
        if self._thousands == self._point:
            self._thousands = ""

    def written(self, value: float, decimals: int) -> str:
        """``written(12450.5, 1)`` → "12 450,5" in a document that parts thousands by blanks."""
        text = f"{abs(value):.{decimals}f}"
        whole, _, rest = text.partition(".")
        if self._thousands and len(whole) > 3:
            whole = f"{int(whole):,}".replace(",", self._thousands)
        sign = "-" if value < 0 and float(text) else ""
        return sign + whole + (self._point + rest if rest else "")

    def between(self, low: str, high: str, step: str = "") -> str:
        """A number between two that are written with a comma; low ones are likelier when far apart."""
        first, last = number(low), number(high)
        far = first > 0 and last / first > _THOUSAND
        share = self._rng.random() ** (4 if far else 1)
        value = first + share * (last - first)
        decimals = decimals_of(low)
        if step:
            value = first + round((value - first) / number(step)) * number(step)
            decimals = max(decimals, decimals_of(step))
        text = self.written(value, decimals)
        return text.zfill(len(low)) if low[0] == "0" and low.isdigit() else text

    def filled(self, text: str) -> str:
        """The text with every notation replaced by a number; other brackets stay."""
        return _FIELD.sub(self._drawn, text) if "[" in text else text

    def _drawn(self, match: re.Match[str]) -> str:
        shape, sign, low, high, step, few, many, joint = match.groups()
        if shape:
            return shaped(shape, self._rng)
        draw = self._signed(sign or "", low, high, step or "")
        if not few:
            return draw()
        count = self._rng.randint(int(few), int(many or few))
        return joint.join(draw() for _ in range(count))

    def _signed(self, sign: str, low: str, high: str, step: str) -> Callable[[], str]:
        def draw() -> str:
            shown = sign if sign != "+-" else self._rng.choice("+-")
            return shown + self.between(low, high, step)

        return draw


def shaped(shape: str, rng: Random) -> str:
    """``A`` gives a capital, ``a`` a small letter, ``#`` a digit; the rest stands: "AAAA00#" → "QEFA004"."""
    drawn = {
        "A": lambda: rng.choice(_LETTERS),
        "a": lambda: rng.choice(_LETTERS).lower(),
        "#": lambda: digits(rng, 1),
    }
    return "".join(drawn[sign]() if sign in drawn else sign for sign in shape)


def number(text: str) -> float:
    return float(text.replace(",", "."))


def decimals_of(text: str) -> int:
    return len(text.partition(",")[2])
