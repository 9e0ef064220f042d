"""Surrogate collisions: two patients who receive the same surrogate, or one who receives another's true value.

Neither says anything about the secret; both mislead whoever takes a surrogate for an identity.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from privacy.domain.attacks.cohort import Patient
from privacy.domain.attacks.linkage import Released
from privacy.domain.text import fold_phrase


@dataclass(frozen=True, slots=True)
class Collision:
    """`pairs`: pairs of patients with equal surrogates; `originals`: such pairs among the true values, to compare;
    `borrowed`: patients whose surrogate is the true value of somebody else in the cohort."""

    pairs: int
    originals: int
    borrowed: int


_FIELDS: Final[dict[str, tuple[Callable[[Released], str], Callable[[Patient], str]]]] = {
    "name": (lambda r: r.name, lambda p: f"{p.first_name} {p.last_name}"),
    "record": (lambda r: r.record, lambda p: p.record),
    "town": (lambda r: r.town, lambda p: p.town),
}


def collisions(cohort: Sequence[Patient], released: Sequence[Released]) -> dict[str, Collision]:
    """By field. `released` is the export of `cohort`, in its order."""
    found: dict[str, Collision] = {}
    for name, (surrogate, original) in _FIELDS.items():
        shown = [fold_phrase(surrogate(item)) for item in released]
        true = [fold_phrase(original(patient)) for patient in cohort]
        bearers = Counter(true)
        borrowed = sum(
            bearers[given] - (given == own) > 0 for given, own in zip(shown, true, strict=True)
        )
        found[name] = Collision(_pairs(shown), _pairs(true), borrowed)
    return found


def _pairs(values: Iterable[str]) -> int:
    """Unordered pairs of equal values."""
    return sum(count * (count - 1) // 2 for count in Counter(values).values())
