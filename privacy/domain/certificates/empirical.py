"""What draws say of a mechanism: likelihood ratios bounded by Clopper-Pearson intervals.

A check can't prove a guarantee; it can refute one, and it would see an error in the code that the enumeration of
the weights can't see. Every output is allowed for (Bonferroni), so a sound mechanism is refuted with probability at
most `ALPHA`.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from privacy.domain.certificates.statistics import lower_bound, upper_bound
from privacy.domain.mechanisms.dates_tchouka import draw_interval_2022, draw_interval_2023
from privacy.domain.mechanisms.laplace import discrete_laplace
from privacy.domain.mechanisms.places_geoind import STEPS_PER_KM
from privacy.domain.places.draws import PlaceChoice
from privacy.domain.places.geography import WHOLE
from privacy.domain.places.metric import UNIT_KM
from privacy.domain.policy import DateMechanism, PlaceMechanism
from privacy.domain.randomness import BitSource, below

DRAWS: Final = 1_000_000
ALPHA: Final = 1e-4
_LOOKED_AT: Final = 64
_FLAT: Final = frozenset({PlaceMechanism.RANDOM, PlaceMechanism.TAG})
Sampler = Callable[[BitSource], Hashable]


@dataclass(frozen=True, slots=True)
class EmpiricalCheck:
    """`loss`: the largest |ln ratio| that the draws prove (a lower bound); `bound`: ε·d, what is allowed."""

    draws: int
    outputs: int
    loss: float
    bound: float

    @property
    def holds(self) -> bool:
        return self.loss <= self.bound


def compare(
    left: Mapping[Hashable, int],
    right: Mapping[Hashable, int],
    *,
    draws: int,
    bound: float,
    level: float = ALPHA,
) -> EmpiricalCheck:
    """Two histograms of `draws` outputs each, both ways; the outputs that differ most are looked at closely. A sound
    mechanism is refuted with probability at most `level`."""
    outputs = set(left) | set(right)
    alpha = level / (4 * len(outputs))
    loss = 0.0
    for one, other in ((left, right), (right, left)):
        suspects = sorted(one, key=lambda y: _score(one[y], other.get(y, 0)), reverse=True)
        for output in suspects[:_LOOKED_AT]:
            low = lower_bound(one[output], draws, alpha)
            high = upper_bound(other.get(output, 0), draws, alpha)
            loss = max(loss, math.log(low / high))
    return EmpiricalCheck(draws, len(outputs), loss, bound)


def _score(count: int, other: int) -> float:
    """About the log of the ratio that can be proved: five deviations off on either side."""
    return math.log(max(count - 5 * math.sqrt(count), 0.5) / (other + 5 * math.sqrt(other + 1)))


def check_dates(
    name: str, epsilon: Fraction, source: BitSource, *, draws: int = DRAWS
) -> EmpiricalCheck:
    """Two values a unit apart: one date under `metric` and `tchouka2022`, an inner date under `tchouka2023`."""
    left, right = _date_pair(DateMechanism(name), epsilon)
    return _sampled(left, right, source, draws, float(epsilon))


def _date_pair(mechanism: DateMechanism, epsilon: Fraction) -> tuple[Sampler, Sampler]:
    if mechanism is DateMechanism.METRIC:
        return (
            lambda source: discrete_laplace(source, epsilon),
            lambda source: 1 + discrete_laplace(source, epsilon),
        )
    if mechanism is DateMechanism.TCHOUKA2023:
        return _inner(8, 1, epsilon), _inner(7, 2, epsilon)
    if mechanism is DateMechanism.TCHOUKA2022:
        return (
            lambda source: draw_interval_2022(source, 59, epsilon),
            lambda source: draw_interval_2022(source, 60, epsilon),
        )
    if mechanism is DateMechanism.SHIFT:
        return (lambda _source: 14), (lambda _source: 15)  # the interval, which no offset changes
    return (lambda _source: ""), (lambda _source: "")


def _inner(later: int, earlier: int, epsilon: Fraction) -> Sampler:
    return lambda source: (
        draw_interval_2023(source, later, epsilon),
        draw_interval_2023(source, earlier, epsilon),
    )


def check_places(
    choice: PlaceChoice, pair: tuple[int, int], source: BitSource, *, draws: int = DRAWS
) -> EmpiricalCheck:
    """Two communes of the table, by index; the bound is ε·d (0 without a secret)."""
    if choice.mechanism in _FLAT:
        area = choice.geography.area(choice.area)
        return _sampled(lambda s: below(s, len(area)), lambda s: below(s, len(area)), source, draws, 0.0)  # fmt: skip
    bound = float(choice.epsilon) * separation(choice, pair)
    return _sampled(
        lambda s: choice.sample(pair[0], s), lambda s: choice.sample(pair[1], s), source, draws, bound
    )  # fmt: skip


def separation(choice: PlaceChoice, pair: tuple[int, int]) -> float:
    """The distance that the guarantee speaks of, in place units, between two communes of the table."""
    left, right = pair
    if choice.mechanism is PlaceMechanism.GEOIND:
        points = choice.geography.lattice(WHOLE)
        steps = math.dist(points[:, left].tolist(), points[:, right].tolist())
        return steps / (STEPS_PER_KM * UNIT_KM)
    return float(choice.geography.distances(WHOLE, left)[right])


def _sampled(
    left: Sampler, right: Sampler, source: BitSource, draws: int, bound: float
) -> EmpiricalCheck:
    histograms = [Counter(one(source) for _ in range(draws)) for one in (left, right)]
    return compare(histograms[0], histograms[1], draws=draws, bound=bound)
