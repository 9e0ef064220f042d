"""What the model says of every word of a note."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from annotation.domain.spans import Span


@dataclass(frozen=True, slots=True)
class Reading:
    """`outside[i]` is P(O), in [0, 1], of the word ``text[starts[i]:ends[i]]``; below `threshold` the model hides it."""

    spans: list[Span]
    starts: Sequence[int]
    ends: Sequence[int]
    outside: Any  # array of floats: the rules alone must not need numpy
    threshold: float = 0.5

    def least_outside(self, start: int, end: int) -> float:
        """The smallest P(O) of the words that the stretch touches; 0 when it touches none."""
        first, last = bisect_right(self.ends, start), bisect_left(self.starts, end)
        return min((float(p) for p in self.outside[first:last]), default=0.0)
