"""Charts drawn on the server: bars inside tables, lines with their numbers below.

Only geometry; `templates/components/chart_*.html` draw it, colours come from the style sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 600  # of a line chart's view box
HEIGHT: Final = 160
MARGIN: Final = 4


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a bar, in hundredths of the widest bar."""

    x: float
    width: float
    name: str
    value: float


@dataclass(frozen=True, slots=True)
class Bar:
    """`exact` is the full name, where `name` is short."""

    name: str
    total: float
    pieces: tuple[Piece, ...]
    exact: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    points: str  # of an SVG polyline


@dataclass(frozen=True, slots=True)
class LineChart:
    """`rows` are (name of the column, value of each line), for the table."""

    lines: tuple[Line, ...]
    rows: tuple[tuple[object, tuple[float | None, ...]], ...]
    top: float
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def first(self) -> object:
        return self.rows[0][0]

    @property
    def last(self) -> object:
        return self.rows[-1][0]


def bars(rows: Mapping[str, float]) -> tuple[Bar, ...]:
    """One piece a bar."""
    return stacked({name: {name: value} for name, value in rows.items()})


def stacked(rows: Mapping[str, Mapping[str, float]]) -> tuple[Bar, ...]:
    """Bars of pieces, all on one scale; an empty piece keeps its place in the table."""
    widest = max((sum(pieces.values()) for pieces in rows.values()), default=0) or 1
    found = []
    for name, values in rows.items():
        x, pieces = 0.0, []
        for piece, value in values.items():
            width = 100 * value / widest
            pieces.append(Piece(round(x, 2), round(width, 2), piece, value))
            x += width
        found.append(Bar(name, sum(values.values()), tuple(pieces)))
    return tuple(found)


def line_chart(
    columns: Sequence[object],
    series: Mapping[str, Sequence[float | None]],
    top: float | None = None,
) -> LineChart | None:
    """Lines over equally spaced columns; a missing value breaks nothing, it is left out.

    None when there are fewer than two columns: a line needs two ends.
    """
    if len(columns) < 2:
        return None
    highest = max((v for values in series.values() for v in values if v is not None), default=0.0)
    scale = top if top is not None else highest
    lines = tuple(Line(name, _points(values, scale or 1)) for name, values in series.items())
    rows = tuple(
        (column, tuple(values[i] for values in series.values())) for i, column in enumerate(columns)
    )
    return LineChart(lines, rows, scale)


def _points(values: Sequence[float | None], scale: float) -> str:
    step = (WIDTH - 2 * MARGIN) / (len(values) - 1)
    depth = HEIGHT - 2 * MARGIN
    return " ".join(
        f"{MARGIN + i * step:.1f},{MARGIN + depth * (1 - value / scale):.1f}"
        for i, value in enumerate(values)
        if value is not None
    )
