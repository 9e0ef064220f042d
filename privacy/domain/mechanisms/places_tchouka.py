"""The papers' place mechanisms, for comparison: neither is metric-private (see `certificates`).

`tchouka2023` (HEALTHINF 2023, §4.2): candidates are the communes within 100 km of the secret; every feature is
min-max normalised within that set; the 10 nearest are kept; utility U = 1 - d; P ∝ exp(ε·U). `tchouka2024` (the
2024 journal version): U = 1 - d/√n for n features. Candidates, normalisation and normaliser all follow the secret.
In the article's own table the "rates" of cancer and stroke are counts, so all features are nearly the population.
"""

import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from privacy.domain.mechanisms.choice import FloatRow, IntRow, draw, integer_weights, round_up
from privacy.domain.randomness import BitSource

EARTH_RADIUS_KM: Final = 6371.0
RADIUS_KM: Final = 100.0
KEPT: Final = 10

_MORE: Final = 1 + 1e-9  # for rounding
_EVERY: Final = slice(None)

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class FeatureTable:
    """`coordinates`: latitude and longitude in degrees; `features`: any units, one column each."""

    coordinates: Matrix
    features: Matrix
    _radians: Matrix = field(init=False, repr=False)
    _north: IntRow = field(init=False, repr=False)  # rows from south to north

    def __post_init__(self) -> None:
        radians = np.radians(self.coordinates)
        object.__setattr__(self, "_radians", radians)
        object.__setattr__(self, "_north", np.argsort(radians[:, 0], kind="stable"))

    def kilometres(self, origin: int, rows: IntRow | slice = _EVERY) -> FloatRow:
        """Great-circle distances from one commune (haversine, 6371 km)."""
        points, here = self._radians[rows], self._radians[origin]
        half = np.sin((points - here) / 2) ** 2
        chord = half[:, 0] + np.cos(points[:, 0]) * math.cos(here[0]) * half[:, 1]
        return np.asarray(2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(chord)), dtype=np.float64)

    def within(self, origin: int, radius: float) -> IntRow:
        """Rows at most `radius` km away, in order. Only what lies between the parallels and meridians that touch the
        circle is measured."""
        angle = radius / EARTH_RADIUS_KM
        latitude, longitude = self._radians[origin]
        width = math.asin(min(1.0, math.sin(angle) / math.cos(latitude))) * _MORE
        south, north = np.searchsorted(
            self._radians[:, 0],
            [latitude - angle * _MORE, latitude + angle * _MORE],
            sorter=self._north,
        )
        belt = self._north[south:north]
        belt = np.sort(belt[np.abs(self._radians[belt, 1] - longitude) <= width])
        return np.asarray(belt[self.kilometres(origin, belt) <= radius], dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The kept communes, nearest first: row numbers, distances d, and the exponent ε·U lost per unit of d."""

    indices: IntRow
    distances: FloatRow
    rate: float

    @property
    def probabilities(self) -> FloatRow:
        """P ∝ exp(ε·U); the constant e^ε cancels."""
        weights = np.exp(-self.rate * self.distances)
        return np.asarray(weights / weights.sum(), dtype=np.float64)

    def draw(self, source: BitSource) -> int:
        """A row number, from integer weights (distances rounded up to 1e-6)."""
        weights = integer_weights(round_up(self.distances), self.rate)
        return int(self.indices[draw(source, np.cumsum(weights, dtype=np.int64))])


def tchouka2023(table: FeatureTable, origin: int, epsilon: float) -> Candidates:
    """U = 1 - d."""
    indices, distances = _nearest(table, origin)
    return Candidates(indices, distances, epsilon)


def tchouka2024(table: FeatureTable, origin: int, epsilon: float) -> Candidates:
    """U = 1 - d/√n, n the number of features."""
    indices, distances = _nearest(table, origin)
    return Candidates(indices, distances, epsilon / math.sqrt(table.features.shape[1]))


def _nearest(table: FeatureTable, origin: int) -> tuple[IntRow, FloatRow]:
    """The kept rows and their Euclidean distances; ties in the order of the table."""
    near = table.within(origin, RADIUS_KM)
    features = table.features[near]
    lowest = features.min(axis=0)
    span = features.max(axis=0) - lowest
    span[span == 0] = 1  # a constant feature tells nothing apart
    gaps = (features - table.features[origin]) / span
    distances = np.sqrt((gaps**2).sum(axis=1))
    kept = np.argsort(distances, kind="stable")[:KEPT]
    return near[kept], distances[kept]
