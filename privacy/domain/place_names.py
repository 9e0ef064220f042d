"""Names of towns found in texts resolved to communes.

In order: the name as it stands (articles, « St », CEDEX, arrondissement, accents and hyphens aside), former
names of merged communes, the name of a town of the patient's departments cut short (« Lons »), words run
together, shortened words (« Villeneuve d'A. »), then misspellings. Homonyms: the postal code decides, then
the departments, then the number of inhabitants. What stays ambiguous is not resolved (None).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Generic, Protocol, TypeVar

from privacy.domain.place_keys import (
    ARTICLES,
    Written,
    abbreviated,
    is_department_code,
    opened,
    place_key,
    read,
    shortens,
    squeezed,
    variants,
)
from privacy.domain.spelling import Speller
from privacy.domain.text import fold, words

CACHED: Final = 8192
SHORTENED: Final = 3000  # inhabitants of a town that people call by the first word of its name
DOMINANT: Final = 5  # times more inhabitants than the next: the town that a shortened name means
LARGER: Final = 20  # the same, between two names as near to a misspelling
# large foreign towns and old regions that may lie one letter away from a commune: never mended
_ELSEWHERE: Final = frozenset(
    words(
        "barcelone lausanne geneve bruxelles londres madrid lisbonne milan turin naples berlin munich francfort"
        " hambourg casablanca rabat alger oran tunis dakar bamako abidjan montreal quebec liege namur charleroi"
        " anvers fribourg neuchatel zurich bourgogne auvergne aquitaine limousin picardie lorraine alsace champagne"
        " bretagne normandie poitou savoie"
    )
)


class Town(Protocol):
    """What a row of the table must tell."""

    @property
    def index(self) -> int: ...
    @property
    def insee(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def department(self) -> str: ...
    @property
    def department_name(self) -> str: ...
    @property
    def postal_codes(self) -> tuple[str, ...]: ...
    @property
    def population(self) -> int: ...


T = TypeVar("T", bound=Town)


class PlaceNames(Generic[T]):
    """The communes indexed by every way their names are written. `find` is cached and thread-safe."""

    def __init__(self, communes: Sequence[T], former: Mapping[str, str] | None = None) -> None:
        """`former`: name of a merged commune → INSEE code of the one it is now part of."""
        self._communes = communes
        self._names: dict[str, list[int]] = defaultdict(list)
        self._former: dict[str, int] = {}
        self._zips: dict[str, list[int]] = defaultdict(list)
        for rank, commune in enumerate(communes):
            self._index(rank, commune)
        ranks = {commune.insee: rank for rank, commune in enumerate(communes)}
        for name, insee in (former or {}).items():
            if insee in ranks:
                self._former[place_key(name)] = ranks[insee]
        self._keys = {place_key(commune.name) for commune in communes} | set(self._former)
        self._squeezed: dict[str, list[str]] = defaultdict(list)
        self._first: dict[str, list[str]] = defaultdict(list)
        for key in self._keys:
            self._squeezed[squeezed(key)].append(key)
            self._first[key.split(" ")[0]].append(key)
        self._spelling: Speller | None = None  # a misspelling is rare: built when the first comes
        self._departments = {fold(c.department_name): c.department for c in communes}
        self._cached = lru_cache(maxsize=CACHED)(self._resolve)

    def _index(self, rank: int, commune: T) -> None:
        key = place_key(commune.name)
        self._names[key].append(rank)
        for article in ARTICLES:
            if key.startswith(article):
                self._names[key.removeprefix(article)].append(rank)
        for code in commune.postal_codes:
            self._zips[code].append(rank)

    def find(
        self, name: str, *, departments: Iterable[str] = (), postal_code: str = ""
    ) -> T | None:
        """The commune of that name, None when unknown or ambiguous.

        `departments`: codes, the likeliest first, that decide between homonyms after `postal_code`.
        """
        return self._cached(name, tuple(departments), postal_code)

    def is_known(self, name: str) -> bool:
        """True when the name, as written, is a commune's or was one's."""
        return bool(self._exact(place_key(name)))

    def of_zip(self, code: str) -> list[T]:
        """Communes of a postal code, the largest first."""
        found = [self._communes[rank] for rank in self._zips.get(code, ())]
        return sorted(found, key=lambda c: (-c.population, c.insee))

    # resolution

    def _resolve(self, name: str, departments: tuple[str, ...], postal_code: str) -> T | None:
        written = read(name)
        departments = self._hints(written, departments)
        code = written.postal_code or postal_code
        key = written.key
        exact = self._named(key)
        if not self._anchored(exact, departments, code):
            short = self._shortened(key, departments)
            exact = short or exact or self._mended(name, key, departments)
        return self._choose(exact, departments, code)

    def _hints(self, written: Written, departments: tuple[str, ...]) -> tuple[str, ...]:
        """The departments, after the one that the name itself gives in brackets."""
        given = written.department
        if not given:
            return departments
        code = given.upper() if is_department_code(given) else self._departments.get(given, "")
        return (code, *departments) if code else departments

    def _named(self, key: str) -> list[int]:
        """Communes of that very name, else of the name less its preposition or article, else former."""
        for candidate in variants(key):
            found = self._exact(candidate)
            if found:
                return found
        return []

    def _exact(self, key: str) -> list[int]:
        found = self._names.get(key, [])
        rank = self._former.get(key)
        return found if rank is None else [*found, rank]

    def _anchored(self, ranks: Sequence[int], departments: Sequence[str], code: str) -> bool:
        """True when one of them lies where the patient lives."""
        return any(
            self._communes[rank].department in departments
            or (code and code in self._communes[rank].postal_codes)
            for rank in ranks
        )

    def _shortened(self, key: str, departments: Sequence[str]) -> list[int]:
        """« Lons » for Lons-le-Saunier: the largest commune of the departments whose name begins so."""
        if len(key) < 4 or not departments:
            return []
        found = [
            rank
            for name in self._first.get(key.split(" ")[0], ())
            if name.startswith(f"{key} ")
            for rank in self._names.get(name, ())
            if self._communes[rank].department in departments
            and self._communes[rank].population >= SHORTENED
        ]
        return sorted(found, key=lambda rank: -self._communes[rank].population)[:1]

    def _mended(self, name: str, key: str, departments: tuple[str, ...]) -> list[int]:
        """Words run together, rare abbreviations, shortened words, misspellings."""
        if len(key) < 3 or key in _ELSEWHERE or key in self._departments:
            return []
        together = [
            rank for near in self._squeezed.get(squeezed(key), ()) for rank in self._exact(near)
        ]
        return (
            together
            or self._named(opened(key))
            or self._expanded(name, departments)
            or self._misspelt(key, departments)
        )

    def _expanded(self, name: str, departments: Sequence[str]) -> list[int]:
        """« Fontaine-lès-D. »: the town of the departments, else the one that dwarfs the others."""
        shown = abbreviated(name)
        if shown is None:
            return []
        names = [key for key in self._first.get(shown[0][0], ()) if _abbreviates(shown, key)]
        ranks = [rank for key in names for rank in self._exact(key)]
        near = [rank for rank in ranks if self._communes[rank].department in departments]
        sizes = sorted((self._communes[rank].population for rank in ranks), reverse=True)
        if near or len(sizes) < 2 or sizes[0] >= DOMINANT * sizes[1]:
            largest = max(near or ranks, key=lambda r: self._communes[r].population, default=None)
            return [] if largest is None else [largest]
        return []

    def _misspelt(self, key: str, departments: Sequence[str]) -> list[int]:
        """The communes of the one nearest name; near the patient's home, a shorter name is enough."""
        speller = self._spelling = self._spelling or Speller(self._keys)
        for candidate in variants(key):
            names = speller.nearest(candidate)
            if departments and len(names) != 1:
                near = names or speller.nearest(candidate, lax=True)
                home = [name for name in near if self._at_home(name, departments)]
                names = home or names
            if names:
                return self._largest([self._exact(name) for name in names])
        return []

    def _largest(self, groups: Sequence[list[int]]) -> list[int]:
        """The only group of homonyms, or the one whose largest town dwarfs those of the others."""
        sizes = [max(self._communes[rank].population for rank in ranks) for ranks in groups]
        best = max(range(len(groups)), key=sizes.__getitem__)
        others = [size for rank, size in enumerate(sizes) if rank != best]
        return groups[best] if all(sizes[best] >= LARGER * size for size in others) else []

    def _at_home(self, name: str, departments: Sequence[str]) -> bool:
        return any(self._communes[rank].department in departments for rank in self._exact(name))

    def _choose(self, ranks: Sequence[int], departments: Sequence[str], code: str) -> T | None:
        if not ranks:
            return None
        candidates = [self._communes[rank] for rank in ranks]
        for fits in (
            [c for c in candidates if code and code in c.postal_codes],
            [c for c in candidates if code and code.startswith(c.department[:2])],
            *([c for c in candidates if c.department == given] for given in departments),
        ):
            if fits:
                candidates = fits
                break
        return max(candidates, key=lambda c: (c.population, c.insee))


def _abbreviates(words: Sequence[tuple[str, bool]], key: str) -> bool:
    names = key.split(" ")
    return len(names) == len(words) and all(
        name == word or (short and shortens(word, name))
        for name, (word, short) in zip(names, words, strict=True)
    )
