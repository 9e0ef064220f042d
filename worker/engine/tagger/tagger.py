"""The trained tagger as a `Detector`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from worker.engine.tagger import tags as bio
from worker.engine.tagger import viterbi
from worker.engine.tagger.features import HASH_BITS, Ids, Tokens, feature_ids
from worker.engine.tagger.words import FormTable

BATCH_TOKENS: Final = 8192  # padded tokens decoded together: about 10 MB of scores
_READ_AHEAD_CHARACTERS: Final = 200_000

Block = tuple[int, int, int]  # text, first token, last token (half-open)


@dataclass(frozen=True, slots=True)
class Weights:
    """What training learns.

    `feature_rows` are the sorted feature numbers that have a row in `emissions`
    (features, tags); `margin_scale` is the margin that scores 0.73 (logistic of 1). Spans that
    score below `min_score` are not reported.
    """

    tags: tuple[str, ...]
    feature_rows: NDArray[np.int32]
    emissions: NDArray[np.float32]
    transitions: NDArray[np.float32]
    margin_scale: float
    min_score: float = 0.5


class LinearTagger:
    """Finds spans by one linear model; patient data are not looked at (the rules do)."""

    def __init__(self, weights: Weights, version: str) -> None:
        self.weights = weights
        self._version = version
        self._table = FormTable()
        self._row_of = np.zeros(2**HASH_BITS, dtype=np.int32)
        self._row_of[weights.feature_rows] = np.arange(1, len(weights.feature_rows) + 1)
        unseen = np.zeros((1, len(weights.tags)), dtype=np.float32)
        self._emissions = np.vstack([unseen, weights.emissions])
        self._start, follow = bio.constraints(weights.tags)
        self._transitions = weights.transitions + follow

    @property
    def version(self) -> str:
        return self._version

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See `Detector.detect`. Scores are in [0.5, 1]: a margin, not a probability."""
        found: list[list[Span]] = []
        for group in _groups(texts):
            found += self._detect_group(group)
        return found

    def _detect_group(self, texts: Sequence[str]) -> list[list[Span]]:
        read = [Tokens.read(text) for text in texts]
        scores = [
            self.emission_scores(feature_ids(t, self._table)) if len(t) else None for t in read
        ]
        paths = [np.zeros(len(t), dtype=np.int64) for t in read]
        leads = [np.zeros(len(t), dtype=np.float32) for t in read]
        blocks = [(i, first, last) for i, t in enumerate(read) for first, last in t.blocks()]
        for batch in _batches(blocks):
            lengths = np.array([last - first for _, first, last in batch])
            padded = np.zeros((len(batch), lengths.max(), len(self.weights.tags)), np.float32)
            for row, (i, first, last) in enumerate(batch):
                block_scores = scores[i]
                if block_scores is not None:
                    padded[row, : last - first] = block_scores[first:last]
            path, lead = self._decode(padded, lengths)
            for row, (i, first, last) in enumerate(batch):
                paths[i][first:last] = path[row, : last - first]
                leads[i][first:last] = lead[row, : last - first]
        return [self._spans(*parts) for parts in zip(read, paths, leads, strict=True)]

    def emission_scores(self, ids: Ids) -> NDArray[np.float32]:
        """Array (tokens, tags): the sum of the rows of each token's features."""
        total = np.zeros((len(ids), len(self.weights.tags)), dtype=np.float32)
        for rows in self._row_of[ids].T:
            total += self._emissions[rows]
        return total

    def _decode(
        self, scores: NDArray[np.float32], lengths: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        best = viterbi.forward(scores, self._transitions, self._start)
        path = viterbi.backtrack(best, self._transitions, lengths)
        return path, viterbi.margins(scores, self._transitions, best, path, lengths)

    def _spans(
        self, tokens: Tokens, path: NDArray[np.int64], lead: NDArray[np.float32]
    ) -> list[Span]:
        tags = [self.weights.tags[tag] for tag in path]
        scores = 1 / (1 + np.exp(-lead.astype(np.float64) / self.weights.margin_scale))
        rounded: list[float] = np.round(scores, 4).tolist()
        source = f"model:{self._version}"
        spans = bio.decode(tags, rounded, tokens.starts, tokens.ends, source)
        return [span for span in spans if span.score >= self.weights.min_score]


def _groups(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Consecutive texts of about 200,000 characters: many texts cost no more memory than these."""
    first = size = 0
    for index, text in enumerate(texts):
        size += len(text)
        if size >= _READ_AHEAD_CHARACTERS:
            yield texts[first : index + 1]
            first, size = index + 1, 0
    if first < len(texts):
        yield texts[first:]


def _batches(blocks: list[Block]) -> Iterator[list[Block]]:
    """Blocks of like length together, so that little is padded."""
    batch: list[Block] = []
    for block in sorted(blocks, key=lambda b: (b[2] - b[1], b[0], b[1])):
        if batch and (len(batch) + 1) * (block[2] - block[1]) > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(block)
    if batch:
        yield batch
