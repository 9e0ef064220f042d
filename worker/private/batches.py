"""Sentences as padded rows of points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import torch
from torch import Tensor

from worker.private.sentences import CASES, Sentence, case_of
from worker.private.words import WordPoints


@dataclass(frozen=True, slots=True)
class Batch:
    points: Tensor  # (sentences, words, point and case)
    tags: Tensor
    mask: Tensor


class Points:
    """E: the point of each word beside how it is written. A word is looked up once."""

    def __init__(self, words: WordPoints) -> None:
        self._words = words
        # points of one length on average, as the cases are
        spread = float(np.linalg.norm(words.vectors, axis=1).mean()) or 1.0
        self._scale = np.sqrt(words.size) / spread / 4
        self._known: dict[str, Tensor] = {}

    @property
    def size(self) -> int:
        return self._words.size + len(CASES)

    def batch(self, sentences: Sequence[Sentence]) -> Batch:
        longest = max(len(sentence.words) for sentence in sentences)
        points = torch.zeros(len(sentences), longest, self.size)
        tags = torch.zeros(len(sentences), longest, dtype=torch.long)
        mask = torch.zeros(len(sentences), longest)
        for row, sentence in enumerate(sentences):
            end = len(sentence.words)
            points[row, :end] = torch.stack([self._point(word) for word in sentence.words])
            tags[row, :end] = torch.tensor(sentence.tags)
            mask[row, :end] = 1
        return Batch(points, tags, mask)

    def _point(self, word: str) -> Tensor:
        if word not in self._known:
            case = np.zeros(len(CASES), dtype=np.float32)
            case[case_of(word)] = 1
            place = self._words.vector(word.casefold()) * self._scale
            self._known[word] = torch.from_numpy(np.concatenate([place, case]).astype("float32"))
        return self._known[word]


def shuffled(sentences: Sequence[Sentence], size: int, draw: Random) -> Iterator[list[Sentence]]:
    """Batches of sentences of about one length, in an order that the draw decides."""
    order = sorted(range(len(sentences)), key=lambda i: (len(sentences[i].words), draw.random()))
    parts = [order[begin : begin + size] for begin in range(0, len(order), size)]
    draw.shuffle(parts)
    for part in parts:
        yield [sentences[i] for i in part]
