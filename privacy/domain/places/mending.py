"""Town names that no table holds as they stand: cut short (« Lons »), words run together, abbreviated, misspelt."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final, Generic, TypeVar

from privacy.domain.places.hints import Hints, Town
from privacy.domain.places.keys import abbreviated, loosened, opened, shortens, telling, variants
from privacy.domain.places.name_index import NameIndex
from privacy.domain.places.spelling import Speller

SHORTENED: Final = 3000  # inhabitants of a town that people call by the first word of its name

T = TypeVar("T", bound=Town)


class Mender(Generic[T]):
    """Finds the communes (by rank) that an unknown name most likely means; none when several may be."""

    def __init__(self, index: NameIndex[T], is_word: Callable[[str], bool]) -> None:
        """`is_word`: true of the folded words that no short town is misspelt as."""
        self._index, self._is_word = index, is_word

    def shortened(self, key: str, hints: Hints, *, smallest: int = SHORTENED) -> list[int]:
        """« Lons » for Lons-le-Saunier: the largest commune of the departments whose name begins so.

        Small ones are called so where a postal code says so, or where one dwarfs the others.
        """
        if len(key) < 4 or not (hints.departments or hints.code):
            return []
        communes = self._index.communes
        found = {
            rank
            for name in self._index.longer(key)
            for rank in self._index.exact(name)
            if hints.hold(communes[rank])
        }
        coded = [rank for rank in found if hints.code in communes[rank].postal_codes]
        if hints.binding:
            return self._index.dominant(coded or list(found))
        large = [rank for rank in found if communes[rank].population >= smallest]
        if not smallest:
            return self._index.dominant(large)
        return sorted(large, key=lambda rank: -communes[rank].population)[:1]

    def mended(self, name: str, key: str, hints: Hints) -> list[int]:
        """Words run together, left out or shortened, rare abbreviations, misspellings."""
        index = self._index
        if len(key) < 3 or index.lies_elsewhere(key):
            return []
        together = [
            rank for near in index.by_letters.get(loosened(key), ()) for rank in index.exact(near)
        ]
        return (
            together
            or index.named(opened(key))
            or self._expanded(name, hints)
            or self.shortened(key, hints, smallest=0)
            or self._misspelt(key, hints.places)
        )

    def _expanded(self, name: str, hints: Hints) -> list[int]:
        """« Fontaine-lès-D. »: the town of the departments, else the one that dwarfs the others."""
        shown = abbreviated(name)
        if shown is None:
            return []
        index = self._index
        headless = shown[0][1]  # « V. d'Ascq »
        known = index.by_word.get(telling(shown)) if headless else index.by_first.get(shown[0][0])
        names = [key for key in known or () if _abbreviates(shown, key)]
        ranks = [rank for key in names for rank in index.exact(key)]
        near = [rank for rank in ranks if hints.hold(index.communes[rank])]
        if headless:
            return index.dominant(near or ranks)
        if near:
            return [max(near, key=lambda rank: index.communes[rank].population)]
        return index.dominant(ranks)

    @cached_property
    def _speller(self) -> Speller:
        """A misspelling is rare: built when the first comes."""
        return Speller(self._index.keys)

    def _misspelt(self, key: str, departments: Sequence[str]) -> list[int]:
        """The communes of the one nearest name; near the patient's home, a shorter name is enough."""
        for candidate in variants(key):
            names = self._speller.nearest(candidate)
            if departments and len(names) != 1:
                near = names or self._speller.nearest(candidate, lax=True)
                home = [name for name in near if self._at_home(name, departments)]
                names = home or names
            if names:
                return self._index.largest([self._index.exact(name) for name in names])
        return self._short_misspelt(key, departments)

    def _short_misspelt(self, key: str, departments: Sequence[str]) -> list[int]:
        """« Djion »: a name of five letters or more at one error, unless what is written is a word.

        At home the one such name; elsewhere a town, if it is the only one or dwarfs the others.
        """
        names = self._speller.one_away(key)
        if not names or self._is_word(key):
            return []
        home = [name for name in names if self._at_home(name, departments)]
        found = self._index.largest([self._index.exact(name) for name in home or names])
        large = any(self._index.communes[rank].population >= SHORTENED for rank in found)
        return found if home or large else []

    def _at_home(self, name: str, departments: Sequence[str]) -> bool:
        communes = self._index.communes
        return any(communes[rank].department in departments for rank in self._index.exact(name))


def _abbreviates(words: Sequence[tuple[str, bool]], key: str) -> bool:
    names = key.split(" ")
    return len(names) == len(words) and all(
        name == word or (short and shortens(word, name))
        for name, (word, short) in zip(names, words, strict=True)
    )
