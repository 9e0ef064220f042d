"""What runs, held against what its certificate claims: invented patients go through the whole substitution.

Two files that differ by little (every date a day later; every town another town) are substituted for many patients, and only
the rendered text is read. Three things are looked at: the likelihood ratio that the draws prove (Clopper-Pearson) against
ε·d; whether the draws lie nearer to the original than the certified law allows; whether dates keep their order and the
reference date. A file holds so many values that each gets half a unit of ε at most: with more, draws that are not noised
at all could not be told from draws that hardly are. The key is public, so that a certificate comes out the same again.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from annotation.domain.labels import Label, Subtype
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from privacy.domain.certificates.empirical import EmpiricalCheck, compare
from privacy.domain.certificates.statistics import lower_bound, upper_bound
from privacy.domain.mechanisms.choice import FloatRow
from privacy.domain.places.geography import MARGINS, WHOLE, Commune, Geography
from privacy.domain.places.metric import UNIT_KM
from privacy.domain.policy import DateMechanism, PlaceMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.tables import Tables
from privacy.domain.text import fold_phrase
from privacy.domain.time.capping import FIRST

DRAWS: Final = 240  # a side, at least
ALPHA: Final = 1e-6
SHARE: Final = Fraction(1, 2)  # the most that one value of a probe gets
HARD: Final = 0.7  # ε·d of two towns that are hard to tell, 2 to 1
_LEAST: Final = (
    1 / 500
)  # ε of a value below which the bounds of time are nearer than much of the noise
ORDERED: Final = 12  # days in a row whose order is looked at
REFERENCE: Final = date(2020, 1, 1)
NEARER: Final = "Les tirages sont plus proches de l'original que la loi certifiée : ce qui tourne n'est pas ce qui est certifié."
EXCEEDED: Final = (
    "Les tirages distinguent deux dossiers voisins mieux que la perte certifiée ne le permet."
)
DISORDERED: Final = (
    "Les dates tirées ne gardent pas l'ordre des événements ou dépassent la date de référence."
)
OVER: Final = "Un âge au-delà de 89 ans sort alors que les âges devaient être plafonnés."
KEPT: Final = "La valeur d'origine sort telle quelle alors qu'elle devait disparaître."
_KEY: Final = StudyKey(b"deidweb/certificate/probe/public")
_DAY: Final = re.compile(r"\d{2}/\d{2}/\d{4}")
_NUMBER: Final = re.compile(r"\d+")
# around the cap and beyond, in several written forms, below the likeliest noise as well as far above it
_AGES: Final = (
    "89 ans",
    "91 ans",
    "97 ans",
    "108 ans",
    "95a",
    "1150 mois",
    "92 ans et 3 mois",
    "88 à 96 ans",
    "5000 semaines",
)
_BIRTHS: Final = (date(1905, 3, 12), date(1921, 7, 30), date(1929, 11, 2), date(1929, 12, 31))
_LONGEST: Final = {
    "mois": FIRST * 12,
    "semaines": 4696,
    "semaine": 4696,
}  # of 90 years; other units are years
_PARTS: Final = (0.1, 0.25, 0.5, 0.75)
_ARTICLE: Final = re.compile(r"^(?:le |la |les |l')")

# how two sides are told apart
_VIEWS: Final[tuple[Callable[[Any], Hashable], ...]] = (
    lambda gap: gap,
    lambda gap: gap % 2,
    lambda gap: gap > 0,
)

Ranks = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Sampled:
    """`loss`: what `draws` a side prove at least, for values at `bound`/`share` units from one another; `fault`:
    French, "" when all is as certified."""

    draws: int
    share: Fraction
    loss: float
    bound: float
    fault: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "draws": self.draws,
            "share": str(self.share),
            "loss": round(self.loss, 6),
            "bound": round(self.bound, 6),
            "holds": not self.fault,
        }


def sample_dates(policy: SubstitutionPolicy, tables: Tables) -> Sampled | None:
    """The dates of a policy, end to end; None for what has no bound to be held against."""
    policy = _probe(policy)
    if policy.dates is DateMechanism.TAG:
        text = _run(policy, tables, "0", _dated([REFERENCE]))
        return Sampled(1, policy.epsilon, 0.0, 0.0, KEPT if _DAY.search(text) else "")
    if policy.dates is not DateMechanism.METRIC:
        return None
    count = math.ceil(policy.epsilon / SHARE)
    share, patients = policy.epsilon / count, -(-DRAWS // count)
    # years apart, so that no noise makes two of them meet, and long before the reference date
    days = [date(2010 - 2 * rank, 6, 15) for rank in range(count)]
    left, right = (
        _gaps(policy, tables, f"{side}", days, timedelta(side), patients) for side in (0, 1)
    )
    draws = left.total()
    check, fault = _judged(left, right, float(share))
    fault = _elsewhere(policy, tables, count, patients) or fault
    fault = _over_the_cap(policy, tables) or _disorder(policy, tables) or fault
    return Sampled(draws, share, check.loss, check.bound, fault)


def _probe(policy: SubstitutionPolicy) -> SubstitutionPolicy:
    """The same mechanisms, with the budget shared evenly and a date that the probes know."""
    return replace(policy, reference_date=REFERENCE, elements=None, class_weights={})


def _gaps(
    policy: SubstitutionPolicy,
    tables: Tables,
    side: str,
    days: Sequence[date],
    later: timedelta,
    patients: int,
) -> Counter[Hashable]:
    """Days between what is written and `days`, for patients whose dates are `later`."""
    found: Counter[Hashable] = Counter()
    note = _dated([day + later for day in days])
    for rank in range(patients):
        shown = _read_days(_run(policy, tables, f"{side}/{rank}", note))
        found.update((one - day).days for one, day in zip(shown, days, strict=True))
    return found


def _is_nearer(gaps: Mapping[Hashable, int], draws: int, share: float) -> bool:
    """P(|K| ≤ q) = 1 - 2·a^(q+1)/(1+a), a = e^-ε: proved to be more for some q?"""
    a = math.exp(-share)
    for part in _PARTS:
        within = max(round(-math.log(1 - part) / share) - 1, 0)
        seen = sum(n for gap, n in gaps.items() if isinstance(gap, int) and abs(gap) <= within)
        if lower_bound(seen, draws, ALPHA) > 1 - 2 * a ** (within + 1) / (1 + a):
            return True
    return False


def _judged(
    left: Counter[Hashable], right: Counter[Hashable], share: float
) -> tuple[EmpiricalCheck, str]:
    """What tells two sides a unit apart best, of the distances themselves, whether they are odd and their signs; the fault."""
    draws = left.total()
    seen = [[_seen_as(view, side) for side in (left, right)] for view in _VIEWS]
    checks = [compare(*both, draws=draws, bound=share, level=ALPHA) for both in seen]
    check = max(checks, key=lambda one: one.loss)
    nearer = NEARER if _is_nearer(left, draws, share) else ""
    return check, nearer or ("" if check.holds else EXCEEDED)


def _seen_as(view: Callable[[Any], Hashable], gaps: Counter[Hashable]) -> Counter[Hashable]:
    found: Counter[Hashable] = Counter()
    for gap, count in gaps.items():
        found[view(gap)] += count
    return found


def _elsewhere(policy: SubstitutionPolicy, tables: Tables, count: int, patients: int) -> str:
    """The fault of ages, durations and months, `count` of each in one file, against a file whose values are a unit later."""
    lengths = [1000 + 400 * rank for rank in range(count)]  # days
    months = [12 * (1960 + 2 * rank) + 5 for rank in range(count)]
    kinds = [
        (lengths, "{} jours", Label.AGE, Subtype.AGE),
        (lengths, "depuis {} jours", Label.DATE, Subtype.DUREE),
        (months, "", Label.DATE, Subtype.DATE),
    ]
    kinds = [kind for kind in kinds if kind[2] not in policy.tags]
    share = float(policy.epsilon) / (count * len(kinds))
    if share < _LEAST:
        return ""
    values = [value for kind in kinds for value in kind[0]]
    gaps: list[list[Counter[Hashable]]] = [[Counter() for _ in kinds] for _ in range(2)]
    for later, seen in enumerate(gaps):
        note = _note(
            [
                (_other(value + later, form), label, subtype)
                for originals, form, label, subtype in kinds
                for value in originals
            ]
        )
        for rank in range(patients):
            lines = _run(policy, tables, f"others/{later}/{rank}", note).split("\n")
            for at, (line, value) in enumerate(zip(lines, values, strict=False)):
                seen[at // count][_read_number(line) - value] += 1
    return max(_judged(left, right, share)[1] for left, right in zip(*gaps, strict=True))


def _other(value: int, form: str) -> str:
    return form.format(value) if form else f"{value % 12 + 1:02d}/{value // 12}"


def _read_number(line: str) -> int:
    """The days of « depuis 12 jours », the months since year 0 of « 03/2019 ».

    >>> [_read_number(line) for line in ("depuis 12 jours.", "01/2000.")]
    [12, 24000]
    """
    first, *year = map(int, _NUMBER.findall(line))
    return 12 * year[0] + first - 1 if year else first


def _disorder(policy: SubstitutionPolicy, tables: Tables) -> str:
    """Days in a row, up to the reference date."""
    days = [REFERENCE - timedelta(days=rank) for rank in reversed(range(ORDERED))]
    note = _dated(days)
    for rank in range(ORDERED):
        shown = _read_days(_run(policy, tables, f"order/{rank}", note))
        if shown != sorted(shown) or shown[-1] > REFERENCE:
            return DISORDERED
    return ""


def _over_the_cap(policy: SubstitutionPolicy, tables: Tables) -> str:
    """Ages and dates beyond 89 years, where the policy caps them: what is read must not tell more than « 90 ans ou plus »."""
    if not policy.cap_ages:
        return ""
    ages = _note([(age, Label.AGE, Subtype.AGE) for age in _AGES])
    kinds = [Subtype.DATE_NAISSANCE, Subtype.DATE]
    dates = [_note([(f"{day:%d/%m/%Y}", Label.DATE, kind) for day in _BIRTHS]) for kind in kinds]
    earliest = date(REFERENCE.year - FIRST, 1, 1)
    for rank in range(ORDERED):
        lines = _run(policy, tables, f"cap/{rank}", ages).split("\n")
        if any(map(_tells_more, lines)):
            return OVER
        shown = [
            day for note in dates for day in _read_days(_run(policy, tables, f"cap/{rank}", note))
        ]
        if shown and min(shown) < earliest:
            return OVER
    return ""


def _tells_more(line: str) -> bool:
    """True for an age of 90 years or more that is not said to be « ou plus ».

    >>> [_tells_more(line) for line in ("97 ans.", "90 ans ou plus.", "89 ans.")]
    [True, False, False]
    """
    numbers = [int(found) for found in _NUMBER.findall(line)]
    most = next((limit for unit, limit in _LONGEST.items() if unit in line), FIRST)
    if "ans et" in line:  # « 90 ans et 2 mois »: the first number are the years
        numbers, most = numbers[:1], FIRST
    largest = max(numbers, default=0)
    return largest > most or (largest == most and "ou plus" not in line)


def _dated(days: Sequence[date]) -> Note:
    return _note([(f"{day:%d/%m/%Y}", Label.DATE, Subtype.DATE) for day in days])


def _read_days(text: str) -> list[date]:
    return [date(int(found[6:]), int(found[3:5]), int(found[:2])) for found in _DAY.findall(text)]


# places


def sample_places(policy: SubstitutionPolicy, tables: Tables) -> Sampled | None:
    """The towns of a policy, end to end; None for what has no bound, or no two towns to tell apart."""
    policy = _probe(policy)
    geography = tables.atlas.geography
    if policy.places not in (PlaceMechanism.METRIC, PlaceMechanism.GEOIND):
        return None
    pairs = _pairs(policy, tables)
    if not pairs:
        return None
    share, patients = policy.epsilon / len(pairs), -(-DRAWS // len(pairs))
    laws = _Laws(geography, policy, share)
    left, right = (
        laws.ranks(_towns(policy, tables, f"town/{side}", [pair[side] for pair in pairs], patients))
        for side in (0, 1)
    )
    draws = patients * len(pairs)
    bound = float(share) * max(laws.distance(*pair) for pair in pairs)
    loss, fault = 0.0, ""
    for part in _PARTS:
        chosen = [laws.towards(*pair, part) for pair in pairs]
        ours, theirs = (_hits(side, chosen) for side in (left, right))
        low = lower_bound(ours, draws, ALPHA)
        high = upper_bound(theirs, draws, ALPHA)
        loss = max(loss, math.log(low / high) if low else 0.0)
        allowed = sum(laws.mass(pair[0], rows) for pair, rows in zip(pairs, chosen, strict=True))
        if laws.is_exact and low > allowed / len(pairs):
            fault = NEARER
    return Sampled(draws, share, loss, bound, EXCEEDED if loss > bound else fault)


class _Laws:
    """Certified laws over what a reader sees: names, not communes. The scale is worked out here once more, from the
    proofs: not asked of what is to be checked."""

    def __init__(self, geography: Geography, policy: SubstitutionPolicy, share: Fraction) -> None:
        self._geography, self._area = geography, policy.area
        self._share = share
        self._is_planar = policy.places is PlaceMechanism.GEOIND
        self._scale = certified_scale(geography, policy.area, share)
        seen = [_seen(geography.communes[int(row)].name) for row in geography.area(policy.area)]
        # in a table of numpy's each name would take as much as the longest, four times over while it is sorted: 45 MB
        self._ranks = {name: rank for rank, name in enumerate(sorted(set(seen)))}
        self._ids = np.array([self._ranks[name] for name in seen])
        self.is_exact = not self._is_planar

    def distance(self, left: Commune, right: Commune) -> float:
        """In place units."""
        if self._is_planar:
            return float(self._geography.kilometres(WHOLE, left.index)[right.index]) / UNIT_KM
        return float(self._geography.distances(WHOLE, left.index)[right.index])

    def towards(self, left: Commune, right: Commune, part: float) -> Ranks:
        """The names (their ranks) that speak most for `left` against `right`, so many that they weigh `part` of its
        law."""
        one, other = self._of(left), self._of(right)
        order = np.argsort(np.log(other + 1e-300) - np.log(one + 1e-300), kind="stable")
        count = int(np.searchsorted(np.cumsum(one[order]), part)) + 1
        chosen: Ranks = order[:count]
        return chosen

    def ranks(self, shown: Sequence[Sequence[str]]) -> Ranks:
        """Of names, one row a patient; -1 for what is no name of the area."""
        return np.array([[self._ranks.get(name, -1) for name in row] for row in shown])

    def mass(self, origin: Commune, ranks: Ranks) -> float:
        """What these names weigh in the law of a commune."""
        return float(self._of(origin)[ranks].sum())

    def _of(self, origin: Commune) -> FloatRow:
        if self._is_planar:  # no closed form: what is only good enough to choose events by
            kilometres = self._geography.kilometres(self._area, origin.index)
            spread = np.exp(-float(self._share) / UNIT_KM * kilometres)
            spread /= spread.sum()
        else:
            spread = self._geography.probabilities(self._area, origin.index, self._scale)
        summed: FloatRow = np.bincount(
            self._ids, weights=spread, minlength=len(self._ranks)
        ).astype(float)
        return summed


def certified_scale(geography: Geography, area: str, epsilon: Fraction) -> Fraction:
    """The s that is proved for ε over an area, whatever the draws use."""
    if not geography.is_enumerated(area):
        return epsilon / 2 * MARGINS[geography.prior]
    found = None if geography.scales is None else geography.scales.find(area, epsilon)
    return epsilon / 2 if found is None else found[0]


def _pairs(policy: SubstitutionPolicy, tables: Tables) -> list[tuple[Commune, Commune]]:
    """Towns that a text names without doubt, the largest of the area, each with one that ε·d leaves hard to tell."""
    geography = tables.atlas.geography
    inside = [geography.communes[int(row)] for row in geography.area(policy.area)]
    inside.sort(key=lambda commune: (-commune.population, commune.insee))
    known = [commune for commune in inside[:400] if _is_plain(commune, tables)]
    count = min(math.ceil(policy.epsilon / SHARE), len(known) // 2)
    if not count:
        return []
    share = float(policy.epsilon) / count
    rows = np.array([commune.index for commune in known])
    pairs: list[tuple[Commune, Commune]] = []
    free = np.ones(len(known), dtype=bool)  # two values of a file must stay two elements
    for first in known[:count]:
        distances = geography.distances(WHOLE, first.index)[rows]
        usable = free & (distances > 0)
        best = int(np.argmin(np.where(usable, np.abs(share * distances - HARD), np.inf)))
        free[best] = False
        pairs.append((first, known[best]))
    return pairs


def _is_plain(commune: Commune, tables: Tables) -> bool:
    found = tables.atlas.resolve(commune.name)
    return commune.name.isalpha() and found is not None and found.commune is commune


def _towns(
    policy: SubstitutionPolicy,
    tables: Tables,
    side: str,
    communes: Sequence[Commune],
    patients: int,
) -> list[list[str]]:
    """For every patient the names that replace those of `communes`, in their order."""
    note = _note([(commune.name, Label.LOC, Subtype.VILLE) for commune in communes])
    show: Callable[[str], str] = partial(_run, policy, tables, note=note)
    return [
        [_seen(name) for name in show(f"{side}/{rank}").rstrip(".\n").split(".\n")]
        for rank in range(patients)
    ]


def _hits(shown: Ranks, chosen: Sequence[Ranks]) -> int:
    """How many of the names, one column a pair, are among the pair's chosen ones."""
    pairs = zip(shown.T, chosen, strict=True)
    return sum(int(np.isin(column, ranks).sum()) for column, ranks in pairs)


def _seen(name: str) -> str:
    """A name as it is told from others: without case, accents or the article that the sentence may take."""
    return _ARTICLE.sub("", fold_phrase(name))


# notes


def _note(values: Sequence[tuple[str, Label, str]]) -> Note:
    """One value a line, and nothing else."""
    parts: list[str] = []
    spans: list[Span] = []
    at = 0
    for surface, label, subtype in values:
        spans.append(Span(at, at + len(surface), label.value, subtype))
        parts.append(f"{surface}.\n")
        at += len(parts[-1])
    return Note("probe", "".join(parts), PatientIdentity(), {}, tuple(spans))


def _run(policy: SubstitutionPolicy, tables: Tables, patient: str, note: Note) -> str:
    """The text that would leave."""
    known = replace(note, patient=replace(note.patient, id=patient))
    result = substitute_patient_file([known], policy=policy, key=_KEY, tables=tables)
    return result.notes[0].text
