"""What the steward chose for one export: ε, mechanisms, area, reference date."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Final

from annotation.domain.labels import Label
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
    """What `metric` draws with probability where nothing is told of the origin: any commune, any inhabitant's, or what a
    file of the steward's says."""

    UNIFORM = "uniform"
    POPULATION = "population"
    FILE = "file"


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

UNKNOWN_TAG: Final = (
    "attendu all, ou des étiquettes parmi PER, LOC, ORG, DATE, AGE, TEL, MAIL, REF et QID"
)
TIMES: Final = frozenset({Label.DATE, Label.AGE})
_EXACT: Final = re.compile(r"-?[0-9]{1,12}(?:\.[0-9]{1,12})?(?:/[0-9]{1,12})?")


@dataclass(frozen=True, slots=True)
class SubstitutionPolicy:
    """`epsilon` is the budget of one patient; `area` is FR, a region (FR-BFC) or a department (FR-21).

    `reference_date` is public: no surrogate date lies after it. `class_weights` are public too.
    `elements` fixes N in advance: ε_i = ε/N for every element, and what exceeds N is tagged.
    `metric` is the fingerprint of the place metric when features are in it, "" for the table that ships.
    `tags` are the labels of which every mention becomes its label (`[NOM]`); the mechanisms `tag` are tags too, and
    tags of all dates and ages, or of all places, are these mechanisms. `cap_ages`: no surrogate tells an age above 89.
    `note_dates`: each note leaves with a surrogate of its own date, which is one of the patient's dates.
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
    tags: frozenset[Label] = frozenset()
    cap_ages: bool = False
    note_dates: bool = False

    def __post_init__(self) -> None:
        self._settle_tags()
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

    def _settle_tags(self) -> None:
        """One choice said in two ways is told in both."""
        tags = frozenset(self.tags)
        tags |= TIMES if self.dates is DateMechanism.TAG else frozenset()
        tags |= {Label.LOC} if self.places is PlaceMechanism.TAG else frozenset()
        object.__setattr__(self, "tags", tags)
        if tags >= TIMES:
            object.__setattr__(self, "dates", DateMechanism.TAG)
        if Label.LOC in tags:
            object.__setattr__(self, "places", PlaceMechanism.TAG)


def parse_tags(text: str) -> frozenset[Label]:
    """Labels between commas, or `all`. Raises `BadPolicyError`.

    >>> sorted(parse_tags("per, ORG"))
    [<Label.ORG: 'ORG'>, <Label.PER: 'PER'>]
    """
    names = [name.strip().upper() for name in text.split(",") if name.strip()]
    if names == ["ALL"]:
        return frozenset(Label)
    try:
        return frozenset(Label(name) for name in names)
    except ValueError:
        raise BadPolicyError("tags", UNKNOWN_TAG) from None


def parse_number(text: str) -> Fraction:
    """Read an exact number ("1", "0,5", "1/3"). Raises ValueError, ZeroDivisionError.

    Neither exponents nor more than twelve digits a part: « 1e9999999 » would be written out, which takes minutes.
    """
    shown = text.strip().replace(",", ".")
    if _EXACT.fullmatch(shown) is None:
        raise ValueError
    return Fraction(shown)


def parse_epsilon(text: str) -> Fraction:
    """Read ε as an exact fraction ("1", "0,5", "1/3"). Raises `BadPolicyError`."""
    try:
        value = parse_number(text)
    except (ValueError, ZeroDivisionError):
        raise BadPolicyError("epsilon", "un nombre est attendu") from None
    if value <= 0:
        raise BadPolicyError("epsilon", "le niveau de bruit ε doit être strictement positif")
    return value
