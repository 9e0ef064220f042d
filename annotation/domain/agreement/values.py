"""A measure that may be undefined, and why."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final


class Undefined(StrEnum):
    """Why a measure has no value."""

    NO_NOTES = "no_notes"
    NO_SPANS = "no_spans"
    ONE_CATEGORY = "one_category"
    NO_CHANCE = "no_chance"


UNDEFINED_TEXTS: Final[dict[Undefined, str]] = {
    Undefined.NO_NOTES: "aucune note n'a été lue deux fois",
    Undefined.NO_SPANS: "aucun des deux n'a rien marqué : il n'y a rien à comparer",
    Undefined.ONE_CATEGORY: "les deux ont donné la même étiquette à tous les mots : "
    "le hasard expliquerait à lui seul leur accord",
    Undefined.NO_CHANCE: "aucun désaccord n'est attendu du hasard : le rapport n'existe pas",
}


@dataclass(frozen=True, slots=True)
class Measure:
    """`value` is None exactly when `why` is set."""

    value: float | None
    why: Undefined | None = None

    def to_json(self) -> dict[str, Any]:
        if self.value is None:
            return {"why": self.why and self.why.value}
        return {"value": round(self.value, 4)}


def undefined(why: Undefined) -> Measure:
    return Measure(None, why)
