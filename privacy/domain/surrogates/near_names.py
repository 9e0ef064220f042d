"""Names one letter away from another, found without a look at every one: two such names share themselves less a letter."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from privacy.domain.text import edit_distance_at_most_one


class NearNames:
    """A growing set of names.

    >>> NearNames(["martin", "durand"]).first("martim")
    'martin'
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._ranks: dict[str, int] = {}
        self._by_key: dict[str, list[str]] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """One name more; it is new."""
        self._ranks[name] = len(self._ranks)
        for key in less_a_letter(name):
            self._by_key.setdefault(key, []).append(name)

    def has(self, name: str) -> bool:
        """Whether the name, or one that is one edit from it, is among them."""
        return any(True for _ in self._alike(name))

    def first(self, name: str) -> str | None:
        """The first of them that the name is or misspells."""
        return min(self._alike(name), key=self._ranks.__getitem__, default=None)

    def _alike(self, name: str) -> Iterator[str]:
        for key in less_a_letter(name):
            for other in self._by_key.get(key, ()):
                if edit_distance_at_most_one(name, other):
                    yield other


@lru_cache(maxsize=32_768)
def less_a_letter(name: str) -> frozenset[str]:
    """The name and itself less each of its letters: two names one edit apart, a swap included, share one."""
    return frozenset((name, *(name[:at] + name[at + 1 :] for at in range(len(name)))))
