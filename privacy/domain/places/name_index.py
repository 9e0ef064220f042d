"""The communes indexed by every way that their names are written, and what their sizes decide."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, Generic, TypeVar

from privacy.domain.places.former_names import FormerNames
from privacy.domain.places.hints import Hints, Town
from privacy.domain.places.keys import ARTICLES, loosened, place_key, squeezed, variants
from privacy.domain.text import fold_phrase, words

DOMINANT: Final = 5  # times more inhabitants than the next: the town that a name alone means
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

T = TypeVar("T", bound=Town)


class NameIndex(Generic[T]):
    """Ranks of the communes by name, by former name, by postal code, by first and by inner word."""

    def __init__(
        self,
        communes: Sequence[T],
        former: Mapping[str, str],
        older: Iterable[tuple[str, str]],
    ) -> None:
        """`former`: well-known name of a merged commune → INSEE code; `older`: the same for little known ones."""
        self.communes = communes
        self._names: dict[str, list[int]] = defaultdict(list)
        self._former: dict[str, int] = {}
        self._zips: dict[str, list[int]] = defaultdict(list)
        own = [place_key(commune.name) for commune in communes]
        for rank, key in enumerate(own):
            self._add(rank, key)
        ranks = {commune.insee: rank for rank, commune in enumerate(communes)}
        for name, insee in former.items():
            if insee in ranks:
                self._former[place_key(name)] = ranks[insee]
        self.former_names = FormerNames(older, ranks)
        self.keys = {*own, *self._former}
        self.by_first: dict[str, list[str]] = defaultdict(list)
        for key in sorted(self.keys):
            self.by_first[key.split(" ")[0]].append(key)
        departments = {c.department_name: c.department for c in communes}
        self.departments = {fold_phrase(name): code for name, code in departments.items()}
        self.regions = {c.department: c.region for c in communes}

    def _add(self, rank: int, key: str) -> None:
        self._names[key].append(rank)
        if key.startswith(ARTICLES):
            self._names[key.partition(" ")[2]].append(rank)
        for code in self.communes[rank].postal_codes:
            self._zips[code].append(rank)

    # look-ups

    def exact(self, key: str) -> list[int]:
        """Communes of that very name, the one that has absorbed a well-known one of that name included."""
        found = self._names.get(key, [])
        rank = self._former.get(key)
        return found if rank is None else [*found, rank]

    def longer(self, key: str) -> list[str]:
        """Names that go on with another word behind this one: they are sorted, and « saint » begins thousands."""
        names = self.by_first.get(key.split(" ")[0], [])
        first = bisect_left(names, f"{key} ")
        return names[first : bisect_left(names, f"{key}!", first)]  # the sign after a blank

    def named(self, key: str) -> list[int]:
        """Communes of that very name, else of the name less its preposition or article, else former."""
        for candidate in variants(key):
            found = self.exact(candidate)
            if found:
                return found
        return []

    def of_zip(self, code: str) -> list[T]:
        """Communes of a postal code, the largest first."""
        found = [self.communes[rank] for rank in self._zips.get(code, ())]
        return sorted(found, key=lambda c: (-c.population, c.insee))

    @cached_property
    def by_letters(self) -> dict[str, list[str]]:
        """Names by their letters run together, with and without their inner articles."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for key in self.keys:
            for form in {squeezed(key), loosened(key)} if " " in key else (key,):
                found[form].append(key)
        return found

    @cached_property
    def by_word(self) -> dict[str, list[str]]:
        """Names by each of their words after the first."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for key in self.keys:
            for word in key.split(" ")[1:]:
                found[word].append(key)
        return found

    def lies_elsewhere(self, key: str) -> bool:
        """True for a department, an old region, a large foreign town."""
        return key in _ELSEWHERE or key in self.departments

    # deciding

    def anchored(self, ranks: Sequence[int], hints: Hints) -> bool:
        """True when one of them lies where the text says, or else where the patient lives."""
        return any(hints.hold(self.communes[rank]) for rank in ranks)

    def dominant(self, ranks: Sequence[int]) -> list[int]:
        """The commune that has far more inhabitants than the others, if any does."""
        ordered = sorted(set(ranks), key=lambda rank: -self.communes[rank].population)
        sizes = [self.communes[rank].population for rank in ordered]
        return ordered[:1] if len(sizes) < 2 or sizes[0] >= DOMINANT * sizes[1] else []

    def largest(self, groups: Sequence[list[int]]) -> list[int]:
        """The only group of homonyms, or the one whose largest town dwarfs those of the others."""
        sizes = [max(self.communes[rank].population for rank in ranks) for ranks in groups]
        best = max(range(len(groups)), key=sizes.__getitem__)
        others = [size for rank, size in enumerate(sizes) if rank != best]
        return groups[best] if all(sizes[best] >= LARGER * size for size in others) else []
