"""One commune for another: the place mechanisms by name, drawn and described.

A secret outside the declared area is drawn by its own distances to the communes inside, never moved first. The nonce
of a draw holds the area and the fingerprint of the metric beside the exact scale: other weights are other bits.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from annotation.domain.labels import Subtype
from privacy.domain.mechanisms.choice import FloatRow
from privacy.domain.mechanisms.places_geoind import draw_nearest
from privacy.domain.mechanisms.places_tchouka import Candidates
from privacy.domain.places.geography import WHOLE, Geography
from privacy.domain.places.metric import UNIT_KM
from privacy.domain.policy import PlaceMechanism
from privacy.domain.randomness import BitSource, DrawContext, StudyKey

CITY: Final = Subtype.VILLE
_PAPERS: Final = frozenset({PlaceMechanism.TCHOUKA2023, PlaceMechanism.TCHOUKA2024})


def version_of(mechanism: PlaceMechanism, area: str) -> int:
    """Counts the changes after which the same study draws another commune.

    3: ε of `geoind` counts for 50 km, and a declared area draws outsiders by their own distances; over the whole
    country the other mechanisms draw as before, so what was charged keeps its name.
    """
    return 3 if mechanism is PlaceMechanism.GEOIND or area != WHOLE else 2


@dataclass(frozen=True, slots=True)
class PlaceChoice:
    """A mechanism that spends, over a public area, for elements of budget `epsilon` a place unit (50 km)."""

    geography: Geography
    mechanism: PlaceMechanism
    area: str
    epsilon: Fraction

    @property
    def parameter(self) -> Fraction:
        """The exact scale that the draw depends on: s under `metric`, ε per km under `geoind`, else ε."""
        if self.mechanism is PlaceMechanism.METRIC:
            return self.geography.scale(self.area, self.epsilon)
        return self.epsilon / UNIT_KM if self.mechanism is PlaceMechanism.GEOIND else self.epsilon

    def draw(self, origin: int, *, key: StudyKey, patient: str) -> int:
        """Index of the surrogate commune of a commune of the table."""
        return self.sample(origin, key.stream(self._context(origin, patient)))

    def sample(self, origin: int, source: BitSource) -> int:
        """The same from any bits: proofs and benches sample many times."""
        area = self.geography.area(self.area)
        if self.mechanism is PlaceMechanism.METRIC:
            return int(area[self.geography.draw(self.area, origin, self.parameter, source)])
        if self.mechanism in _PAPERS:
            return int(area[self._candidates(origin).draw(source)])
        if self.mechanism is PlaceMechanism.GEOIND:
            here = self.geography.lattice(WHOLE)[:, origin]
            points = self.geography.lattice(self.area)
            return int(area[draw_nearest(source, points, here, self.parameter)])
        msg = "this mechanism does not depend on the place"
        raise ValueError(msg)

    def distribution(self, origin: int) -> FloatRow | None:
        """The exact distribution over the communes of the area; None where it has no closed form (`geoind`)."""
        if self.mechanism is PlaceMechanism.METRIC:
            return self.geography.probabilities(self.area, origin, self.parameter)
        if self.mechanism in _PAPERS:
            found = self._candidates(origin)
            spread = np.zeros(len(self.geography.area(self.area)))
            spread[found.indices] = found.probabilities
            return spread
        return None

    def expected_kilometres(self, origin: int) -> float:
        """Mean distance in km between the commune and its surrogate (before the nearest commune under `geoind`)."""
        spread = self.distribution(origin)
        if spread is None:
            return 2 / float(self.parameter)  # mean radius of the planar Laplace
        return self.geography.expected_kilometres(self.area, origin, spread)

    def _candidates(self, origin: int) -> Candidates:
        """The articles know communes of the area only: the nearest one stands for a commune outside."""
        row = self.geography.nearest(self.area, origin)
        return self.geography.candidates(self.area, row, self.epsilon, self.mechanism)

    def _context(self, origin: int, patient: str) -> DrawContext:
        insee = self.geography.communes[origin].insee
        mechanism = f"{self.mechanism}/{version_of(self.mechanism, self.area)}/{self.geography.metric.fingerprint}"
        return DrawContext(patient, CITY, f"{self.area}:{insee}", mechanism, self.parameter)
