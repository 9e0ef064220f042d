"""The public table of French communes: names and postal codes resolved to communes."""

import copy
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from sys import intern

import numpy as np

from annotation.domain.public_tables import rows, rows_of
from privacy.domain.data import DATA
from privacy.domain.places.geography import Commune, Geography, OwnPrior
from privacy.domain.places.metric import Feature, Indices, Matrix
from privacy.domain.places.names import PlaceNames, Resolved
from privacy.domain.places.scales import SCALES_NAME, CertifiedScales
from privacy.domain.policy import PlacePrior
from privacy.domain.word_lists import is_word


class Atlas:
    """Communes, their index by name and postal code; `geography` measures and draws."""

    def __init__(
        self,
        communes: Iterable[Commune],
        coordinates: Matrix,
        scales: CertifiedScales | None = None,
        former: Mapping[str, str] | None = None,
        older: Iterable[tuple[str, str]] = (),
    ) -> None:
        """`coordinates`: one row a commune: latitude and longitude in degrees; `former`, `older`: see `PlaceNames`."""
        self.communes = tuple(communes)
        self.names = PlaceNames(self.communes, former, older, is_word)
        self.geography = Geography(self.communes, coordinates, scales=scales)

    @classmethod
    def read(cls) -> "Atlas":
        """The communes that ship, with their former names and the scales proved for them."""
        communes: list[Commune] = []
        points: list[tuple[float, float]] = []
        for row in rows("communes_fr.csv.gz"):
            communes.append(_commune(len(communes), row))
            points.append((float(row["latitude"]), float(row["longitude"])))
        scales = CertifiedScales.read(DATA / SCALES_NAME)
        coordinates = np.array(points, dtype=np.float64)
        return cls(communes, coordinates, scales, _former(), _older())

    def area(self, code: str) -> Indices:
        """Indices of the communes of FR, FR-BFC or FR-21. Raises `BadPolicyError` for an unknown area."""
        return self.geography.area(code)

    def with_features(
        self,
        features: Sequence[Feature],
        prior: PlacePrior = PlacePrior.UNIFORM,
        own: OwnPrior | None = None,
    ) -> "Atlas":
        """The same names over a metric that has these features, too, and another prior (no scale is certified for
        them: s is ε/2). `own`: the weights of `PlacePrior.FILE`."""
        other = copy.copy(self)
        other.geography = Geography(
            self.communes, self.geography.coordinates, features=features, prior=prior, own=own
        )
        return other

    def find(
        self, name: str, *, departments: Iterable[str] = (), postal_code: str = ""
    ) -> Commune | None:
        """The commune of that name. Homonyms: the postal code decides, then the departments, then size, then the
        region."""
        return self.names.find(name, departments=departments, postal_code=postal_code)

    def resolve(
        self, name: str, *, departments: Iterable[str] = (), postal_code: str = ""
    ) -> Resolved[Commune] | None:
        """The same, with whether its homonyms leave a doubt."""
        return self.names.resolve(name, departments=departments, postal_code=postal_code)

    def is_known(self, name: str) -> bool:
        """True when the name, as written, is a commune's, or that of one merged since."""
        return self.names.is_known(name)

    def of_zip(self, code: str) -> list[Commune]:
        """Communes of a postal code, the largest first."""
        return self.names.of_zip(code)

    def largest(self, department: str) -> Commune | None:
        """The most populous commune of a department; None for an unknown department."""
        return self._largest.get(department)

    def university_town(self, commune: Commune) -> Commune:
        """The nearest town with a university hospital: of Dole, Besançon."""
        if not self._university.size:  # a table of a few communes
            return commune
        latitudes, longitudes = self.geography.coordinates[self._university].T
        at = self.geography.coordinates[commune.index]
        shrunk = np.cos(np.radians(at[0]))
        squares = (latitudes - at[0]) ** 2 + (shrunk * (longitudes - at[1])) ** 2
        return self.communes[int(self._university[int(np.argmin(squares))])]

    @cached_property
    def _university(self) -> Indices:
        codes = {row["insee_code"] for row in rows_of(DATA / "university_towns_fr.csv")}
        return np.array([c.index for c in self.communes if c.insee in codes], dtype=np.int64)

    @cached_property
    def _largest(self) -> dict[str, Commune]:
        found: dict[str, Commune] = {}
        for commune in self.communes:
            known = found.setdefault(commune.department, commune)
            if commune.population > known.population:
                found[commune.department] = commune
        return found


def read_communes() -> list[Commune]:
    """The communes that ship, without their index."""
    return [_commune(at, row) for at, row in enumerate(rows("communes_fr.csv.gz"))]


def _former() -> dict[str, str]:
    """Names of merged communes with the INSEE code of today's."""
    return {row["name"]: row["insee_code"] for row in rows_of(DATA / "former_communes_fr.csv")}


def _older() -> list[tuple[str, str]]:
    """Names of INSEE's table of changes with the INSEE code of today's commune; several may share a name."""
    return [(row["name"], row["insee_code"]) for row in rows_of(DATA / "former_names_fr.csv.gz")]


def _commune(index: int, row: dict[str, str]) -> Commune:
    return Commune(
        index=index,
        insee=row["insee_code"],
        name=row["name"],
        # a hundred of each, written 35,000 times
        department=intern(row["dep_code"]),
        department_name=intern(row["dep_name"]),
        region=intern(row["reg_code"]),
        region_name=intern(row["reg_name"]),
        postal_codes=tuple(row["postal_codes"].split()),
        population=int(float(row["population"] or 0)),
        density=float(row["density_km2"] or 0),
    )
