"""What a project compares communes by: a public area, features with their scales, a prior."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self
from uuid import UUID

from privacy.domain.policy import PlacePrior

_WEIGHTS: Final = "prior"


@dataclass(frozen=True, slots=True)
class Chosen:
    """One column of a policy: a feature, and the constant S_f that a difference is divided by; or, `weighs`, the weights
    of `PlacePrior.FILE`, which have no scale."""

    file: UUID
    sha256: str
    column: str
    scale: float
    weighs: bool = False

    def as_json(self) -> dict[str, str]:
        """The scale as text, exactly."""
        return {
            "file": str(self.file),
            "sha256": self.sha256,
            "column": self.column,
            "scale": repr(self.scale),
            **({"role": _WEIGHTS} if self.weighs else {}),
        }

    @classmethod
    def of_json(cls, row: dict[str, str]) -> Self:
        weighs = row.get("role") == _WEIGHTS
        return cls(UUID(row["file"]), row["sha256"], row["column"], float(row["scale"]), weighs)


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

    @property
    def compared(self) -> tuple[Chosen, ...]:
        """The features of the distance."""
        return tuple(item for item in self.features if not item.weighs)

    @property
    def weights(self) -> Chosen | None:
        """The column of `PlacePrior.FILE`."""
        return next((item for item in self.features if item.weighs), None)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A column that the steward ticked; without a scale, the interquartile range."""

    file: UUID
    column: str
    scale: float | None = None


def chosen_of(rows: Iterable[dict[str, str]]) -> tuple[Chosen, ...]:
    """Features as a row keeps them."""
    return tuple(Chosen.of_json(row) for row in rows)
