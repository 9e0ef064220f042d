"""The communes on the map: areas, the public metric between them, and the rows that the place mechanisms draw from.

Rows are cached: a city is named by many patients. Surrogates lie in the declared area, which is public. A secret may
lie anywhere: outside the area it keeps its own distances to the communes inside. (Moved to the nearest one first, two
neighbours outside could end at two communes far apart: up to 25 times the loss that ε allows.)
"""

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeVar

import numpy as np

from privacy.domain.errors import BadPolicyError
from privacy.domain.mechanisms.choice import (
    FloatRow,
    IntRow,
    draw,
    draw_from_prior,
    draw_thinned,
    integer_weight,
    integer_weights,
)
from privacy.domain.mechanisms.places_geoind import lattice
from privacy.domain.mechanisms.places_tchouka import (
    Candidates,
    FeatureTable,
    tchouka2023,
    tchouka2024,
)
from privacy.domain.places.metric import (
    Feature,
    Indices,
    Matrix,
    distance_block,
    distance_to,
    metric_of,
    plane,
)
from privacy.domain.places.scales import CertifiedScales
from privacy.domain.policy import PlacePrior
from privacy.domain.randomness import BitSource

K = TypeVar("K")
V = TypeVar("V")

CACHED_ROWS: Final = 128
WHOLE: Final = "FR"
# Where the bound is the closed form 2·s, s stays this little below ε/2: what roundings add must fit in between
# (`privacy.domain.certificates.declared`). They weigh more where a commune's π is small.
MARGINS: Final = {
    PlacePrior.UNIFORM: Fraction(1023, 1024),
    PlacePrior.POPULATION: Fraction(255, 256),
    PlacePrior.FILE: Fraction(255, 256),
}
# ISO 3166-2 region → INSEE region
REGIONS: Final = {
    "ARA": "84", "BFC": "27", "BRE": "53", "CVL": "24", "COR": "94", "20R": "94", "GES": "44", "HDF": "32",
    "IDF": "11", "NOR": "28", "NAQ": "75", "OCC": "76", "PDL": "52", "PAC": "93", "GP": "01", "MQ": "02",
    "GF": "03", "RE": "04", "YT": "06", "GUA": "01", "MTQ": "02", "GUF": "03", "LRE": "04", "MAY": "06",
}  # fmt: skip
_PAPERS: Final = {"tchouka2023": tchouka2023, "tchouka2024": tchouka2024}


@dataclass(frozen=True, slots=True)
class Commune:
    """One row of the table; `index` is its rank there, `density` inhabitants a km²."""

    index: int
    insee: str
    name: str
    department: str
    department_name: str
    region: str
    region_name: str
    postal_codes: tuple[str, ...]
    population: int
    density: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class OwnPrior:
    """Weights of a steward's file, one a commune, 0 or more (`privacy.domain.places.own_prior`)."""

    column: str
    values: FloatRow
    fingerprint: str


