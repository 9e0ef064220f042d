"""The budget of one patient's file: ε shared over its elements, in exact fractions.

An element is one distinct normalised sensitive value that spends (mechanisms §1). Two mentions of one
value are one element. Sequential composition bounds the likelihood ratio of the whole output by
exp(Σ ε_i·d_i).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from annotation.domain.labels import Subtype

MOST_SHARE: Final = 20
# what a steward weighs against one another; ages and durations are noised by the same code
_CLASSES: Final = {
    "dates": (Subtype.DATE, Subtype.DATE_NAISSANCE),
    "places": (Subtype.VILLE,),
    "ages": (Subtype.AGE, Subtype.DUREE),
}


class Shares(NamedTuple):
    """What one value of each class gets of ε, relative to the others: 3 is three times what 1 gets."""

    dates: int = 1
    places: int = 1
    ages: int = 1

    @property
    def are_even(self) -> bool:
        return self.dates == self.places == self.ages

    def weights(self) -> dict[str, Fraction]:
        """The `class_weights` of a policy; none when all are alike.

        >>> Shares(dates=2).weights()["DATE_NAISSANCE"]
        Fraction(2, 1)
        """
        if self.are_even:
            return {}
        return {
            str(name): Fraction(share)
            for group, share in self._asdict().items()
            for name in _CLASSES[group]
        }


# not frozen, though nothing changes it: there are several a note, and a frozen one costs more than twice as much to make
@dataclass(slots=True)
class Element:
    """One distinct value of one patient. `id` is opaque; the value itself is not kept here."""

    id: str
    element_class: str
    granularity: str
    epsilon: Fraction
    mentions: int


class ElementKey(NamedTuple):
    """What identifies an element while a file is being substituted. `value` never leaves memory."""

    element_class: str
    granularity: str
    value: str

    def __repr__(self) -> str:
        return f"ElementKey(element_class='{self.element_class}', granularity='{self.granularity}')"


def allocate(
    epsilon: Fraction,
    keys: Sequence[ElementKey],
    weights: Mapping[str, Fraction] | None = None,
) -> dict[ElementKey, Fraction]:
    """Share ε over distinct `keys`, evenly or by public `weights` of their class; the shares sum to ε.

    A class without a weight weighs 1. Raises ValueError when a weight is not positive.
    """
    distinct = list(dict.fromkeys(keys))
    if not weights:
        return dict.fromkeys(distinct, epsilon / len(distinct)) if distinct else {}
    if any(weight <= 0 for weight in weights.values()):
        msg = "weights must be positive"
        raise ValueError(msg)
    masses = [weights.get(key.element_class, Fraction(1)) for key in distinct]
    total = sum(masses, Fraction(0))
    return {key: epsilon * mass / total for key, mass in zip(distinct, masses, strict=True)}
