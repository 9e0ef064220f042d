"""Loss of the exponential mechanism in a closed form, at once: over a part of the country, for secrets anywhere, and
whatever the public prior.

Outsiders are drawn by their own distances to the communes inside. For any two secrets at distance d every weight's
ratio is at most e^(s·d) (triangle inequality; the constant 2^-25 is a mediant), hence that of the normalisers, hence
2·s·d; a prior is a factor of both weights and of every term of both normalisers. What the roundings add is counted for
pairs at `NEAR` or more, the few nearer ones are enumerated. The pairs of communes inside alone would allow a scale about
6 % larger, but their enumeration says nothing of outsiders.
"""

import math
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np

from privacy.domain.certificates.enumeration import exact_loss, near_pairs
from privacy.domain.mechanisms.choice import FLOOR, SCALE, FloatRow, IntRow, integer_weights
from privacy.domain.places.geography import WHOLE, Geography
from privacy.domain.places.metric import Indices, Matrix, distance_block

NEAR: Final = 0.01  # half a kilometre: some twenty pairs of the national table
SAMPLED: Final = (
    80  # secrets inside, and as many anywhere, among which the pair that is told is looked for
)
_AT_ONCE: Final = 2048  # communes
_STEP: Final = 1e-6  # what rounding adds to a distance, at most


@dataclass(frozen=True, slots=True)
class DeclaredLoss:
    """`bound`: no pair of secrets loses more per unit. `attained`: what `pair` (indices of the table) loses on the
    integer weights, at the commune `output`."""

    bound: float
    attained: float
    pair: tuple[int, int]
    output: int


_kept: WeakKeyDictionary[Geography, dict[tuple[str, float], DeclaredLoss]] = WeakKeyDictionary()


def declared_loss(geography: Geography, area: str, s: float) -> DeclaredLoss:
    """The loss over `area` at scale s, whatever the secrets: up to a second, then kept with the geography.

    >>> declared_loss(geography, "FR-21", 0.499).bound  # doctest: +SKIP
    0.9981
    """
    kept = _kept.setdefault(geography, {})
    if (area, s) not in kept:
        kept[area, s] = _computed(geography, area, s)
    return kept[area, s]


def _computed(geography: Geography, area: str, s: float) -> DeclaredLoss:
    axes, targets, prior = geography.axes(WHOLE), geography.axes(area), geography.weights(area)
    pair = _worst_of_sample(axes, _sample(geography, area), targets, s, prior)
    attained, row = exact_loss(axes, s, pair, prior, targets)
    near = (
        exact_loss(axes, s, ordered, prior, targets)[0]
        for i, j in near_pairs(axes, NEAR)
        for ordered in ((i, j), (j, i))
    )
    bound = max(2 * s + _roundings(axes, s, prior) / NEAR, max(near, default=0.0))
    return DeclaredLoss(bound, attained, pair, int(geography.area(area)[row]))


def _sample(geography: Geography, area: str) -> Indices:
    """Communes at even steps of the table, and of the area: the same at every call."""
    whole, inside = geography.area(WHOLE), geography.area(area)
    steps = [rows[:: max(len(rows) // SAMPLED, 1)] for rows in (whole, inside)]
    return np.unique(np.concatenate(steps))


def _worst_of_sample(
    axes: Matrix, rows: Indices, targets: Matrix, s: float, prior: FloatRow | None
) -> tuple[int, int]:
    """The ordered pair, of some secrets, that one commune of the area tells apart best, per unit of d."""
    told_apart = _told_apart(axes[:, rows], targets, s, prior)
    distances = distance_block(axes[:, rows], axes[:, rows])
    best, pair = 0.0, (0, 0)
    for i in range(len(rows)):
        far = distances[i] >= NEAR
        losses = np.divide(told_apart[i], distances[i], out=np.zeros(len(rows)), where=far)
        j = int(losses.argmax())
        if losses[j] > best:
            best, pair = float(losses[j]), (i, j)
    return int(rows[pair[0]]), int(rows[pair[1]])


def _told_apart(secrets: Matrix, targets: Matrix, s: float, prior: FloatRow | None) -> Matrix:
    """By ordered pair of secrets the greatest loss at any commune. A part of the country at a time: all of it would take
    45 MB a table."""
    starts = range(0, targets.shape[1], _AT_ONCE)
    parts = [slice(start, start + _AT_ONCE) for start in starts]
    totals = sum(_weights(secrets, targets, s, prior, part).sum(axis=1) for part in parts)
    shares = np.log(np.asarray(totals, dtype=np.float64))[:, None]
    greatest = np.full((secrets.shape[1], secrets.shape[1]), -np.inf)
    for part in parts:
        logs = np.log(_weights(secrets, targets, s, prior, part).astype(np.float64)) - shares
        for i, own in enumerate(logs):
            np.maximum(greatest[i], (own - logs).max(axis=1), out=greatest[i])
    return greatest


def _weights(
    secrets: Matrix, targets: Matrix, s: float, prior: FloatRow | None, part: slice
) -> IntRow:
    own = None if prior is None else prior[part]
    return integer_weights(distance_block(secrets, targets[:, part]), s, own)


def _roundings(axes: Matrix, s: float, prior: FloatRow | None) -> float:
    """What the roundings of distances and weights add to the loss of any pair, twice: output and normaliser."""
    farthest = math.sqrt(float(((axes.max(axis=1) - axes.min(axis=1)) ** 2).sum()))
    least = (1.0 if prior is None else float(prior.min())) * math.exp(-s * farthest) + FLOOR
    return 2 * (s * _STEP + 1.01 / (SCALE * least))
