"""From a note's log-probabilities to spans: recall first, well-formed, scored."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.spans import Span
from worker.engine.encoder import viterbi
from worker.engine.encoder.arrays import F32, I64
from worker.engine.encoder.batching import batches
from worker.engine.encoder.tags import END, OUTSIDE, SINGLE, SUBTYPES
from worker.engine.encoder.words import Words

# A word this surely outside is O whatever its neighbours are: the rest is decoded, a few
# stretches a note instead of a thousand words.
_LOG_SURELY_OUTSIDE: Final = -0.002
_WORDS_AT_ONCE: Final = 2048


@dataclass(frozen=True, slots=True)
class Decoder:
    """`threshold` t: a word tends to be redacted when P(O) < t (0.5 would be neutral). `table`: learned transitions,
    None for the shape of BIOES alone."""

    threshold: float
    source: str
    table: F32 | None = None

    @property
    def bias(self) -> float:
        """What O loses in log-odds: P(O) < t ⇔ logit P(O) − logit t < 0."""
        return float(np.log(self.threshold / (1 - self.threshold)))

    def spans(self, words: Words, log_probabilities: F32) -> list[Span]:
        """Spans in order, without overlaps. `log_probabilities` is (words, FINE_TAGS)."""
        scores = log_probabilities.copy()
        scores[:, OUTSIDE] -= np.float32(self.bias)
        stretches = runs(scores[:, OUTSIDE] < _LOG_SURELY_OUTSIDE - max(self.bias, 0.0))
        if not len(stretches):
            return []
        inside = np.exp(log_probabilities)
        found: list[Span] = []
        for path, (first, _last) in zip(self._paths(scores, stretches), stretches, strict=True):
            found += self._read(path, int(first), words, inside)
        return found

    def _paths(self, scores: F32, stretches: I64) -> list[I64]:
        """The best tags of each stretch; those of like length are decoded together: beside a list of a thousand names
        every other would be as long."""
        lengths = stretches[:, 1] - stretches[:, 0]
        paths: list[I64] = [lengths] * len(stretches)
        for group in batches(lengths.tolist(), _WORDS_AT_ONCE):
            own = lengths[group]
            padded = np.zeros((len(group), int(own[0]), scores.shape[1]), dtype=np.float32)
            for row, stretch in enumerate(group):
                padded[row, : own[row]] = scores[slice(*stretches[stretch])]
            if self.table is None:
                decoded = viterbi.decode(padded, own)
            else:
                decoded = viterbi.decode_by(self.table, padded, own)
            for row, stretch in enumerate(group):
                paths[stretch] = decoded[row, : own[row]]
        return paths

    def _read(self, path: I64, offset: int, words: Words, probabilities: F32) -> list[Span]:
        found: list[Span] = []
        begin = 0
        for place, tag in enumerate(path.tolist()):
            if tag == OUTSIDE:
                continue
            kind, role = divmod(tag - 1, 4)
            if role in (0, SINGLE):
                begin = place
            if role in (END, SINGLE):
                first, last = offset + begin, offset + place
                score = confidence(probabilities[first : last + 1], kind)
                found.append(self._span(words, first, last, kind, score))
        return found

    def _span(self, words: Words, first: int, last: int, kind: int, score: float) -> Span:
        subtype = SUBTYPES[kind]
        label = SUBTYPE_TO_LABEL[subtype].value
        start, end = words.starts[first], words.ends[last]
        return Span(start, end, label, subtype, score, self.source)


def confidence(probabilities: F32, kind: int) -> float:
    """Mean over the span's words of the sub-type's probability, whatever its BIOES role."""
    own = probabilities[:, 1 + 4 * kind : 5 + 4 * kind].sum(axis=1)
    return round(float(own.mean()), 4)


def runs(mask: Sequence[bool] | NDArray[np.bool_]) -> I64:
    """(runs, 2): first and one past last of each stretch of True."""
    edges = np.diff(np.concatenate([[0], np.asarray(mask, dtype=np.int8), [0]]))
    return np.stack([np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)], axis=1)