class Geography:
    """`scales` is used only when its proof speaks of this very metric and prior."""

    def __init__(
        self,
        communes: Sequence[Commune],
        coordinates: Matrix,
        *,
        features: Sequence[Feature] = (),
        scales: CertifiedScales | None = None,
        prior: PlacePrior = PlacePrior.UNIFORM,
        own: OwnPrior | None = None,
    ) -> None:
        """`coordinates`: one row a commune: latitude and longitude in degrees. `own`: the weights of `PlacePrior.FILE`."""
        self.communes, self.coordinates, self.features = communes, coordinates, tuple(features)
        if (own is None) is (prior is PlacePrior.FILE):
            msg = "weights and PlacePrior.FILE come together"
            raise ValueError(msg)
        self.prior, self.own = prior, own
        people = [c.population for c in communes]
        named = "" if prior is PlacePrior.UNIFORM else prior.value
        if own is not None:
            named += f" {own.fingerprint}"
        self.metric = metric_of([c.insee for c in communes], coordinates, people, features, named)
        proved = scales is not None and scales.fingerprint == self.metric.fingerprint
        self.scales = scales if proved else None
        self._position = plane(coordinates)
        self._people = np.array(people, dtype=np.int64)
        self._areas: dict[str, Indices] = {}
        self._towns: OrderedDict[tuple[str, int], Indices] = OrderedDict()
        self._scales: OrderedDict[tuple[str, int, int], Fraction] = OrderedDict()
        self._axes: OrderedDict[str, Matrix] = OrderedDict()
        self._distances: OrderedDict[tuple[str, int], FloatRow] = OrderedDict()
        self._sums: OrderedDict[tuple[str, int, Fraction], IntRow] = OrderedDict()
        self._ceilings: OrderedDict[str, tuple[list[float], list[int]]] = OrderedDict()
        self._kept: OrderedDict[tuple[str, int, str], Candidates] = OrderedDict()
        self._lattices: OrderedDict[str, Indices] = OrderedDict()
        self._tables: OrderedDict[str, FeatureTable] = OrderedDict()

    @property
    def named_metric(self) -> str:
        """The `metric` of a policy over this geography: "" for the distance and the prior that ship."""
        plain = not self.features and self.prior is PlacePrior.UNIFORM
        return "" if plain else self.metric.fingerprint

    @cached_property
    def table_fingerprint(self) -> str:
        """SHA-256 of the communes, their positions and inhabitants alone, whatever the features and the prior."""
        people = [c.population for c in self.communes]
        return metric_of([c.insee for c in self.communes], self.coordinates, people).fingerprint

    def require(self, metric: str) -> None:
        """Raises `BadPolicyError` unless `metric` is what a policy over this very geography holds."""
        if metric != self.named_metric:
            raise BadPolicyError(
                "features",
                "la distance entre communes n'est plus celle de la demande : demandez un nouvel export",
            )

    def area(self, code: str) -> Indices:
        """Indices of the communes of FR, FR-BFC or FR-21. Raises `BadPolicyError` for an unknown area."""
        if code not in self._areas:
            level = code.partition("-")[2]
            chosen = [c.index for c in self.communes if _inside(c, level)]
            if not chosen:
                raise BadPolicyError(
                    "area", "zone inconnue : FR, une région (FR-BFC) ou un département (FR-21)"
                )
            self._areas[code] = np.array(chosen, dtype=np.int64)
        return self._areas[code]

    def towns(self, code: str, smallest: int) -> Indices:
        """The communes of an area with that many inhabitants, or all of them when none has."""
        known = self._towns.get((code, smallest))
        if known is None:
            everything = self.area(code)
            large = everything[self._people[everything] >= smallest]
            known = large if len(large) else everything
            remember(self._towns, (code, smallest), known)
        return known

    def weights(self, area: str) -> FloatRow | None:
        """π of every commune of an area: its inhabitants over those of the largest one (one inhabitant at least), or its
        weight over the largest; None for the uniform prior.

        A commune without a weight is drawn by the constant of the weights alone. Raises `BadPolicyError` where no
        commune of the area has one.
        """
        if self.prior is PlacePrior.UNIFORM:
            return None
        if self.own is None:
            people = np.maximum(self._people[self.area(area)], 1).astype(np.float64)
            return np.asarray(people / people.max(), dtype=np.float64)
        weights = self.own.values[self.area(area)]
        largest = weights.max()
        if not largest > 0:
            raise BadPolicyError(
                "prior", "aucune commune de la zone n'a de poids dans la table des tirages"
            )
        return np.asarray(weights / largest, dtype=np.float64)

    def axes(self, area: str) -> Matrix:
        """The metric's coordinates of the communes of an area (cached)."""
        known = self._axes.get(area)
        if known is None:
            known = self.metric.take(self.area(area))
            remember(self._axes, area, known)
        return known

    def distances(self, area: str, origin: int) -> FloatRow:
        """d from one commune to every commune of the area, rounded up to 1e-6 (cached: patients come from the same
        towns, and each has a scale of his own)."""
        known = self._distances.get((area, origin))
        if known is None:
            known = distance_block(self.metric.axes[:, origin : origin + 1], self.axes(area))[0]
            known.flags.writeable = False
            remember(self._distances, (area, origin), known)
        return known

    def nearest(self, area: str, origin: int) -> int:
        """The row, in the area, of a commune or of the nearest one that lies there (the articles' variants alone)."""
        targets = self.area(area)
        row = int(targets.searchsorted(origin))
        if row < len(targets) and targets[row] == origin:
            return row
        return int(np.argmin(self.distances(area, origin)))

    def is_whole(self, area: str) -> bool:
        """True when every commune of the table lies in the area: no secret can lie outside."""
        return len(self.area(area)) == len(self.communes)

    def is_enumerated(self, area: str) -> bool:
        """True when s rests on a comparison of all pairs: no secret lies outside, all communes are alike. Else on
        the closed form 2·s, which holds for secrets anywhere and whatever the prior."""
        return self.prior is PlacePrior.UNIFORM and self.is_whole(area)

    def scale(self, area: str, epsilon: Fraction) -> Fraction:
        """s of the place mechanism for an element of budget ε: ε/2, or more where it is proved; just below ε/2 over a
        part of the country, where secrets may lie outside, and under another prior than the uniform one."""
        key = area, epsilon.numerator, epsilon.denominator  # integers are hashed sooner
        known = self._scales.get(key)
        if known is None:
            if not self.is_enumerated(area):
                known = epsilon / 2 * MARGINS[self.prior]
            else:
                known = epsilon / 2 if self.scales is None else self.scales.scale(area, epsilon)
            remember(self._scales, key, known)
        return known

    def cumulative(self, area: str, origin: int, s: Fraction) -> IntRow:
        """Cumulative sums of the integer weights of one row (cached). `origin` may lie outside the area."""
        known = self._sums.get((area, origin, s))
        if known is None:
            weights = integer_weights(self.distances(area, origin), float(s), self.weights(area))
            known = np.cumsum(weights, dtype=np.int64)
            remember(self._sums, (area, origin, s), known)
        return known

    def draw(self, area: str, origin: int, s: Fraction, source: BitSource) -> int:
        """Row, in the area, of a commune drawn with probability w_i / Σw. `origin` may lie outside."""
        here, rate = self.metric.axes[:, origin].tolist(), float(s)
        # a view gives plain numbers one by one sooner than an array
        there = [memoryview(axis) for axis in self.axes(area)]

        if self.prior is PlacePrior.UNIFORM:
            row = draw_thinned(
                source,
                len(there[0]),
                lambda row: integer_weight(distance_to(here, there, row), rate),
            )
        else:
            shares, ceilings = self._prior_of(area)
            row = draw_from_prior(
                source,
                ceilings,
                lambda row: integer_weight(distance_to(here, there, row), rate, shares[row]),
            )
        return draw(source, self.cumulative(area, origin, s)) if row is None else row

    def _prior_of(self, area: str) -> tuple[list[float], list[int]]:
        """π of every commune of an area, and the running sums of the weights at distance 0 (cached)."""
        known = self._ceilings.get(area)
        if known is None:
            given = self.weights(area)
            shares = np.ones(len(self.area(area))) if given is None else given
            tops = integer_weights(np.zeros(len(shares)), 0.0, shares)
            known = shares.tolist(), np.cumsum(tops, dtype=np.int64).tolist()
            remember(self._ceilings, area, known)
        return known

    def probabilities(self, area: str, origin: int, s: Fraction) -> FloatRow:
        """The exact distribution of the metric draw, as floats."""
        sums = self.cumulative(area, origin, s)
        return np.asarray(np.diff(sums, prepend=0) / float(sums[-1]), dtype=np.float64)

    def candidates(self, area: str, row: int, epsilon: Fraction, name: str) -> Candidates:
        """The papers' candidates for a row of the area, rows of the area too (neighbours cached)."""
        found = self._kept.get((area, row, name))
        if found is None:
            found = _PAPERS[name](self.feature_table(area), row, 1.0)
            remember(self._kept, (area, row, name), found)
        return replace(found, rate=found.rate * float(epsilon))

    def feature_table(self, area: str) -> FeatureTable:
        """What the papers compare: inhabitants, density, then the chosen features, untransformed."""
        known = self._tables.get(area)
        if known is None:
            rows = self.area(area)
            density = np.array([c.density for c in self.communes], dtype=np.float64)
            columns = [self._people, density, *(f.values for f in self.features)]
            table = np.column_stack([np.asarray(c, dtype=np.float64)[rows] for c in columns])
            known = FeatureTable(self.coordinates[rows], table)
            remember(self._tables, area, known)
        return known

    def lattice(self, area: str) -> Indices:
        """Positions of the communes of an area in steps of 10 m, rows east and north (cached)."""
        known = self._lattices.get(area)
        if known is None:
            known = lattice(self._position[self.area(area)])
            remember(self._lattices, area, known)
        return known

    def kilometres(self, area: str, origin: int) -> FloatRow:
        """Kilometres in the plane from one commune to every commune of the area."""
        gap = self._position[self.area(area)] - self._position[origin]
        return np.asarray(np.hypot(gap[:, 0], gap[:, 1]), dtype=np.float64)

    def expected_kilometres(self, area: str, origin: int, probabilities: FloatRow) -> float:
        """Mean displacement of a draw from `origin`, given the distribution over the area."""
        return float(np.dot(probabilities, self.kilometres(area, origin)))


def remember(cache: "OrderedDict[K, V]", key: K, value: V) -> None:
    """Keep a value, drop the oldest beyond CACHED_ROWS. Threads may race: a value is then computed twice."""
    cache[key] = value
    while len(cache) > CACHED_ROWS:
        with suppress(KeyError):
            cache.popitem(last=False)


def _inside(commune: Commune, level: str) -> bool:
    return not level or commune.department == level or commune.region == REGIONS.get(level)
