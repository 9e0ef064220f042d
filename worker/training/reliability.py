"""Is what the network says of a word as sure as it sounds? Its probabilities in ten bins, each beside what is true.

A word identifies somebody with probability 1 − P(O), as the network's settings give it (after the temperature). Of the words
of a bin the share that gold marks should be their mean probability; the expected calibration error is the mean distance of the
two, weighted by words (Guo et al. 2017, section 2). It judges the network alone: rules, vetoes and threshold come after it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from annotation.domain.spans import Span
from worker.engine.reading import Reading

BINS: Final = 10
F64 = NDArray[np.float64]


@dataclass(slots=True)
class Reliability:
    """`sums`: of each bin its words, their probabilities summed, and how many of them gold marks."""

    sums: F64 = field(default_factory=lambda: np.zeros((BINS, 3)))

    def add(self, reading: Reading, gold: Sequence[Span]) -> None:
        """The words of one note."""
        likely = 1 - np.asarray(reading.outside, dtype=np.float64)
        bins = np.minimum((likely * BINS).astype(np.int64), BINS - 1)
        told = np.stack([np.ones_like(likely), likely, _marked(reading, gold)], axis=1)
        np.add.at(self.sums, bins, told)

    @property
    def error(self) -> float:
        """0 without words."""
        words, likely, right = self.sums.T
        return float(np.abs(right - likely).sum() / max(1.0, words.sum()))

    def to_json(self) -> dict[str, Any]:
        """``{"bins": [[words, mean probability, share that gold marks], …], "ece": 0.012}``; an empty bin is [0, null, null]."""
        rows = [
            [int(words), round(likely / words, 4), round(right / words, 4)]
            if words
            else [0, None, None]
            for words, likely, right in self.sums.tolist()
        ]
        return {"bins": rows, "ece": round(self.error, 5)}


def _marked(reading: Reading, gold: Sequence[Span]) -> F64:
    """1 for every word that a span of gold touches."""
    starts, ends = np.asarray(reading.starts), np.asarray(reading.ends)
    found = np.zeros(len(starts))
    for span in gold:
        first, last = np.searchsorted(ends, span.start, "right"), np.searchsorted(starts, span.end)
        found[first:last] = 1
    return found
