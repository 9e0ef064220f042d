"""The one interface behind which every ICD-10 coder stands: dictionary today, neural later."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """Where in the note a code comes from; code points, half-open. `weight` is in (0, 1]."""

    start: int
    end: int
    weight: float


@dataclass(frozen=True, slots=True)
class CodePrediction:
    """`score` is in [0, 1] and orders codes inside a note; it is no probability."""

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

    def predict(self, texts: Sequence[str], top: int = 10) -> list[list[CodePrediction]]:
        """For each text at most `top` codes, best first, evidence in reading order."""
        ...
