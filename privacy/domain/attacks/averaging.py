"""Averaging over repeated exports (mechanisms §1): the median of many noisy releases of one day is the day.

Under one study key a day has one surrogate, however often it leaves. Under fresh keys every export is an
independent draw; the ledger charges each of them to the patient's account and refuses what passes the cap.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotation.domain.labels import Subtype
from privacy.domain.attacks.cohort import REFERENCE, Patient, release
from privacy.domain.budget import Element
from privacy.domain.ledger import bill, cost, fresh, over_cap
from privacy.domain.policy import DateMechanism, SubstitutionPolicy
from privacy.domain.randomness import StudyKey


@dataclass(frozen=True, slots=True)
class Averaging:
    """`released`: exports that the attacker holds. `recovered`: share of days found exactly; `error`: mean days off."""

    requested: int
    released: int
    recovered: float
    error: float


def average(
    cohort: Sequence[Patient],
    epsilon: Fraction,
    exports: int,
    *,
    key_of: Callable[[int], StudyKey],
    cap: Fraction | None = None,
) -> Averaging:
    """Take the median of every day of `cohort` over the exports that the ledger lets through.

    `key_of(rank)` is the key of an export: the same for all, or a fresh one each. No `cap`, no ledger.
    ValueError when the cap refuses the first export.
    """
    keys = _allowed(cohort, epsilon, [key_of(rank) for rank in range(exports)], cap)
    if not keys:
        msg = "the cap lets no export through"
        raise ValueError(msg)
    misses: list[int] = []
    for patient in cohort:
        drawn = [release(patient, DateMechanism.METRIC, epsilon, key) for key in keys]
        for visit, seen in zip(patient.visits, zip(*drawn, strict=True), strict=True):
            guess = sorted(day.toordinal() for day in seen)[len(seen) // 2]
            misses.append(abs(guess - visit.toordinal()))
    return Averaging(exports, len(keys), misses.count(0) / len(misses), sum(misses) / len(misses))


def _allowed(
    cohort: Sequence[Patient], epsilon: Fraction, keys: Sequence[StudyKey], cap: Fraction | None
) -> list[StudyKey]:
    """The exports that the ledger lets through: as in the product, one patient over the cap blocks the whole."""
    if cap is None:
        return list(keys)
    policy = SubstitutionPolicy(epsilon, REFERENCE)
    spent: dict[str, Fraction] = {patient.id: Fraction(0) for patient in cohort}
    known: set[str] = set()
    through: list[StudyKey] = []
    for key in keys:
        bills = [bill(p.id, _elements(p, epsilon, key), policy=policy, key=key) for p in cohort]
        added = {b.account: cost(fresh(b, known)) for b in bills}
        if over_cap(added, spent, cap):
            continue
        through.append(key)
        known |= {charge.memo for b in bills for charge in b.charges}
        spent = {account: spent[account] + more for account, more in added.items()}
    return through


def _elements(patient: Patient, epsilon: Fraction, key: StudyKey) -> list[Element]:
    share = epsilon / len(patient.visits)
    return [
        Element(
            key.opaque_id(patient.id, Subtype.DATE, "day", day.isoformat()),
            Subtype.DATE,
            "day",
            share,
            1,
        )
        for day in patient.visits
    ]
