"""What a project compares communes by: a public area, features with their scales, a prior."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self
from uuid import UUID

from privacy.domain.policy import PlacePrior


@dataclass(frozen=True, slots=True)
class Chosen:
    """One feature of a policy: a column of a file, and the constant S_f that a difference is divided by."""

    file: UUID
    sha256: str
    column: str
    scale: float

    def as_json(self) -> dict[str, str]:
        """The scale as text, exactly."""
        return {
            "file": str(self.file),
            "sha256": self.sha256,
            "column": self.column,
            "scale": repr(self.scale),
        }

    @classmethod
    def of_json(cls, row: dict[str, str]) -> Self:
        return cls(UUID(row["file"]), row["sha256"], row["column"], float(row["scale"]))


@dataclass(frozen=True, slots=True)
class PlacePolicy:
    """`metric`: fingerprint of the distance with the features and of the prior, "" for those that ship.

    Without arguments: kilometres and inhabitants alone, all communes alike. What a new project begins with is
    `privacy.selectors.place_policy`'s to say.
    """

    area: str = "FR"
    features: tuple[Chosen, ...] = ()
    metric: str = ""
    prior: PlacePrior = PlacePrior.UNIFORM


@dataclass(frozen=True, slots=True)
class Wanted:
    """A column that the steward ticked; without a scale, the interquartile range."""

    file: UUID
    column: str
    scale: float | None = None


def chosen_of(rows: Iterable[dict[str, str]]) -> tuple[Chosen, ...]:
    """Features as a row keeps them."""
    return tuple(Chosen.of_json(row) for row in rows)
