"""Interval matching: who knows some dates of a person looks for the same intervals in a release.

Two attackers. *Exact* takes the one record whose intervals are all equal. *Nearest* takes the record whose
intervals are closest in total (L1); it always names somebody when it knows that the target is there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from privacy.domain.attacks.cohort import Patient, gaps, release
from privacy.domain.policy import DateMechanism
from privacy.domain.randomness import StudyKey

Gaps = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Matching:
    """Shares of 1.

    A target known to be in the cohort: `exact`, `nearest` name the right record; `chance` a blind guess would.
    A random person, who is in the cohort with probability `prior`: `claimed` is how often the exact attacker names a
    record, `right` how often he is right when he does (1 when he never names one would mislead: then 0).
    """

    exact: float
    nearest: float
    chance: float
    prior: float
    claimed: float
    right: float


def match_intervals(
    cohort: Sequence[Patient],
    strangers: Sequence[Patient],
    mechanism: DateMechanism,
    epsilon: Fraction,
    key: StudyKey,
) -> Matching:
    """Release the cohort, then look for each of its patients and for each stranger by his true intervals."""
    records = [gaps(release(patient, mechanism, epsilon, key)) for patient in cohort]
    exact = [_exact(gaps(patient.visits), records) for patient in cohort]
    outside = [_exact(gaps(patient.visits), records) for patient in strangers]
    size, everybody = len(cohort), len(cohort) + len(strangers)
    hits = sum(found == rank for rank, found in enumerate(exact))
    claims = sum(found is not None for found in (*exact, *outside))
    return Matching(
        exact=hits / size,
        nearest=found_by_nearest([gaps(patient.visits) for patient in cohort], records),
        chance=1 / size,
        prior=size / everybody,
        claimed=claims / everybody,
        right=hits / claims if claims else 0.0,
    )


def found_by_nearest(known: Sequence[Gaps], records: Sequence[Gaps]) -> float:
    """Share of targets, each known by his true gaps, whose own record (of the same rank) is the nearest one.

    >>> found_by_nearest([(3, 4), (9, 9)], [(3, 5), (4, 4)])
    0.5
    """
    closest = [_nearest(each, records) for each in known]
    return sum(found == rank for rank, found in enumerate(closest)) / len(known)


def _exact(known: Gaps, records: Sequence[Gaps]) -> int | None:
    """The only record with these intervals."""
    found = [rank for rank, record in enumerate(records) if record == known and record]
    return found[0] if len(found) == 1 else None


def _nearest(known: Gaps, records: Sequence[Gaps]) -> int | None:
    """The only record at the smallest distance."""
    ranked = sorted(
        (_distance(known, record), rank)
        for rank, record in enumerate(records)
        if record and len(record) == len(known)
    )
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def _distance(left: Gaps, right: Gaps) -> int:
    return sum(abs(a - b) for a, b in zip(left, right, strict=True))
