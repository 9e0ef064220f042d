"""Names of towns found in texts resolved to communes.

In order: the name as it stands (articles, « St », CEDEX, arrondissement, accents and hyphens aside), former
names of merged communes, the name of a town of the patient's departments cut short (« Lons »), words run
together, shortened words (« Villeneuve d'A. »), then misspellings. Homonyms: the postal code decides, then
the departments, then the number of inhabitants. What stays ambiguous is not resolved (None).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Generic, Protocol, TypeVar

from privacy.domain.former_names import FormerNames
from privacy.domain.place_keys import (
    ARTICLES,
    Written,
    abbreviated,
    department_of,
    is_department_code,
    loosened,
    opened,
    place_key,
    read,
    shortens,
    squeezed,
    telling,
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


@dataclass(frozen=True, slots=True)
class Hints:
    """Where a town may lie: departments, the likeliest first, and a postal code.

    `binding`: the text gives the code, or the first department in brackets; else they are the patient's home.
    """

    departments: tuple[str, ...]
    code: str = ""
    binding: bool = False

    @property
    def places(self) -> tuple[str, ...]:
        """The departments that count: only the first when the text itself says where."""
        return self.departments[:1] if self.binding else self.departments

    def hold(self, commune: Town) -> bool:
        """True when the commune lies there."""
        return commune.department in self.places or (
            bool(self.code) and self.code in commune.postal_codes
        )


class PlaceNames(Generic[T]):
    """The communes indexed by every way their names are written. `find` is cached and thread-safe."""

    def __init__(
        self,
        communes: Sequence[T],
        former: Mapping[str, str] | None = None,
        older: Iterable[tuple[str, str]] = (),
        is_word: Callable[[str], bool] = lambda _word: False,
    ) -> None:
        """`former`: well-known name of a merged commune → INSEE code of the one it is now part of.

        `older`: the same for little known ones, that count at the patient's home or when no other bore the
        name; `is_word`: true of the folded words that no short town is misspelt as.
        """
        self._communes, self._is_word = communes, is_word
        self._names: dict[str, list[int]] = defaultdict(list)
        self._former: dict[str, int] = {}
        self._zips: dict[str, list[int]] = defaultdict(list)
        for rank, commune in enumerate(communes):
            self._index(rank, commune)
        ranks = {commune.insee: rank for rank, commune in enumerate(communes)}
        for name, insee in (former or {}).items():
            if insee in ranks:
                self._former[place_key(name)] = ranks[insee]
        self._former_names = FormerNames(older, ranks)
        self._keys = {place_key(commune.name) for commune in communes} | set(self._former)
        self._first: dict[str, list[str]] = defaultdict(list)
        for key in self._keys:
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
        key = place_key(name)
        return bool(self._exact(key) or self._former_names.of([key]))

    def of_zip(self, code: str) -> list[T]:
        """Communes of a postal code, the largest first."""
        found = [self._communes[rank] for rank in self._zips.get(code, ())]
        return sorted(found, key=lambda c: (-c.population, c.insee))

    # resolution

    def _resolve(self, name: str, departments: tuple[str, ...], postal_code: str) -> T | None:
        written = read(name)
        hints = self._hints(written, departments, written.postal_code or postal_code)
        key = written.key
        exact = self._named(key)
        if not self._anchored(exact, hints):
            before = [] if self._lies_elsewhere(key) else self._former_names.of(variants(key))
            home = before if self._anchored(before, hints) else self._shortened(key, hints)
            if exact and not hints.binding:
                exact = home or self._elsewhere(exact, key, hints)
            else:
                exact = home or self._older(before, hints) or self._mended(name, key, hints)
        if hints.binding and not self._anchored(exact, hints):
            return None
        return self._choose(exact, hints)

    def _hints(self, written: Written, departments: tuple[str, ...], code: str) -> Hints:
        """What the text itself says of the place binds: a postal code, a department in brackets."""
        given = written.department
        known = "" if not given else self._departments.get(given, "")
        named = given.upper() if is_department_code(given) else known
        if len(code) == 5:
            return Hints((named or department_of(code), *departments), code, binding=True)
        return Hints((named, *departments) if named else departments, code, binding=bool(named))

    def _elsewhere(self, exact: list[int], key: str, hints: Hints) -> list[int]:
        """Communes of that very name, none of which is where the patient lives.

        Homonyms: a town of the departments whose name begins so, else the one that dwarfs the others.
        """
        if not hints.departments or len(exact) < 2:
            return exact
        return self._shortened(key, hints, smallest=0) or self._dominant(exact)

    def _lies_elsewhere(self, key: str) -> bool:
        """True for a department, an old region, a large foreign town."""
        return key in _ELSEWHERE or key in self._departments

    def _older(self, before: list[int], hints: Hints) -> list[int]:
        """A former name that one commune only bore."""
        return before if len(before) == 1 and not hints.binding else []

    def _dominant(self, ranks: list[int]) -> list[int]:
        """The commune that has far more inhabitants than the others, if any does."""
        ordered = sorted(set(ranks), key=lambda rank: -self._communes[rank].population)
        sizes = [self._communes[rank].population for rank in ordered]
        return ordered[:1] if len(sizes) < 2 or sizes[0] >= DOMINANT * sizes[1] else []

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

    def _anchored(self, ranks: Sequence[int], hints: Hints) -> bool:
        """True when one of them lies where the text says, or else where the patient lives."""
        return any(hints.hold(self._communes[rank]) for rank in ranks)

    def _shortened(self, key: str, hints: Hints, *, smallest: int = SHORTENED) -> list[int]:
        """« Lons » for Lons-le-Saunier: the largest commune of the departments whose name begins so.

        Small ones are called so where a postal code says so, or where one dwarfs the others.
        """
        if len(key) < 4 or not (hints.departments or hints.code):
            return []
        found = {
            rank
            for name in self._first.get(key.split(" ")[0], ())
            if name.startswith(f"{key} ")
            for rank in self._exact(name)
            if hints.hold(self._communes[rank])
        }
        coded = [rank for rank in found if hints.code in self._communes[rank].postal_codes]
        if hints.binding:
            return self._dominant(coded or list(found))
        large = [rank for rank in found if self._communes[rank].population >= smallest]
        if not smallest:
            return self._dominant(large)
        return sorted(large, key=lambda rank: -self._communes[rank].population)[:1]

    def _mended(self, name: str, key: str, hints: Hints) -> list[int]:
        """Words run together, left out or shortened, rare abbreviations, misspellings."""
        if len(key) < 3 or self._lies_elsewhere(key):
            return []
        together = [
            rank for near in self._loose.get(loosened(key), ()) for rank in self._exact(near)
        ]
        return (
            together
            or self._named(opened(key))
            or self._expanded(name, hints)
            or self._shortened(key, hints, smallest=0)
            or self._misspelt(key, hints.places)
        )

    @cached_property
    def _loose(self) -> dict[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for key in self._keys:
            for form in {squeezed(key), loosened(key)}:
                found[form].append(key)
        return found

    @cached_property
    def _by_word(self) -> dict[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for key in self._keys:
            for word in key.split(" ")[1:]:
                found[word].append(key)
        return found

    def _expanded(self, name: str, hints: Hints) -> list[int]:
        """« Fontaine-lès-D. »: the town of the departments, else the one that dwarfs the others."""
        shown = abbreviated(name)
        if shown is None:
            return []
        headless = shown[0][1]  # « V. d'Ascq »
        known = self._by_word.get(telling(shown)) if headless else self._first.get(shown[0][0])
        names = [key for key in known or () if _abbreviates(shown, key)]
        ranks = [rank for key in names for rank in self._exact(key)]
        near = [rank for rank in ranks if hints.hold(self._communes[rank])]
        if headless:
            return self._dominant(near or ranks)
        if near:
            return [max(near, key=lambda rank: self._communes[rank].population)]
        return self._dominant(ranks)

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
        return self._short_misspelt(speller, key, departments)

    def _short_misspelt(self, speller: Speller, key: str, departments: Sequence[str]) -> list[int]:
        """« Djion »: a name of five letters or more at one error, unless what is written is a word.

        At home the one such name; elsewhere a town, if it is the only one or dwarfs the others.
        """
        names = speller.one_away(key)
        if not names or self._is_word(key):
            return []
        home = [name for name in names if self._at_home(name, departments)]
        found = self._largest([self._exact(name) for name in home or names])
        large = any(self._communes[rank].population >= SHORTENED for rank in found)
        return found if home or large else []

    def _largest(self, groups: Sequence[list[int]]) -> list[int]:
        """The only group of homonyms, or the one whose largest town dwarfs those of the others."""
        sizes = [max(self._communes[rank].population for rank in ranks) for ranks in groups]
        best = max(range(len(groups)), key=sizes.__getitem__)
        others = [size for rank, size in enumerate(sizes) if rank != best]
        return groups[best] if all(sizes[best] >= LARGER * size for size in others) else []

    def _at_home(self, name: str, departments: Sequence[str]) -> bool:
        return any(self._communes[rank].department in departments for rank in self._exact(name))

    def _choose(self, ranks: Sequence[int], hints: Hints) -> T | None:
        if not ranks:
            return None
        code = hints.code
        candidates = [self._communes[rank] for rank in ranks]
        for fits in (
            [c for c in candidates if code and code in c.postal_codes],
            *([c for c in candidates if c.department == given] for given in hints.departments),
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
