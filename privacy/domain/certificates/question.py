"""What is to be certified."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from privacy.domain.places.place_policy import Chosen, chosen_of
from privacy.domain.policy import PlacePrior


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be certified: ε of one element, the public area, the s of the place draw (None: the one in use),
    the features in the distance, the prior of the draw."""

    epsilon: Fraction
    area: str = "FR"
    scale: Fraction | None = None
    features: tuple[Chosen, ...] = ()
    prior: PlacePrior = PlacePrior.UNIFORM

    def as_json(self) -> dict[str, Any]:
        """As a job's payload keeps it, exactly."""
        return {
            "epsilon": str(self.epsilon),
            "area": self.area,
            "scale": None if self.scale is None else str(self.scale),
            "features": [item.as_json() for item in self.features],
            "prior": self.prior.value,
        }

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> Self:
        scale = values["scale"]
        return cls(
            epsilon=Fraction(values["epsilon"]),
            area=values["area"],
            scale=None if scale is None else Fraction(scale),
            features=chosen_of(values["features"]),
            prior=PlacePrior(values.get("prior", PlacePrior.UNIFORM)),
        )
