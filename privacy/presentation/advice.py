"""The effect of ε on the project's notes as a chart and rows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from privacy.domain.advice import Advice, Effect
from privacy.presentation.numbers import decimal, percent

# the frame, in its own units: about a pixel each on a telephone
LEFT, RIGHT, TOP, BOTTOM = 46, 314, 12, 172
_DECADES: Final = (0.1, 1.0, 10.0, 100.0, 1000.0)
_DASHES: Final = ("", "8 5", "2 4", "10 3 2 3")
_NOTHING: Final = "–"
_DRAWN: Final = ("days", "kilometres", "codes", "found")


@dataclass(frozen=True, slots=True)
class AdviceRow:
    """One ε in words; `raw` is what a link carries, `drawn` the same figures as a chart reads them,
    by their names ("" for none)."""

    raw: str
    epsilon: str
    days: str
    kilometres: str
    codes: str
    found: str
    drawn: dict[str, str]


@dataclass(frozen=True, slots=True)
class Line:
    """Points as text, so that no language puts a comma in an attribute; `key`: its colour and its strokes, from 1."""

    key: int
    title: Promise
    dashes: str
    points: str
    dots: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Chart:
    """Days and kilometres on a scale of powers of ten at the left, shares of patients at the right."""

    lines: list[Line]
    marks: list[tuple[str, str]]
    powers: list[tuple[str, str]]
    shares: list[tuple[str, str]]


def advice_rows(advice: Advice) -> list[AdviceRow]:
    return [
        AdviceRow(
            raw=f"{float(Fraction(effect.epsilon)):g}",
            epsilon=decimal(Fraction(effect.epsilon)),
            days=_NOTHING if effect.days is None else decimal(effect.days, 1),
            kilometres=_NOTHING if effect.kilometres is None else decimal(effect.kilometres, 0),
            codes=_NOTHING if effect.codes is None else percent(effect.codes),
            found=_NOTHING if effect.found is None else percent(effect.found),
            drawn={name: _plain(getattr(effect, name, None)) for name in _DRAWN},
        )
        for effect in advice.effects
    ]


def _plain(value: float | None) -> str:
    """Without a language's comma."""
    return "" if value is None else f"{float(value):.6g}"


def advice_chart(advice: Advice) -> Chart:
    step = (RIGHT - LEFT) / (len(advice.effects) - 1)
    across = [round(LEFT + rank * step) for rank in range(len(advice.effects))]
    titles = (
        _("une date, en jours (échelle de gauche)"),
        _("une commune, en kilomètres (échelle de gauche)"),
        _("patients retrouvés par leurs intervalles (échelle de droite)"),
        _("codes CIM-10 changés (échelle de droite)"),
    )
    lines = []
    for rank, title in enumerate(titles):
        heights = [_heights(effect)[rank] for effect in advice.effects]
        dots = [(str(x), str(y)) for x, y in zip(across, heights, strict=True) if y is not None]
        if dots:
            points = " ".join(f"{x},{y}" for x, y in dots)
            lines.append(Line(rank + 1, title, _DASHES[rank], points, dots))
    return Chart(
        lines=lines,
        marks=[
            (str(x), decimal(Fraction(effect.epsilon)))
            for x, effect in zip(across, advice.effects, strict=True)
        ],
        powers=[(str(_power(value)), decimal(Fraction(str(value)))) for value in _DECADES],
        shares=[(str(_share(value)), percent(value)) for value in (0.0, 0.5, 1.0)],
    )


def _heights(effect: Effect) -> tuple[int | None, ...]:
    return (
        None if effect.days is None else _power(effect.days),
        None if effect.kilometres is None else _power(effect.kilometres),
        None if effect.found is None else _share(effect.found),
        None if effect.codes is None else _share(effect.codes),
    )


def _power(value: float) -> int:
    """Kept inside the frame: below a tenth, nothing moves; above a thousand, nothing is left."""
    kept = min(max(value, _DECADES[0]), _DECADES[-1])
    decades = math.log10(_DECADES[-1] / _DECADES[0])
    return _share(math.log10(kept / _DECADES[0]) / decades)


def _share(share: float) -> int:
    return round(BOTTOM - share * (BOTTOM - TOP))
