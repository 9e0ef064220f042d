"""A small map of a public area, drawn from its communes' own positions: no tiles, no borders from elsewhere.

Positions are those of the place metric (equirectangular plane, km). Everything is rounded to whole km and fits
in a few kilobytes.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from privacy.domain.mechanisms.choice import FloatRow
from privacy.domain.places.geography import Geography
from privacy.domain.places.metric import Indices, Matrix, plane

OVERSEAS: Final = "97"
ROWS: Final = 120  # of the silhouette at most, over the height of the area
SPACING: Final = 1.2  # and no cell smaller than that many times the mean distance between communes
GAP: Final = 4  # cells without a commune that a row of the silhouette leaps over
CELLS: Final = 34  # along the longer side, for the grouped dots
FAINT: Final = 1e-5  # mass that no dot shows
LARGEST: Final = (
    0.05  # at least: radius of a dot that holds all the mass, as a part of the longer side
)


@dataclass(frozen=True, slots=True)
class Dot:
    """A circle of the map: its area follows the mass that it holds."""

    x: float
    y: float
    r: float


@dataclass(frozen=True, slots=True)
class Outline:
    """`path`: strokes `stroke` wide that paint the area; `width` × `height` is the drawing, in km."""

    width: int
    height: int
    stroke: float
    path: str
    dots: tuple[Dot, ...]
    named: tuple[Dot, ...]
    origin: Dot | None
    outside: float


@dataclass(frozen=True, slots=True)
class _Frame:
    west: float
    north: float
    width: float
    height: float

    def place(self, point: FloatRow) -> tuple[float, float]:
        return round(float(point[0]) - self.west, 1), round(self.north - float(point[1]), 1)

    def holds(self, point: FloatRow) -> bool:
        x, y = self.place(point)
        return 0 <= x <= self.width and 0 <= y <= self.height

    @property
    def side(self) -> float:
        return max(self.width, self.height)


def outline_of(
    geography: Geography,
    rows: Indices,
    probabilities: FloatRow,
    *,
    named: Indices,
    origin: int,
) -> Outline:
    """The map of an area with its distribution. `named` communes have dots of their own; `outside`: the mass that
    lies overseas, off the map of a France that is larger."""
    everywhere = plane(geography.coordinates)
    overseas = np.array(
        [geography.communes[int(r)].department.startswith(OVERSEAS) for r in rows], dtype=bool
    )
    shown = ~overseas if not overseas.all() else overseas
    points = everywhere[rows[shown]]
    frame = _frame(points)
    cell = max(frame.height / ROWS, SPACING * (frame.width * frame.height / len(points)) ** 0.5)
    apart = shown & np.isin(rows, named)
    rest = shown & ~apart
    groups = _grouped(everywhere[rows[rest]], probabilities[rest], frame)
    singles = list(zip(everywhere[rows[apart]], probabilities[apart], strict=True))
    unit = _radius_of_one(frame, [mass for _, mass in (*groups, *singles)])
    here = everywhere[origin]
    return Outline(
        width=round(frame.width),
        height=round(frame.height),
        stroke=round(cell * 1.15, 2),
        path="".join(_silhouette(points, frame, cell)),
        dots=tuple(_dot(point, mass, frame, unit) for point, mass in groups),
        named=tuple(_dot(point, mass, frame, unit) for point, mass in singles),
        origin=Dot(*frame.place(here), frame.side * 0.018) if frame.holds(here) else None,
        outside=float(probabilities[~shown].sum()),
    )


def _frame(points: Matrix) -> _Frame:
    """The bounding box with a margin, so that no dot is cut."""
    low, high = points.min(axis=0), points.max(axis=0)
    margin = max(float((high - low).max()) * (LARGEST + 0.01), 2.0)
    size = high - low + 2 * margin
    return _Frame(float(low[0]) - margin, float(high[1]) + margin, float(size[0]), float(size[1]))


def _silhouette(points: Matrix, frame: _Frame, cell: float) -> Iterator[str]:
    """Horizontal strokes over the cells that hold a commune."""
    cells = {
        (int((frame.north - y) / cell), int((x - frame.west) / cell)) for x, y in points.tolist()
    }
    rows: dict[int, list[int]] = {}
    for row, column in sorted(cells):
        rows.setdefault(row, []).append(column)
    for row, columns in rows.items():
        start = columns[0]
        for left, right in pairwise([*columns, columns[-1] + 2 * GAP]):
            if right - left > GAP:
                y = round((row + 0.5) * cell, 1)
                yield f"M{round((start - 0.2) * cell)} {y}H{round((left + 1.2) * cell)}"
                start = right


def _grouped(points: Matrix, masses: FloatRow, frame: _Frame) -> list[tuple[FloatRow, float]]:
    """Centre and mass of each square of the grid that holds some."""
    cell = frame.side / CELLS
    columns = ((points[:, 0] - frame.west) // cell).astype(np.int64)
    lines = ((frame.north - points[:, 1]) // cell).astype(np.int64)
    keys = lines * (CELLS + 2) + columns
    sums = np.bincount(keys, weights=masses) if len(keys) else np.zeros(0)
    east = np.bincount(keys, weights=masses * points[:, 0]) if len(keys) else sums
    north = np.bincount(keys, weights=masses * points[:, 1]) if len(keys) else sums
    kept = np.flatnonzero(sums > FAINT)
    centres = np.column_stack([east[kept] / sums[kept], north[kept] / sums[kept]])
    return list(zip(centres, sums[kept].tolist(), strict=True))


def _radius_of_one(frame: _Frame, masses: Sequence[float]) -> float:
    """Radius of a dot that would hold all the mass: where the mass is spread thin, the heaviest dot fills its
    square."""
    heaviest = max(masses, default=1.0) or 1.0
    return frame.side * max(LARGEST, 0.5 / CELLS / math.sqrt(heaviest))


def _dot(point: FloatRow, mass: float, frame: _Frame, unit: float) -> Dot:
    return Dot(*frame.place(point), round(unit * mass**0.5, 2))
