"""The one interface behind which every ICD-10 coder stands: dictionary, network, both."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """Where in the note a code comes from; code points, half-open. `weight` is in (0, 1]."""

    start: int
    end: int
    weight: float


@dataclass(frozen=True, slots=True)
class CodePrediction:
    """`score` is the probability that a human coder keeps the code, as far as it was calibrated."""

    code: str
    label: str
    score: float
    evidence: tuple[Evidence, ...]


class Coder(Protocol):
    """Reads de-identified notes, proposes codes."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def says(self) -> str:
        """What it is and how far to trust it: one French sentence or two for the coder's page, 400 characters at most."""
        ...

    def predict(
        self, texts: Sequence[str], top: int = 25, hidden: Sequence[Sequence[Span]] = ()
    ) -> list[list[CodePrediction]]:
        """For each text at most `top` codes, best first, evidence in reading order.

        `hidden` holds for each text the spans (code points, half-open) that substitution wrote: no
        evidence lies in them. Nothing given = no such span.
        """
        ...
