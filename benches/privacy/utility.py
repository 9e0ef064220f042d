"""What is left of dates and places: mean displacement of each mechanism, order violations, the paper's chain beside
the metric dates on the same files."""

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction

import numpy as np

from benches.ner.text import MISSING, decimal, percent
from benches.privacy.files import DAYS, KnownFile
from privacy.domain.places.draws import PlaceChoice
from privacy.domain.places.geography import Geography
from privacy.domain.policy import DateMechanism, PlaceMechanism, SubstitutionPolicy
from privacy.domain.randomness import DrawContext, StudyKey
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.tables import Tables

EPSILONS = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4))
REFERENCE = date(2026, 1, 1)
AREA = "FR"
# six days, a birth date, an age and a place: what each of them has of ε in such a file
ELEMENTS = DAYS + 3
_ORIGINS = 60
_SAMPLES = 40


@dataclass(slots=True)
class Displacement:
    """Absolute differences between surrogate and original, one a value; order: pairs of days; ties: neighbours that
    differ and share a day afterwards."""

    days: list[int] = field(default_factory=list)
    births: list[int] = field(default_factory=list)
    ages: list[int] = field(default_factory=list)
    inverted: int = 0
    pairs: int = 0
    tied: int = 0
    neighbours: int = 0

    def row(self) -> list[str]:
        return [
            _mean(self.days),
            _mean([d / 365.25 for d in self.births]),
            _mean(self.ages),
            f"{percent(self.inverted / self.pairs)} %" if self.pairs else MISSING,
            f"{percent(self.tied / self.neighbours)} %" if self.neighbours else MISSING,
        ]


def dates(
    files: Sequence[KnownFile],
    mechanism: DateMechanism,
    epsilon: Fraction,
    *,
    key: StudyKey,
    tables: Tables,
) -> Displacement:
    """Substitute every file as an export would and read the surrogates back."""
    policy = SubstitutionPolicy(
        epsilon, REFERENCE, dates=mechanism, places=PlaceMechanism.TAG, area=AREA
    )
    found = Displacement()
    for known in files:
        result = substitute_patient_file([known.note], policy=policy, key=key, tables=tables)
        note = result.notes[0]
        shown = [note.text[r.start : r.end] for r in note.replacements]
        if not shown[0].startswith("["):
            _measure(known, shown, found)
    return found


def _measure(known: KnownFile, shown: Sequence[str], found: Displacement) -> None:
    days = [_day(text) for text in shown[:DAYS]]
    found.days += [abs((new - old).days) for new, old in zip(days, known.days, strict=True)]
    found.births.append(abs((_day(shown[DAYS]) - known.birth).days))
    found.ages.append(abs(int(shown[DAYS + 1].split()[0]) - known.age))
    found.pairs += DAYS * (DAYS - 1) // 2
    found.inverted += sum(later < earlier for earlier, later in itertools.combinations(days, 2))
    found.neighbours += DAYS - 1
    found.tied += sum(later == earlier for earlier, later in itertools.pairwise(days))


def _day(text: str) -> date:
    return datetime.strptime(text, "%d/%m/%Y").date()  # noqa: DTZ007 (a day, no time)


def places(
    geography: Geography, mechanism: PlaceMechanism, epsilon: Fraction
) -> tuple[float, float]:
    """Mean km and mean |Δ log10 population|, over communes drawn by their population."""
    origins = _origins(geography)
    pairs = [_displaced(geography, mechanism, epsilon, origin) for origin in origins]
    kilometres, sizes = zip(*pairs, strict=True)
    return statistics.fmean(kilometres), statistics.fmean(sizes)


def _origins(geography: Geography) -> list[int]:
    """Evenly spread over the inhabitants: a town counts as often as people live there."""
    sums = np.cumsum([commune.population for commune in geography.communes])
    wanted = (np.arange(_ORIGINS) + 0.5) / _ORIGINS * sums[-1]
    return [int(i) for i in np.searchsorted(sums, wanted)]


def _displaced(
    geography: Geography, mechanism: PlaceMechanism, epsilon: Fraction, origin: int
) -> tuple[float, float]:
    area = geography.area(AREA)
    spread = _spread(geography, mechanism, epsilon, origin)
    logs = np.log10([max(1, geography.communes[int(i)].population) for i in area])
    own = math.log10(max(1, geography.communes[origin].population))
    return float(spread @ geography.kilometres(AREA, origin)), float(spread @ np.abs(logs - own))


def _spread(
    geography: Geography, mechanism: PlaceMechanism, epsilon: Fraction, origin: int
) -> "np.ndarray":
    """The exact distribution over the area; sampled where it has no closed form."""
    size = len(geography.area(AREA))
    if mechanism is PlaceMechanism.RANDOM:
        return np.full(size, 1 / size)
    choice = PlaceChoice(geography, mechanism, AREA, epsilon)
    exact = choice.distribution(origin)
    if exact is not None:
        return exact
    rows = {int(index): row for row, index in enumerate(geography.area(AREA))}
    stream = StudyKey(bytes(range(32))).stream(DrawContext("bench", "places", str(origin), "bench"))
    seen = np.zeros(size)
    for _ in range(_SAMPLES):
        seen[rows[choice.sample(origin, stream)]] += 1 / _SAMPLES
    return seen


def _mean(values: Sequence[float]) -> str:
    return decimal(statistics.fmean(values), 1) if values else MISSING
