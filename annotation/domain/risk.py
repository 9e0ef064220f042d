"""Which notes to read first: where a missed identifier is likely and would do most harm. Pure.

Two sources: the calibrated scores of the suggestions (a span at 0.7 is missed or wrong in three
notes out of ten) and what still looks like an identifier beside them. Scores in [0, 1].
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from annotation.domain.labels import Label
from annotation.domain.residual import Finding, Kind

# What one leaked word of each label does to a patient, a direct identifier being 1.
HARM: Final[dict[str, float]] = {
    Label.QID: 1.0,
    Label.PER: 1.0,
    Label.TEL: 0.8,
    Label.MAIL: 0.8,
    Label.LOC: 0.5,
    Label.DATE: 0.3,
    Label.ORG: 0.3,
    Label.REF: 0.3,
    Label.AGE: 0.1,
}
# Chance that such a passage is an identifier that was missed, by how sure the rule is.
_MISSED: Final[dict[Kind, float]] = {
    Kind.NIR: 0.95,
    Kind.IDENTITY: 0.9,
    Kind.FOREIGN: 0.9,
    Kind.AT: 0.8,
    Kind.TITLE: 0.8,
    Kind.CODE: 0.6,
    Kind.DIGITS: 0.4,
}
_UNSURE: Final = 0.8  # a suggestion below it is told as a reason
_LEAST_SURE: Final = 5


@dataclass(frozen=True, slots=True)
class Scored:
    """One suggestion; without a score it counts as sure. `doubt`: somebody or the rules doubt it."""

    label: str
    score: float | None
    doubt: bool = False


@dataclass(frozen=True, slots=True)
class Priority:
    """`risk`: expected missed identifiers times their harm. `uncertainty`: how unsure the model is
    of its least sure suggestions, 0 to 1. `bare` and `unsure` count the reasons."""

    risk: float
    uncertainty: float
    bare: int
    unsure: int


def priority(suggestions: Iterable[Scored], findings: Sequence[Finding] = ()) -> Priority:
    """Of one note."""
    doubts = [(_doubt(item), item.label) for item in suggestions]
    risk = sum(doubt * HARM.get(label, 1.0) for doubt, label in doubts)
    risk += sum(_MISSED[finding.kind] for finding in findings)
    least = sorted((doubt for doubt, _label in doubts), reverse=True)[:_LEAST_SURE]
    return Priority(
        risk=round(risk, 4),
        uncertainty=round(sum(least) / len(least), 4) if least else 0.0,
        bare=len(findings),
        unsure=sum(doubt > 1 - _UNSURE for doubt, _label in doubts),
    )


def _doubt(item: Scored) -> float:
    if item.doubt:
        return 0.5
    return 0.0 if item.score is None else min(1.0, max(0.0, 1.0 - item.score))
