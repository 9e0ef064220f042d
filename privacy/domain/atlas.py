"""The public table of French communes: names and postal codes resolved to communes."""

import copy
import csv
import gzip
import re
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from privacy.domain.geography import Commune, Geography, remember
from privacy.domain.metric import Feature, Indices, Matrix
from privacy.domain.scales import SCALES_NAME, CertifiedScales
from privacy.domain.text import edit_distance_at_most_one, fold

CACHED_NAMES: Final = 4096
_ABBREVIATIONS: Final = {
    "st": "saint",
    "ste": "sainte",
    "sts": "saints",
    "stes": "saintes",
    "s": "sur",
}
_ARTICLES: Final = ("le ", "la ", "les ", "l ")
_TAIL: Final = re.compile(
    r"\s+(?:cedex(?:\s*\d{1,2})?|\d{1,2}(?:er|e|eme)?(?: arrondissement)?|[ivx]{1,5}(?:e|eme))$"
)
SHORTENED: Final = 3000  # inhabitants of a town that people call by the first word of its name
MAX_TYPO_RATE: Final = 0.15  # normalised edit distance: one letter in seven


def place_key(text: str) -> str:
    """Normal form of a place name: folded, abbreviations opened, CEDEX and arrondissement removed."""
    bare = _TAIL.sub("", re.sub(r"[^a-z0-9 ]+", " ", fold(text)))
    bare = _TAIL.sub("", re.sub(r"\s+", " ", bare).strip())
    return " ".join(_ABBREVIATIONS.get(word, word) for word in bare.split(" "))


class Atlas:
    """Communes, their index by name and postal code; `geography` measures and draws."""

    def __init__(
        self,
        communes: Iterable[Commune],
        coordinates: Matrix,
        scales: CertifiedScales | None = None,
    ) -> None:
        """`coordinates`: one row a commune: latitude and longitude in degrees."""
        self.communes = tuple(communes)
        self._names: dict[str, list[int]] = defaultdict(list)
        self._zips: dict[str, list[int]] = defaultdict(list)
        for commune in self.communes:
            self._index(commune)
        self.geography = Geography(self.communes, coordinates, scales=scales)
        self._typos: OrderedDict[str, list[int]] = OrderedDict()
        self._short: OrderedDict[tuple[str, tuple[str, ...]], list[int]] = OrderedDict()
        self._initials: dict[str, list[str]] = defaultdict(list)
        for name in self._names:
            self._initials[name[:1]].append(name)

    def _index(self, commune: Commune) -> None:
        key = place_key(commune.name)
        self._names[key].append(commune.index)
        for article in _ARTICLES:
            if key.startswith(article):
                self._names[key.removeprefix(article)].append(commune.index)
        for code in commune.postal_codes:
            self._zips[code].append(commune.index)

    @classmethod
    def read(cls, path: Path) -> "Atlas":
        """Read communes_fr.csv.gz; arrondissements are left out, they lie beside their city."""
        communes: list[Commune] = []
        points: list[tuple[float, float]] = []
        with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                if row["kind"] != "COM":
                    continue
                communes.append(_commune(len(communes), row))
                points.append((float(row["latitude"]), float(row["longitude"])))
        proved = path.with_name(SCALES_NAME)
        scales = CertifiedScales.read(proved) if proved.exists() else None
        return cls(communes, np.array(points, dtype=np.float64), scales)

    def area(self, code: str) -> Indices:
        """Indices of the communes of FR, FR-BFC or FR-21. Raises `BadPolicyError` for an unknown area."""
        return self.geography.area(code)

    def with_features(self, features: Sequence[Feature]) -> "Atlas":
        """The same names over a metric that has these features, too (no scale is certified for it yet)."""
        other = copy.copy(self)
        other.geography = Geography(self.communes, self.geography.coordinates, features=features)
        return other

    def find(
        self, name: str, *, departments: Iterable[str] = (), postal_code: str = ""
    ) -> Commune | None:
        """The commune of that name. Homonyms: the postal code decides, then the departments, then size."""
        key, departments = place_key(name), tuple(departments)
        indices = self._names.get(key) or []
        if not any(self.communes[i].department in departments for i in indices):
            indices = self._shortened(key, departments) or indices or self._near(key)
        if not indices:
            return None
        candidates = [self.communes[i] for i in indices]
        for fits in (
            [c for c in candidates if postal_code and postal_code in c.postal_codes],
            [c for c in candidates if postal_code and postal_code.startswith(c.department[:2])],
            *([c for c in candidates if c.department == code] for code in departments),
        ):
            if fits:
                candidates = fits
                break
        return max(candidates, key=lambda c: (c.population, c.insee))

    def _shortened(self, key: str, departments: tuple[str, ...]) -> list[int]:
        """« Lons » for Lons-le-Saunier: the largest commune of the departments whose name begins so."""
        if len(key) < 4 or not departments:
            return []
        known = self._short.get((key, departments))
        if known is None:
            found = [
                i
                for name in self._initials.get(key[:1], [])
                if name.startswith(f"{key} ")
                for i in self._names[name]
                if self.communes[i].department in departments
                and self.communes[i].population >= SHORTENED
            ]
            known = sorted(found, key=lambda i: -self.communes[i].population)[:1]
            remember(self._short, (key, departments), known, CACHED_NAMES)
        return known

    def _near(self, key: str) -> list[int]:
        """The communes of the one name within the allowed typo rate, if there is exactly one."""
        known = self._typos.get(key)
        if known is None:
            names = self._initials.get(key[:1], [])
            found = [name for name in names if edit_distance_at_most_one(key, name)]
            close = 1 / max(len(key), 1) <= MAX_TYPO_RATE and len(found) == 1
            known = self._names[found[0]] if close else []
            remember(self._typos, key, known, CACHED_NAMES)
        return known

    def is_known(self, name: str) -> bool:
        """True when the name, as written, is a commune's."""
        return place_key(name) in self._names

    def of_zip(self, code: str) -> list[Commune]:
        """Communes of a postal code, the largest first."""
        found = [self.communes[i] for i in self._zips.get(code, [])]
        return sorted(found, key=lambda c: (-c.population, c.insee))


def _commune(index: int, row: dict[str, str]) -> Commune:
    return Commune(
        index=index,
        insee=row["insee_code"],
        name=row["name"],
        department=row["dep_code"],
        department_name=row["dep_name"],
        region=row["reg_code"],
        region_name=row["reg_name"],
        postal_codes=tuple(row["postal_codes"].split()),
        population=int(float(row["population"] or 0)),
        density=float(row["density_km2"] or 0),
    )
