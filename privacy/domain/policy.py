"""What the steward chose for one export: ε, mechanisms, area, reference date."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Final

from privacy.domain.errors import BadPolicyError

_AREA = re.compile(r"FR(-[0-9A-Z]{2,3})?")


class DateMechanism(StrEnum):
    """Only `metric` and `tag` have a proof (see `privacy.domain.certificates`)."""

    METRIC = "metric"
    TCHOUKA2023 = "tchouka2023"
    TCHOUKA2022 = "tchouka2022"
    SHIFT = "shift"
    TAG = "tag"


class PlaceMechanism(StrEnum):
    """The papers' two variants have no proof (see `privacy.domain.certificates`)."""

    METRIC = "metric"
    TCHOUKA2023 = "tchouka2023"
    TCHOUKA2024 = "tchouka2024"
    GEOIND = "geoind"
    RANDOM = "random"
    TAG = "tag"


class PlacePrior(StrEnum):
    """What `metric` draws with probability where nothing is told of the origin: any commune, or any inhabitant's."""

    UNIFORM = "uniform"
    POPULATION = "population"


# of what is asked for from now on; the tables that ship are uniform until told otherwise, as old exports were drawn
DEFAULT_PRIOR: Final = PlacePrior.POPULATION

# the articles' variants, for comparison (`privacy.domain.certificates` shows why)
UNPROVED: Final = frozenset({"tchouka2022", "tchouka2023", "tchouka2024"})
WITHOUT_PROOF: Final = UNPROVED | {"shift"}
# what draws nothing that depends on the secret, or nothing at all, spends nothing
FREE_DATES: Final = frozenset({DateMechanism.SHIFT, DateMechanism.TAG})
FREE_PLACES: Final = frozenset({PlaceMechanism.RANDOM, PlaceMechanism.TAG})
# what compares communes by more than their position
COMPARES_FEATURES: Final = frozenset(
    {PlaceMechanism.METRIC, PlaceMechanism.TCHOUKA2023, PlaceMechanism.TCHOUKA2024}
)


@dataclass(frozen=True, slots=True)
class SubstitutionPolicy:
    """`epsilon` is the budget of one patient; `area` is FR, a region (FR-BFC) or a department (FR-21).

    `reference_date` is public: no surrogate date lies after it. `class_weights` are public too.
    `elements` fixes N in advance: ε_i = ε/N for every element, and what exceeds N is tagged.
    `metric` is the fingerprint of the place metric when features are in it, "" for the table that ships.
    Raises `BadPolicyError`.
    """

    epsilon: Fraction
    reference_date: date
    dates: DateMechanism = DateMechanism.METRIC
    places: PlaceMechanism = PlaceMechanism.METRIC
    area: str = "FR"
    class_weights: Mapping[str, Fraction] = field(default_factory=dict)
    elements: int | None = None
    metric: str = ""

    def __post_init__(self) -> None:
        if self.elements is not None and (self.elements < 1 or self.class_weights):
            raise BadPolicyError("elements", "un nombre d'éléments positif est attendu, sans poids")
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
