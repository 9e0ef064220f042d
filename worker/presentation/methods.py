"""The seven measures of every substitution method: a table, a figure, what each column means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from deidweb.sentences import localised
from privacy.domain.obfuscation.metrics import MEANINGS
from privacy.presentation.words import MECHANISM_NAMES

# the frame, in its own units: about a pixel each on a telephone
LEFT, RIGHT, TOP, BOTTOM = 34, 346, 12, 172
_NAMES: Final[dict[str, Promise]] = {
    "kneo": _("mot voisin (KNEO)"),
    "sentence": _("phrase voisine"),
    "noise": _("mot tiré, bruit métrique"),
}
_TONES: Final = 4
_DASHES: Final = ("", "8 4", "2 3")
_INKS: Final = ("#b3261e", "#444444", "#0b57d0", "#146c2e")  # where no style sheet is


@dataclass(frozen=True, slots=True)
class MethodLine:
    """A row of the table, and its line of the figure; numbers as text, so that no language puts a comma in an attribute.
    `cells`: (raw, as it is read)."""

    name: str
    cells: tuple[tuple[str, str], ...]
    points: str
    dots: tuple[tuple[str, str], ...]
    tone: int
    ink: str
    dash: str


@dataclass(frozen=True, slots=True)
class MethodsTable:
    columns: tuple[str, ...]
    marks: tuple[tuple[str, str], ...]
    levels: tuple[tuple[str, str], ...]
    lines: tuple[MethodLine, ...]
    meanings: tuple[tuple[str, str], ...]


def methods_table(methods: Mapping[str, Mapping[str, Any]]) -> MethodsTable:
    """`methods`: name → the seven, a share or None."""
    names = list(MEANINGS)
    across = [round(LEFT + i * (RIGHT - LEFT) / (len(names) - 1)) for i in range(len(names))]
    columns = tuple(name.upper() for name in names)
    return MethodsTable(
        columns=columns,
        marks=tuple(zip(map(str, across), columns, strict=True)),
        levels=tuple((str(_height(v)), number_format(v, 1)) for v in (0.0, 0.5, 1.0)),
        lines=tuple(
            _line(number, name, [told.get(key) for key in names], across)
            for number, (name, told) in enumerate(methods.items())
        ),
        meanings=tuple((name.upper(), localised(said)) for name, said in MEANINGS.items()),
    )


def _line(number: int, name: str, values: list[float | None], across: list[int]) -> MethodLine:
    dots = tuple(
        (str(x), str(_height(value)))
        for x, value in zip(across, values, strict=True)
        if value is not None
    )
    return MethodLine(
        name=method_name(name),
        cells=tuple(
            ("", "–") if value is None else (f"{value:.3f}", number_format(value, 3))
            for value in values
        ),
        points=" ".join(f"{x},{y}" for x, y in dots),
        dots=dots,
        tone=number % _TONES + 1,
        ink=_INKS[number % _TONES],
        dash=_DASHES[number // _TONES % len(_DASHES)],
    )


def method_name(name: str) -> str:
    """ "noise, ε = 20": what is told behind a comma stays."""
    key, comma, rest = name.partition(",")
    return f"{_NAMES.get(key) or MECHANISM_NAMES.get(key, key)}{comma}{rest}"


def overlap_share(result: Mapping[str, Any]) -> str:
    """In %; "" where no neighbours were drawn, or before it was counted."""
    share = result.get("overlap")
    return "" if share is None else number_format(100 * share, 1)


def _height(value: float) -> int:
    return round(BOTTOM - min(max(value, 0.0), 1.0) * (BOTTOM - TOP))
