"""One commune for another: the place mechanisms by name, drawn and described.

The secret is first moved into the declared area (a public rule, see `Geography.inside`). The nonce of a draw holds
the area and the fingerprint of the metric beside the exact scale: other weights are other bits.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from annotation.domain.labels import Subtype
from privacy.domain.mechanisms.choice import VERSION, FloatRow
from privacy.domain.mechanisms.places_geoind import draw_nearest
from privacy.domain.places.geography import Geography
from privacy.domain.policy import PlaceMechanism
from privacy.domain.randomness import BitSource, DrawContext, StudyKey

CITY: Final = Subtype.VILLE
_PAPERS: Final = frozenset({PlaceMechanism.TCHOUKA2023, PlaceMechanism.TCHOUKA2024})


@dataclass(frozen=True, slots=True)
class PlaceChoice:
    """A mechanism that spends, over a public area, for elements of budget `epsilon` (per km under `geoind`)."""

    geography: Geography
    mechanism: PlaceMechanism
    area: str
    epsilon: Fraction

    @property
    def parameter(self) -> Fraction:
        """The exact scale that the draw depends on: s under `metric`, else ε."""
        if self.mechanism is PlaceMechanism.METRIC:
            return self.geography.scale(self.area, self.epsilon)
        return self.epsilon

    def draw(self, origin: int, *, key: StudyKey, patient: str) -> int:
        """Index of the surrogate commune of a commune of the table."""
        return self.sample(origin, key.stream(self._context(origin, patient)))

    def sample(self, origin: int, source: BitSource) -> int:
        """The same from any bits: proofs and benches sample many times."""
        row = self.geography.inside(self.area, origin)
        area = self.geography.area(self.area)
        if self.mechanism is PlaceMechanism.METRIC:
            drawn = self.geography.draw(self.area, int(area[row]), self.parameter, source)
            return int(area[drawn])
        if self.mechanism in _PAPERS:
            found = self.geography.candidates(self.area, row, self.epsilon, self.mechanism)
            return int(area[found.draw(source)])
        if self.mechanism is PlaceMechanism.GEOIND:
            points = self.geography.lattice(self.area)
            return int(area[draw_nearest(source, points, row, self.epsilon)])
        msg = "this mechanism does not depend on the place"
        raise ValueError(msg)

    def distribution(self, origin: int) -> FloatRow | None:
        """The exact distribution over the communes of the area; None where it has no closed form (`geoind`)."""
        row = self.geography.inside(self.area, origin)
        if self.mechanism is PlaceMechanism.METRIC:
            index = int(self.geography.area(self.area)[row])
            return self.geography.probabilities(self.area, index, self.parameter)
        if self.mechanism in _PAPERS:
            found = self.geography.candidates(self.area, row, self.epsilon, self.mechanism)
            spread = np.zeros(len(self.geography.area(self.area)))
            spread[found.indices] = found.probabilities
            return spread
        return None

    def expected_kilometres(self, origin: int) -> float:
        """Mean distance in km between the commune and its surrogate (before the nearest commune under `geoind`)."""
        spread = self.distribution(origin)
        if spread is None:
            return 2 / float(self.epsilon)  # mean radius of the planar Laplace
        return self.geography.expected_kilometres(self.area, origin, spread)

    def _context(self, origin: int, patient: str) -> DrawContext:
        insee = self.geography.communes[origin].insee
        mechanism = f"{self.mechanism}/{VERSION}/{self.geography.metric.fingerprint}"
        return DrawContext(patient, CITY, f"{self.area}:{insee}", mechanism, self.parameter)
