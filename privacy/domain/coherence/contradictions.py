"""Values of one file that say the same thing twice, and no longer agree: NIR and birth, postal code and town, town and
country.

Places are judged where they stand side by side in the text, and only with what the public tables know.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, Protocol

from annotation.domain.labels import Subtype
from privacy.domain.coherence.findings import Finding, Kind, Pair
from privacy.domain.coherence.times import BIRTH, Days
from privacy.domain.places.draws import CITY
from privacy.domain.tables import Tables
from privacy.domain.text import fold_phrase
from privacy.domain.time.forms import Granularity
from privacy.domain.time.resolve import TimePoint

_NIR_START: Final = 5  # sex, two figures of the year, two of the month
_JANUARY_DECEMBER: Final = range(1, 13)  # NIR of people whose month is unknown say 20 and more
_BETWEEN: Final = " \u00a0,;(–-/"
FRANCE: Final = "france"


class Gazetteer(Protocol):
    """What is known of towns; None for a town that is not known at all."""

    def has_code(self, town: str, code: str) -> bool | None:
        """Whether the postal code is one of that town's."""
        ...

    def lies_in(self, town: str, country: str) -> bool | None:
        """Whether a town of that name lies in that country."""
        ...


@dataclass(frozen=True, slots=True)
class PublicGazetteer:
    """From the tables that substitution draws from."""

    tables: Tables

    def has_code(self, town: str, code: str) -> bool | None:
        digits = code.replace(" ", "")
        if not self.tables.atlas.is_known(town) or not self.tables.atlas.of_zip(digits):
            return None
        return self.tables.atlas.find(town, postal_code=digits) is not None

    def lies_in(self, town: str, country: str) -> bool | None:
        wanted, own = fold_phrase(country), fold_phrase(town)
        if wanted == FRANCE:
            return True if self.tables.atlas.is_known(town) else self._elsewhere(own, wanted)
        if wanted not in _cities(self.tables):
            return None
        if self._elsewhere(own, wanted):
            return True
        is_known = self.tables.atlas.is_known(town) or self._elsewhere(own, "")
        return False if is_known else None

    def _elsewhere(self, town: str, country: str) -> bool:
        """Among the large towns of that country; of any country for ""."""
        cities = _cities(self.tables)
        if country:
            return town in cities.get(country, frozenset())
        return any(town in group for group in cities.values())


@cache
def _cities(tables: Tables) -> Mapping[str, frozenset[str]]:
    """Large towns by country, folded."""
    return {
        fold_phrase(country): frozenset(map(fold_phrase, cities))
        for country, cities in tables.cities.items()
    }


def numbers(pairs: Sequence[Pair], days: Days) -> Iterator[Finding]:
    """A NIR whose month and year were those of the birth date, one in the whole file, and are no longer."""
    births = [p for p in pairs if p.subtype == BIRTH and len(days.get(p.index, ())) == 1]
    if len({days[p.index] for p in births}) != 1:
        return
    (birth,) = days[births[0].index]
    for pair in pairs:
        if pair.subtype != Subtype.SECU:
            continue
        if _says(pair.original, birth[0]) and _says(pair.surrogate, birth[1]) is False:
            here = [p.index for p in births if p.note == pair.note]
            yield Finding(Kind.NIR, pair.note, (*here, pair.index))


def _says(number: str, birth: TimePoint) -> bool | None:
    """Whether a NIR was given to somebody born then; None when it does not tell."""
    figures = [c for c in number if c.isdigit()][:_NIR_START]
    if len(figures) < _NIR_START or figures[0] not in "12":
        return None
    year, month = int("".join(figures[1:3])), int("".join(figures[3:5]))
    if birth.first.year % 100 != year:
        return False
    if month not in _JANUARY_DECEMBER or birth.granularity is Granularity.YEAR:
        return True
    return month == birth.first.month


def places(pairs: Sequence[Pair], known: Gazetteer) -> Iterator[Finding]:
    """A postal code beside a town that has another, a country beside a town that lies elsewhere."""
    for first, second in pairwise(pairs):
        if not _side_by_side(first, second):
            continue
        of = {first.subtype: first, second.subtype: second}
        town = of.get(CITY)
        if town is None:
            continue
        if code := of.get(Subtype.ZIP):
            yield from _told(Kind.CODE, first, second, _codes(known, town, code))
        elif country := of.get(Subtype.PAYS):
            yield from _told(Kind.COUNTRY, first, second, _countries(known, town, country))


def _side_by_side(first: Pair, second: Pair) -> bool:
    """Nothing but blanks, a comma or a bracket between the two."""
    if first.note != second.note:
        return False
    return second.before.rstrip(_BETWEEN).endswith(first.original[-len(second.before) :])


def _codes(known: Gazetteer, town: Pair, code: Pair) -> Mapping[str, bool | None]:
    return {
        "before": known.has_code(town.original, code.original),
        "after": known.has_code(town.surrogate, code.surrogate),
    }


def _countries(known: Gazetteer, town: Pair, country: Pair) -> Mapping[str, bool | None]:
    return {
        "before": known.lies_in(town.original, country.original),
        "after": known.lies_in(town.surrogate, country.surrogate),
    }


def _told(
    kind: Kind, first: Pair, second: Pair, agrees: Mapping[str, bool | None]
) -> Iterator[Finding]:
    """What was wrong before is left alone; what the tables do not know, too."""
    if agrees["before"] is not False and agrees["after"] is False:
        yield Finding(kind, first.note, tuple(sorted((first.index, second.index))))
