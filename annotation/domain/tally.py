"""What became of a model's suggestions in one annotated note."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Assistance:
    """Spans by their last state. A span still suggested at the submission counts as accepted."""

    accepted: int = 0
    corrected: int = 0
    added: int = 0
    rejected: int = 0

    def __add__(self, other: "Assistance") -> "Assistance":
        return Assistance(
            self.accepted + other.accepted,
            self.corrected + other.corrected,
            self.added + other.added,
            self.rejected + other.rejected,
        )


def assistance(states: Iterable[str]) -> Assistance:
    """From the states of a layer's spans (`LayerSpan.State`)."""
    counts = Counter(states)
    return Assistance(
        accepted=counts["accepted"] + counts["suggested"],
        corrected=counts["corrected"],
        added=counts["manual"],
        rejected=counts["rejected"],
    )
