"""What a proof, or the lack of one, says of a mechanism: frozen, and written to JSON beside every export."""

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

FORMAT: Final = 1


class Verdict(StrEnum):
    """PASS: no output's likelihood ratio exceeds e^(ε·d), whatever the pair of secrets."""

    PASS = "PASS"  # noqa: S105 - not a password
    FAIL = "FAIL"


@dataclass(frozen=True, slots=True)
class Certificate:
    """One mechanism at one ε.

    `worst_loss_per_unit`: the largest |ln ratio| over the distance between two secrets, in `unit`; None when
    infinite. `pair`: the two secrets that attain it and `output` the surrogate, as public names (communes, days):
    never a patient's value. `scale`: the s of the place draw. `count`: communes enumerated, 0 when in closed form.
    """

    kind: str  # dates or places
    mechanism: str
    epsilon: Fraction
    verdict: Verdict
    worst_loss_per_unit: float | None
    unit: str
    reason: str
    pair: tuple[str, ...] = ()
    output: str = ""
    area: str | None = None
    scale: Fraction | None = None
    count: int = 0
    seconds: float = 0.0
    parameters: dict[str, Any] = field(default_factory=dict)

    @property
    def passes(self) -> bool:
        return self.verdict is Verdict.PASS

    def as_json(self) -> dict[str, Any]:
        """Plain values; `epsilon` as a number and exactly."""
        return {
            "format": FORMAT,
            "kind": self.kind,
            "mechanism": self.mechanism,
            "epsilon": float(self.epsilon),
            "epsilon_exact": str(self.epsilon),
            "area": self.area,
            "verdict": str(self.verdict),
            "worst_loss_per_unit": self.worst_loss_per_unit,
            "unit": self.unit,
            "pair": list(self.pair),
            "output": self.output,
            "reason": self.reason,
            "scale": None if self.scale is None else str(self.scale),
            "communes": self.count,
            "seconds": round(self.seconds, 3),
            "parameters": self.parameters,
        }


def without_secret(kind: str, mechanism: str, epsilon: Fraction, area: str | None) -> Certificate:
    """A mechanism whose output does not depend on the value at all."""
    return Certificate(
        kind=kind,
        mechanism=mechanism,
        epsilon=epsilon,
        area=area,
        verdict=Verdict.PASS,
        worst_loss_per_unit=0.0,
        unit="",
        reason="Le résultat ne dépend pas de la valeur d'origine : la perte est nulle.",
    )
