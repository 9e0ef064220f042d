"""What the steward chose for one export: ε, mechanisms, area, reference date."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction

from privacy.domain.errors import BadPolicyError

_AREA = re.compile(r"FR(-[0-9A-Z]{2,3})?")


class DateMechanism(StrEnum):
    METRIC = "metric"
    SHIFT = "shift"
    TAG = "tag"


class PlaceMechanism(StrEnum):
    METRIC = "metric"
    RANDOM = "random"
    TAG = "tag"


@dataclass(frozen=True, slots=True)
class SubstitutionPolicy:
    """`epsilon` is the budget of one patient; `area` is FR, a region (FR-BFC) or a department (FR-21).

    `reference_date` is public: no surrogate date lies after it. `class_weights` are public too.
    Raises `BadPolicyError`.
    """

    epsilon: Fraction
    reference_date: date
    dates: DateMechanism = DateMechanism.METRIC
    places: PlaceMechanism = PlaceMechanism.METRIC
    area: str = "FR"
    class_weights: Mapping[str, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.epsilon <= 0:
            raise BadPolicyError("epsilon", "le niveau de bruit ε doit être strictement positif")
        if not _AREA.fullmatch(self.area):
            raise BadPolicyError(
                "area", "attendu FR, une région (FR-BFC) ou un département (FR-21)"
            )
        if not 1900 < self.reference_date.year < 2200:
            raise BadPolicyError("reference_date", "l'année doit être comprise entre 1901 et 2199")


def parse_epsilon(text: str) -> Fraction:
    """Read ε as an exact fraction ("1", "0,5", "1/3"). Raises `BadPolicyError`."""
    try:
        value = Fraction(text.strip().replace(",", "."))
    except (ValueError, ZeroDivisionError):
        raise BadPolicyError("epsilon", "un nombre est attendu") from None
    if value <= 0:
        raise BadPolicyError("epsilon", "le niveau de bruit ε doit être strictement positif")
    return value
