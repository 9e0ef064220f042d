"""What a choice of ε would do to a project's own notes: days and kilometres moved, codes changed, patients found by their
intervals.

Means of exact laws for days (before the order is restored, which moves them a little) and kilometres; codes are those of the
notes substituted once, and the attack is run on one draw, under a key that nobody keeps. No value of a patient is in the result.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from fractions import Fraction
from statistics import fmean
from typing import Any, Final, Self

from annotation.domain.labels import Subtype
from annotation.domain.notes import Note
from privacy.domain.attacks.cohort import gaps
from privacy.domain.attacks.matching import found_by_nearest
from privacy.domain.attacks.read_cohort import CodesOf, codes_of_written
from privacy.domain.mechanisms.sequence import NoisyDate, draw_dates
from privacy.domain.places.draws import CITY, PlaceChoice
from privacy.domain.policy import PlaceMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import element_keys, substitute_patient_file
from privacy.domain.tables import Tables
from privacy.domain.time.forms import Granularity
from privacy.domain.time.resolve import TimePoint

EPSILONS: Final = tuple(Fraction(text) for text in ("1/2", "1", "2", "4", "10"))
FEWEST: Final = 2  # patients with two days, for an attack to choose among

OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Known:
    """What one patient's file holds, as an attacker would like to know it. `elements`: how many values share ε; `changed`: the
    share of its codes that change at each ε, nothing where it has none."""

    elements: int
    days: tuple[date, ...] = field(repr=False)
    towns: tuple[str, ...] = field(repr=False)  # INSEE codes
    changed: tuple[float, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Effect:
    """At one ε: mean days and kilometres (None: nothing to move), share of patients found (None: too few), mean share of
    a patient's codes that change (None: no codes)."""

    epsilon: str
    days: float | None
    kilometres: float | None
    found: float | None
    codes: float | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """`patients` read, with `days` and `towns` in all; `targets`: those with two days or more, `coded`: those with codes."""

    patients: int
    days: int
    towns: int
    targets: int
    effects: tuple[Effect, ...]
    coded: int = 0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> Self:
        effects = tuple(Effect(**row) for row in values["effects"])
        return cls(**{**values, "effects": effects})


def known_of(
    notes: Sequence[Note], policy: SubstitutionPolicy, key: StudyKey, tables: Tables
) -> Known:
    """The values of one patient's file that spend."""
    keys = element_keys(notes, policy=policy, key=key, tables=tables)
    is_day = (str(Subtype.DATE), Granularity.DAY.value)
    days = [k.value for k in keys if (k.element_class, k.granularity) == is_day]
    towns = tuple(k.value for k in keys if k.element_class == CITY)
    return Known(len(keys), tuple(sorted(map(date.fromisoformat, days))), towns)


def changed_codes(
    notes: Sequence[Note],
    policy: SubstitutionPolicy,
    key: StudyKey,
    tables: Tables,
    codes_of: CodesOf,
) -> tuple[float, ...]:
    """Of the codes of one patient's file before and after, the share that is not in both, at each ε (one less Jaccard's
    index); nothing where the notes have no code.

    {"I10", "E11.9"} before and {"I10"} after: 0.5.
    """
    before = {code for note in notes for code in codes_of(note.text, ())}
    if not before:
        return ()
    shares = []
    for epsilon in EPSILONS:
        done = substitute_patient_file(
            notes, policy=replace(policy, epsilon=epsilon), key=key, tables=tables
        )
        after = codes_of_written(done.notes, codes_of)
        shares.append(len(before ^ after) / len(before | after))
    return tuple(shares)


def advise(
    people: Sequence[Known],
    policy: SubstitutionPolicy,
    key: StudyKey,
    tables: Tables,
    on_progress: OnProgress = lambda _done, _total: None,
) -> Advice:
    """The effect of each ε on these patients; the ε of the policy is not looked at.

    >>> advise([Known(1, (date(2020, 1, 1),), ())], policy, key, tables).effects[1].days  # doctest: +SKIP
    0.851
    """
    effects = []
    for done, epsilon in enumerate(EPSILONS):
        on_progress(done, len(EPSILONS))
        codes = [known.changed[done] for known in people if known.changed]
        effect = _effect(people, epsilon, policy, key, tables)
        effects.append(replace(effect, codes=fmean(codes) if codes else None))
    return Advice(
        patients=len(people),
        days=sum(len(known.days) for known in people),
        towns=sum(len(known.towns) for known in people),
        targets=sum(len(known.days) > 1 for known in people),
        effects=tuple(effects),
        coded=sum(bool(known.changed) for known in people),
    )


def mean_shift(epsilon: Fraction) -> float:
    """E|k| of the discrete Laplace law: 2·e^(-ε) / (1 - e^(-2ε)) = 1/sinh ε (Inusah and Kozubowski 2006).

    >>> round(mean_shift(Fraction(1)), 3)
    0.851
    """
    return 1 / math.sinh(float(epsilon))


def _effect(
    people: Sequence[Known],
    epsilon: Fraction,
    policy: SubstitutionPolicy,
    key: StudyKey,
    tables: Tables,
) -> Effect:
    days = [mean_shift(epsilon / known.elements) for known in people for _day in known.days]
    return Effect(
        epsilon=str(epsilon),
        days=fmean(days) if days else None,
        kilometres=_kilometres(people, epsilon, policy.area, tables),
        found=_found(people, epsilon, policy.reference_date, key),
    )


def _kilometres(
    people: Sequence[Known], epsilon: Fraction, area: str, tables: Tables
) -> float | None:
    """Patients come from the same towns: each is measured once a share."""
    geography = tables.atlas.geography
    rows = {commune.insee: commune.index for commune in geography.communes}
    measured: dict[tuple[str, int], float] = {}
    found: list[float] = []
    for known in people:
        for town in known.towns:
            at = town, known.elements
            if at not in measured:
                share = epsilon / known.elements
                choice = PlaceChoice(geography, PlaceMechanism.METRIC, area, share)
                measured[at] = choice.expected_kilometres(rows[town])
            found.append(measured[at])
    return fmean(found) if found else None


def _found(
    people: Sequence[Known], epsilon: Fraction, reference: date, key: StudyKey
) -> float | None:
    """Share of patients whom the nearest record names, for who knows their true days and that they are there."""
    targets = [known for known in people if len(known.days) > 1]
    if len(targets) < FEWEST:
        return None
    records = [
        gaps(_released(known, rank, epsilon / known.elements, reference, key))
        for rank, known in enumerate(targets)
    ]
    return found_by_nearest([gaps(known.days) for known in targets], records)


def _released(
    known: Known, rank: int, share: Fraction, reference: date, key: StudyKey
) -> tuple[date, ...]:
    items = [
        NoisyDate(TimePoint(Granularity.DAY, day), Granularity.DAY, share, Subtype.DATE)
        for day in known.days
    ]
    drawn = draw_dates(items, patient=str(rank), key=key, reference=reference)
    return tuple(sorted(point.first for point in drawn))
