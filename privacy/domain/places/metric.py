"""The public distance between communes (mechanisms §4): d² = (km/50)² + (Δ log10 population)² + Σ (Δf/S_f)².

Kilometres are those of an equirectangular plane at a fixed mean latitude. Every commune has fixed coordinates, in
which the distance is Euclidean: hence a metric, whose scales are constants that depend on public data alone.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from privacy.domain.mechanisms.choice import FloatRow, round_up

Matrix = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

EARTH_RADIUS_KM: Final = 6371.0
UNIT_KM: Final = 50  # kilometres in one place unit: what ε is charged for
MEAN_LATITUDE: Final = math.radians(46.5)  # fixed, so that every area shares one metric
_VERSION: Final = "deidweb/place-metric/1"
# 2: candidates of a prior are drawn by it and thinned: the same law from other bits
_SAMPLER: Final = 2


FARTHEST: Final = 1e12  # scales: squares of the distances stay numbers


@dataclass(frozen=True, slots=True, eq=False)
class Feature:
    """A public feature of every commune, in the order of the table. `scale` is the constant S_f, in its unit.

    Raises ValueError when the scale is not a positive number, a value is missing or above `FARTHEST` scales.
    """

    name: str
    scale: float
    values: FloatRow

    def __post_init__(self) -> None:
        sound = self.scale > 0 and math.isfinite(self.scale) and np.isfinite(self.values).all()
        if not (sound and (np.abs(self.values) <= FARTHEST * self.scale).all()):
            msg = (
                "a feature has a positive scale, and no value that is missing or beyond all measure"
            )
            raise ValueError(msg)


@dataclass(frozen=True, slots=True, eq=False)
class PlaceMetric:
    """`axes`, one row each: east and north in units of 50 km, log10 population, then features in units of S_f.

    `fingerprint`: SHA-256 of the public inputs. It stands in the context of a draw: another table, or another
    scale, draws afresh.
    """

    axes: Matrix
    fingerprint: str

    def take(self, rows: Indices) -> Matrix:
        """The coordinates of some communes, one contiguous row an axis."""
        return np.ascontiguousarray(self.axes[:, rows])


def metric_of(
    codes: Sequence[str],
    coordinates: Matrix,
    people: Sequence[int],
    features: Sequence[Feature] = (),
    prior: str = "",
) -> PlaceMetric:
    """The metric of a table: INSEE codes, latitude and longitude in degrees, inhabitants, features.

    `prior`: name of the public prior of the draws, "" for the uniform one; only the fingerprint depends on it.
    """
    digest = hashlib.sha256(f"{_VERSION}\n{','.join(codes)}\n".encode())
    digest.update(np.ascontiguousarray(coordinates, dtype="<f8").tobytes())
    digest.update(np.array(people, dtype="<i8").tobytes())
    for feature in features:
        digest.update(f"{feature.name}\n{feature.scale!r}\n".encode())
        digest.update(np.ascontiguousarray(feature.values, dtype="<f8").tobytes())
    if prior:
        digest.update(f"prior {prior}/{_SAMPLER}\n".encode())
    size = np.log10(np.maximum(np.array(people, dtype=np.float64), 1))
    rows = [*(plane(coordinates) / UNIT_KM).T, size, *(f.values / f.scale for f in features)]
    return PlaceMetric(np.ascontiguousarray(rows, dtype=np.float64), digest.hexdigest())


def plane(coordinates: Matrix) -> Matrix:
    """East and north in km from latitude and longitude in degrees."""
    radians = np.radians(coordinates)
    east = radians[:, 1] * math.cos(MEAN_LATITUDE) * EARTH_RADIUS_KM
    return np.column_stack([east, radians[:, 0] * EARTH_RADIUS_KM])


def distance_to(here: Sequence[float], axes: Sequence[Sequence[float]], row: int) -> float:
    """One d of `distance_block`, to the last bit: for a single one, most of numpy's work is to be called."""
    total = 0.0
    for value, axis in zip(here, axes, strict=True):
        gap = value - axis[row]
        total += gap * gap
    return math.ceil(math.sqrt(total) * 1e6) / 1e6


def distance_block(rows: Matrix, columns: Matrix) -> Matrix:
    """d between two sets of communes as `take` gives them, rounded up to 1e-6: the same for draws and proofs."""
    total = np.zeros((rows.shape[1], columns.shape[1]))
    gap = np.empty_like(total)
    for left, right in zip(rows, columns, strict=True):
        np.subtract(left[:, None], right[None, :], out=gap)
        np.multiply(gap, gap, out=gap)
        np.add(total, gap, out=total)
    return round_up(np.sqrt(total, out=total))
