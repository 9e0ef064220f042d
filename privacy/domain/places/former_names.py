"""Names that communes bore once (INSEE's table of changes), indexed when the first unknown name asks for them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from privacy.domain.places.keys import place_key


class FormerNames:
    """Former name → ranks of today's communes: one name was often borne in several departments."""

    def __init__(self, rows: Iterable[tuple[str, str]], ranks: Mapping[str, int]) -> None:
        """`rows`: name and INSEE code of today's commune; `ranks`: INSEE code → rank in the table."""
        self._rows, self._ranks = tuple(rows), ranks

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        found: defaultdict[str, list[int]] = defaultdict(list)
        for name, insee in self._rows:
            rank = self._ranks.get(insee)
            key = place_key(name)
            if rank is not None and rank not in found[key]:
                found[key].append(rank)
        return dict(found)

    def of(self, keys: Sequence[str]) -> list[int]:
        """Communes that bore the first of those names that any bore."""
        return next((self._index[key] for key in keys if key in self._index), [])
