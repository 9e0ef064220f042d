"""What the model says of every word of a note, and what it is sure of."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from annotation.domain.spans import Span
from worker.engine.rules.registry import rule_of

# Above this probability of being outside, for each of its words, a rule's span is dropped.
# Chosen on the development families and the demo's development notes.
SURELY_OUTSIDE: Final = 0.995


@dataclass(frozen=True, slots=True)
class Reading:
    """`outside[i]` is P(O), in [0, 1], of the word ``text[starts[i]:ends[i]]``."""

    spans: list[Span]
    starts: Sequence[int]
    ends: Sequence[int]
    outside: Any  # array of floats: the rules alone must not need numpy

    def least_outside(self, start: int, end: int) -> float:
        """The smallest P(O) of the words that the stretch touches; 0 when it touches none."""
        first, last = bisect_right(self.ends, start), bisect_left(self.starts, end)
        return min((float(p) for p in self.outside[first:last]), default=0.0)


def believed(spans: Sequence[Span], reading: Reading) -> list[Span]:
    """The spans of rules without those of which the model is sure that they are ordinary words.

    "le 12/03/2020" stays, however ordinary the model finds it: a format needs no second opinion, and
    neither does what the patient's record says. "Petit déjeuner" goes.
    """
    return [
        span
        for span in spans
        if not _may_doubt(span) or reading.least_outside(span.start, span.end) <= SURELY_OUTSIDE
    ]


def _may_doubt(span: Span) -> bool:
    rule = rule_of(span.source)
    return span.source.startswith("rule:") and not (rule is not None and rule.is_sure)
