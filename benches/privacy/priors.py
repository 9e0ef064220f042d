"""What the prior of the communes changes: kilometres, size of the town and hamlets among the surrogates, by ε.

Exact distributions of the draws, no sampling. Origins are spread over the inhabitants: a town counts as often as people
live there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from benches.ner.text import decimal, percent, table
from privacy.domain.places.draws import PlaceChoice
from privacy.domain.places.geography import WHOLE
from privacy.domain.policy import PlaceMechanism, PlacePrior
from privacy.domain.tables import default_tables, tables_of_prior

EPSILONS: Final = tuple(Fraction(text) for text in ("1/2", "1", "2", "4", "10"))
SHARES: Final = (
    1,
    9,
)  # elements that share ε: the town alone, or six dates, a birth, an age and a town
SHIPPED: Final = (PlacePrior.UNIFORM, PlacePrior.POPULATION)  # a file is the steward's
ORIGINS: Final = 60
HAMLET: Final = 500  # inhabitants


@dataclass(frozen=True, slots=True)
class Moved:
    """Means over origins: kilometres, |Δ log10 inhabitants|, share of hamlets, of surrogates that are the original."""

    kilometres: float
    size: float
    hamlets: float
    same: float

    def row(self) -> list[str]:
        return [
            decimal(self.kilometres, 0),
            decimal(self.size, 2),
            f"{percent(self.hamlets)} %",
            f"{percent(self.same)} %",
        ]


def origins(count: int = ORIGINS) -> list[int]:
    """Communes at even steps of the inhabitants.

    >>> len(origins(3))
    3
    """
    communes = default_tables().atlas.communes
    sums = np.cumsum([commune.population for commune in communes])
    wanted = (np.arange(count) + 0.5) / count * sums[-1]
    return [int(i) for i in np.searchsorted(sums, wanted)]


def moved(prior: PlacePrior, epsilon: Fraction, rows: Sequence[int]) -> Moved:
    """What one element of budget `epsilon` becomes over France."""
    geography = tables_of_prior(prior).atlas.geography
    people = np.array([commune.population for commune in geography.communes])
    logs = np.log10(np.maximum(people, 1))
    choice = PlaceChoice(geography, PlaceMechanism.METRIC, WHOLE, epsilon)
    found = []
    for origin in rows:
        spread = choice.distribution(origin)
        assert spread is not None
        found.append(
            (
                spread @ geography.kilometres(WHOLE, origin),
                spread @ np.abs(logs - logs[origin]),
                spread @ (people < HAMLET),
                spread[origin],
            )
        )
    return Moved(*np.mean(found, axis=0).tolist())


def told(count: int = ORIGINS) -> Iterator[tuple[int, str]]:
    """One table a number of elements that share ε."""
    rows = origins(count)
    for elements in SHARES:
        lines = [
            [f"{prior}, ε = {decimal(float(epsilon), 1)}", *moved(prior, epsilon / elements, rows).row()]
            for epsilon in EPSILONS
            for prior in SHIPPED
        ]  # fmt: skip
        header = ["communes tirées", "km", "log10 population", "hameaux", "elle-même"]
        yield elements, table(header, lines)
