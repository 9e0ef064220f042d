"""The exact distribution of the commune that replaces another, as the draw makes it: what the preview's cards show.

For the staff who may read the original note.
"""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from privacy.domain.mechanisms.choice import FloatRow, IntRow, integer_weights, round_up
from privacy.domain.mechanisms.places_geoind import radius
from privacy.domain.places.draws import PlaceChoice
from privacy.domain.places.geography import Commune
from privacy.domain.places.metric import UNIT_KM, Indices, plane
from privacy.domain.policy import UNPROVED, PlaceMechanism

LIKELIEST: Final = 12
TWIN: Final = 2.0  # a comparable town has between half and twice the inhabitants
RADII, ANGLES = 96, 64  # equal-probability points of the planar Laplace
_NEAR: Final = 25.0  # km
Nodes = npt.NDArray[np.complex128]


@dataclass(frozen=True, slots=True)
class PlaceOutcome:
    """A commune that may be drawn, and how far from the original it lies."""

    commune: Commune
    probability: float
    kilometres: float


@dataclass(frozen=True, slots=True, eq=False)
class PlaceSpread:
    """Probabilities over `rows`, the communes of the area. `is_exact` is False where they were integrated
    numerically (`geoind`: over 6,144 points of equal probability)."""

    origin: Commune = field(repr=False)
    rows: Indices
    probabilities: FloatRow = field(repr=False)
    likeliest: tuple[PlaceOutcome, ...] = field(repr=False)
    expected_km: float
    expected_log_population: float
    is_exact: bool

    @property
    def same(self) -> float:
        """The chance that the surrogate is the original."""
        return float(self.probabilities[self.rows == self.origin.index].sum())


def spread_of_place(choice: PlaceChoice, origin: Commune) -> PlaceSpread:
    """What a commune of the table may become. Mean displacements in km and in log10 of the inhabitants."""
    geography, area = choice.geography, choice.area
    rows = geography.area(area)
    spread = _probabilities(choice, origin.index)
    kilometres = geography.kilometres(area, origin.index)
    order = np.lexsort((kilometres, -spread))[:LIKELIEST]
    people = np.array([geography.communes[int(r)].population for r in rows], dtype=np.float64)
    gaps = np.abs(np.log10(np.maximum(people, 1)) - math.log10(max(origin.population, 1)))
    return PlaceSpread(
        origin=origin,
        rows=rows,
        probabilities=spread,
        likeliest=tuple(
            PlaceOutcome(geography.communes[int(rows[i])], float(spread[i]), float(kilometres[i]))
            for i in order
            if spread[i] > 0
        ),
        expected_km=float(np.dot(spread, kilometres)),
        expected_log_population=float(np.dot(spread, gaps)),
        is_exact=choice.mechanism is not PlaceMechanism.GEOIND,
    )


def _probabilities(choice: PlaceChoice, origin: int) -> FloatRow:
    """From the very integer weights of the draw, where it has some."""
    geography, area = choice.geography, choice.area
    size = len(geography.area(area))
    if choice.mechanism in UNPROVED:
        row = geography.nearest(area, origin)
        found = geography.candidates(area, row, choice.epsilon, choice.mechanism)
        weights = integer_weights(round_up(found.distances), found.rate)
        spread = np.zeros(size)
        spread[found.indices] = weights / weights.sum()
        return spread
    if choice.mechanism is PlaceMechanism.GEOIND:
        points = plane(geography.coordinates)
        return _planar(points[geography.area(area)], points[origin], choice.parameter)
    exact = choice.distribution(origin) if choice.mechanism is PlaceMechanism.METRIC else None
    return np.full(size, 1 / size) if exact is None else exact


def _planar(points: FloatRow, here: FloatRow, epsilon: Fraction) -> FloatRow:
    """Chance of each point to be the nearest to a planar Laplace draw of `epsilon` per km around another."""
    points = points - here
    radii = [radius(float(epsilon), (i + 0.5) / RADII) for i in range(RADII)]
    turns = (np.arange(ANGLES) + 0.5) * (2 * math.pi / ANGLES)
    nodes = np.outer(radii, np.exp(1j * turns))
    away = np.hypot(points[:, 0], points[:, 1])
    counts = np.zeros(len(points))
    for reach, ring in zip(radii, nodes, strict=True):
        # what lies within _NEAR km of the ring's points lies between two circles; the rest is searched for out at sea
        band = np.flatnonzero(np.abs(away - reach) <= _NEAR)
        nearest, squares = _nearest(ring, points, band)
        far = squares > _NEAR**2
        if far.any():
            nearest[far] = _nearest(ring[far], points, np.arange(len(points)))[0]
        counts += np.bincount(nearest, minlength=len(points))
    return counts / nodes.size


def _nearest(nodes: Nodes, points: FloatRow, band: IntRow) -> tuple[IntRow, FloatRow]:
    """For each node the row of the nearest point among those of `band`, and the square of its distance."""
    if not len(band):
        return np.zeros(len(nodes), dtype=np.int64), np.full(len(nodes), np.inf)
    east = nodes.real[:, None] - points[band, 0]
    north = nodes.imag[:, None] - points[band, 1]
    squares = east * east + north * north
    best = np.argmin(squares, axis=1)
    return band[best], squares[np.arange(len(nodes)), best]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A commune that the sentence sets against the original. `distance` is what ε_i multiplies, in place units."""

    commune: Commune
    kilometres: float
    distance: float


def compare_place(choice: PlaceChoice, origin: Commune) -> Comparison | None:
    """The nearest commune of the area with half to twice the inhabitants; the nearest by d when there is none.

    None when the area holds no other commune.
    """
    geography, area = choice.geography, choice.area
    rows = geography.area(area)
    kilometres = geography.kilometres(area, origin.index)
    distances = geography.distances(area, origin.index)
    people = [geography.communes[int(r)].population for r in rows]
    other = rows != origin.index
    if not other.any():
        return None
    size = max(origin.population, 1)
    twins = other & np.array([size / TWIN <= p <= size * TWIN for p in people], dtype=bool)
    ranked = (
        np.where(twins, kilometres, np.inf) if twins.any() else np.where(other, distances, np.inf)
    )
    best = int(np.argmin(ranked))
    is_plane = choice.mechanism is PlaceMechanism.GEOIND
    gap = float(kilometres[best] / UNIT_KM if is_plane else distances[best])
    return Comparison(geography.communes[int(rows[best])], float(kilometres[best]), gap)


def worst_log_ratio(left: FloatRow, right: FloatRow) -> float:
    """The largest |ln P(y|i)/P(y|j)| over all outcomes: infinite when one side alone may give some y."""
    known = (left > 0) | (right > 0)
    if ((left > 0) != (right > 0)).any():
        return math.inf
    return float(np.abs(np.log(left[known]) - np.log(right[known])).max())
