"""The public table of French communes: names resolved to communes, distances, administrative levels.

Distance (mechanisms §4): d² = (km / 50)² + (Δ log10 population)², km in the plane of an equirectangular
projection at a fixed mean latitude. It is Euclidean in three fixed coordinates, hence a metric; the scales are
constants, so that d depends on public data alone.
"""

import csv
import gzip
import math
import re
from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from privacy.domain.errors import BadPolicyError
from privacy.domain.mechanisms.choice import FloatRow, IntRow, integer_weights, round_up
from privacy.domain.text import edit_distance_at_most_one, fold

K = TypeVar("K")
V = TypeVar("V")

EARTH_RADIUS_KM: Final = 6371.0
KM_SCALE: Final = 50.0
MEAN_LATITUDE: Final = math.radians(46.5)  # fixed, so that every area shares one metric
CACHED_ROWS: Final = 64
CACHED_NAMES: Final = 4096
# ISO 3166-2 region → INSEE region
REGIONS: Final = {
    "ARA": "84", "BFC": "27", "BRE": "53", "CVL": "24", "COR": "94", "20R": "94", "GES": "44", "HDF": "32",
    "IDF": "11", "NOR": "28", "NAQ": "75", "OCC": "76", "PDL": "52", "PAC": "93", "GP": "01", "MQ": "02",
    "GF": "03", "RE": "04", "YT": "06", "GUA": "01", "MTQ": "02", "GUF": "03", "LRE": "04", "MAY": "06",
}  # fmt: skip
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


@dataclass(frozen=True, slots=True)
class Commune:
    """One row of the table; `index` is its rank there."""

    index: int
    insee: str
    name: str
    department: str
    department_name: str
    region: str
    region_name: str
    postal_codes: tuple[str, ...]
    population: int


def place_key(text: str) -> str:
    """Normal form of a place name: folded, abbreviations opened, CEDEX and arrondissement removed."""
    bare = _TAIL.sub("", re.sub(r"[^a-z0-9 ]+", " ", fold(text)))
    bare = _TAIL.sub("", re.sub(r"\s+", " ", bare).strip())
    return " ".join(_ABBREVIATIONS.get(word, word) for word in bare.split(" "))


class Atlas:
    """Communes, their index by name and postal code, and a small cache of distance rows."""

    def __init__(self, communes: Iterable[Commune], coordinates: npt.NDArray[np.float64]) -> None:
        """`coordinates`: one row a commune: latitude and longitude in degrees."""
        self.communes = tuple(communes)
        self._names: dict[str, list[int]] = defaultdict(list)
        self._zips: dict[str, list[int]] = defaultdict(list)
        for commune in self.communes:
            self._index(commune)
        self._position = _plane(coordinates)
        people = np.array([max(c.population, 1) for c in self.communes], dtype=np.float64)
        self._size = np.log10(people)
        self._areas: dict[str, npt.NDArray[np.int64]] = {}
        self._rows: OrderedDict[tuple[str, int], FloatRow] = OrderedDict()
        self._sums: OrderedDict[tuple[str, int, float], IntRow] = OrderedDict()
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
        return cls(communes, np.array(points, dtype=np.float64))

    def area(self, code: str) -> npt.NDArray[np.int64]:
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

    def towns(self, code: str, smallest: int) -> npt.NDArray[np.int64]:
        """The communes of an area with that many inhabitants, or all of them when none has."""
        everything = self.area(code)
        if not smallest:
            return everything
        large = everything[self._size[everything] >= math.log10(smallest)]
        return large if len(large) else everything

    def distances(self, area: str, origin: int) -> FloatRow:
        """d from one commune to every commune of the area, rounded up to 1e-6 (cached)."""
        known = self._rows.get((area, origin))
        if known is None:
            targets = self.area(area)
            gap = (self._position[targets] - self._position[origin]) / KM_SCALE
            size = self._size[targets] - self._size[origin]
            known = round_up(np.sqrt(gap[:, 0] ** 2 + gap[:, 1] ** 2 + size**2))
            _remember(self._rows, (area, origin), known)
        return known

    def cumulative(self, area: str, origin: int, s: float) -> IntRow:
        """Cumulative sums of the integer weights of one row (cached)."""
        known = self._sums.get((area, origin, s))
        if known is None:
            known = np.cumsum(integer_weights(self.distances(area, origin), s), dtype=np.int64)
            _remember(self._sums, (area, origin, s), known)
        return known

    def kilometres(self, area: str, origin: int) -> FloatRow:
        """Kilometres in the plane from one commune to every commune of the area."""
        gap = self._position[self.area(area)] - self._position[origin]
        return np.asarray(np.hypot(gap[:, 0], gap[:, 1]), dtype=np.float64)

    def expected_kilometres(self, area: str, origin: int, s: float) -> float:
        """Mean displacement of the draw from `origin`, by exact enumeration of the weights."""
        weights = np.diff(self.cumulative(area, origin, s), prepend=np.int64(0)).astype(np.float64)
        return float(np.dot(weights, self.kilometres(area, origin)) / weights.sum())

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
            _remember(self._short, (key, departments), known, CACHED_NAMES)
        return known

    def _near(self, key: str) -> list[int]:
        """The communes of the one name within the allowed typo rate, if there is exactly one."""
        known = self._typos.get(key)
        if known is None:
            names = self._initials.get(key[:1], [])
            found = [name for name in names if edit_distance_at_most_one(key, name)]
            close = 1 / max(len(key), 1) <= MAX_TYPO_RATE and len(found) == 1
            known = self._names[found[0]] if close else []
            _remember(self._typos, key, known, CACHED_NAMES)
        return known

    def is_known(self, name: str) -> bool:
        """True when the name, as written, is a commune's."""
        return place_key(name) in self._names

    def of_zip(self, code: str) -> list[Commune]:
        """Communes of a postal code, the largest first."""
        found = [self.communes[i] for i in self._zips.get(code, [])]
        return sorted(found, key=lambda c: (-c.population, c.insee))


def _remember(cache: "OrderedDict[K, V]", key: K, value: V, size: int = CACHED_ROWS) -> None:
    """Keep a value, drop the oldest beyond `size`. Threads may race: a value is then computed twice."""
    cache[key] = value
    while len(cache) > size:
        with suppress(KeyError):
            cache.popitem(last=False)


def _plane(coordinates: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    radians = np.radians(coordinates)
    east = radians[:, 1] * math.cos(MEAN_LATITUDE) * EARTH_RADIUS_KM
    return np.column_stack([east, radians[:, 0] * EARTH_RADIUS_KM])


def _inside(commune: Commune, level: str) -> bool:
    return not level or commune.department == level or commune.region == REGIONS.get(level)


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
    )
