"""Names of towns found in texts resolved to communes.

In order: the name as it stands (articles, « St », CEDEX, arrondissement, accents and hyphens aside), former
names of merged communes, the name of a town of the patient's departments cut short (« Lons »), words run
together, shortened words (« Villeneuve d'A. »), then misspellings. Homonyms: the postal code decides, then
the departments, then the number of inhabitants, then the region. What stays ambiguous is not resolved (None).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Generic, TypeVar

from privacy.domain.places.hints import Hints, Town
from privacy.domain.places.keys import (
    Written,
    department_of,
    is_department_code,
    place_key,
    read,
    variants,
)
from privacy.domain.places.mending import Mender
from privacy.domain.places.name_index import NameIndex

CACHED: Final = 8192

T = TypeVar("T", bound=Town)


@dataclass(frozen=True, slots=True)
class Resolved(Generic[T]):
    """The commune that a name means. `is_supposed`: it has homonyms, and neither the text nor the patient's home
    tells them apart."""

    commune: T
    is_supposed: bool


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
        self._index = NameIndex(communes, former or {}, older)
        self._mender = Mender(self._index, is_word)
        self._cached = lru_cache(maxsize=CACHED)(self._resolve)

    def find(
        self, name: str, *, departments: Iterable[str] = (), postal_code: str = ""
    ) -> T | None:
        """The commune of that name, None when unknown or ambiguous.

        `departments`: codes, the likeliest first, that decide between homonyms after `postal_code`.
        """
        found = self._cached(name, tuple(departments), postal_code)
        return None if found is None else found.commune

    def resolve(
        self, name: str, *, departments: Iterable[str] = (), postal_code: str = ""
    ) -> Resolved[T] | None:
        """The same, with whether its homonyms leave a doubt."""
        return self._cached(name, tuple(departments), postal_code)

    def is_known(self, name: str) -> bool:
        """True when the name, as written, is a commune's or was one's."""
        key = place_key(name)
        return bool(self._index.exact(key) or self._index.former_names.of([key]))

    def of_zip(self, code: str) -> list[T]:
        """Communes of a postal code, the largest first."""
        return self._index.of_zip(code)

    # resolution

    def _resolve(
        self, name: str, departments: tuple[str, ...], postal_code: str
    ) -> Resolved[T] | None:
        index = self._index
        written = read(name)
        hints = self._hints(written, departments, written.postal_code or postal_code)
        key = written.key
        named = exact = index.named(key)
        if not index.anchored(exact, hints):
            before = [] if index.lies_elsewhere(key) else index.former_names.of(variants(key))
            home = before if index.anchored(before, hints) else self._mender.shortened(key, hints)
            if exact and not hints.binding:
                exact = home or self._elsewhere(exact, key, hints)
            else:
                exact = home or _older(before, hints) or self._mender.mended(name, key, hints)
        if hints.binding and not index.anchored(exact, hints):
            return None
        chosen = self._choose(exact, hints)
        if chosen is None:
            return None
        return Resolved(chosen, len(set(named)) > 1 and not hints.hold(chosen))

    def _hints(self, written: Written, departments: tuple[str, ...], code: str) -> Hints:
        """What the text itself says of the place binds: a postal code, a department in brackets."""
        given = written.department
        known = "" if not given else self._index.departments.get(given, "")
        named = given.upper() if is_department_code(given) else known
        if len(code) == 5:
            return Hints((named or department_of(code), *departments), code, binding=True)
        return Hints((named, *departments) if named else departments, code, binding=bool(named))

    def _elsewhere(self, exact: list[int], key: str, hints: Hints) -> list[int]:
        """Communes of that very name, none of which is where the patient lives.

        Homonyms: a town of the departments whose name begins so, else the one that dwarfs all others, else the
        one of the patient's region, if it is the only one there or dwarfs the others there.
        """
        if not hints.departments or len(exact) < 2:
            return exact
        return (
            self._mender.shortened(key, hints, smallest=0)
            or self._index.dominant(exact)
            or self._index.dominant(self._in_region(exact, hints))
        )

    def _in_region(self, ranks: Sequence[int], hints: Hints) -> list[int]:
        """Those of the region of the likeliest department."""
        region = self._index.regions.get(hints.departments[0])
        return [rank for rank in ranks if self._index.communes[rank].region == region]

    def _choose(self, ranks: Sequence[int], hints: Hints) -> T | None:
        if not ranks:
            return None
        code = hints.code
        candidates = [self._index.communes[rank] for rank in ranks]
        for fits in (
            [c for c in candidates if code and code in c.postal_codes],
            *([c for c in candidates if c.department == given] for given in hints.departments),
        ):
            if fits:
                candidates = fits
                break
        return max(candidates, key=lambda c: (c.population, c.insee))


def _older(before: list[int], hints: Hints) -> list[int]:
    """A former name that one commune only bore."""
    return before if len(before) == 1 and not hints.binding else []
