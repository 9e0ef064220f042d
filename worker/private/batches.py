"""Sentences as padded rows of points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import torch
from torch import Tensor

from worker.engine.encoder.arrays import I64
from worker.private.sentences import CASES, Sentence, case_of
from worker.private.words import F32, WordPoints

_FIRST_ROWS = 1024


@dataclass(frozen=True, slots=True)
class Batch:
    points: Tensor  # (sentences, words, point and case)
    tags: Tensor
    mask: Tensor

    def to(self, device: str | torch.device) -> Batch:
        return Batch(self.points.to(device), self.tags.to(device), self.mask.to(device))


class Points:
    """E: the point of each word beside how it is written. A word is looked up once and kept on the device; row 0 is padding."""

    def __init__(self, words: WordPoints, device: str = "cpu") -> None:
        self.device = torch.device(device)
        self._words = words
        # FastText puts all words far from zero and near one another: what they share says nothing
        self._middle, spread = words.vectors.mean(0), words.vectors.std(0)
        self._scale = 1 / np.where(spread > 0, spread, 1)
        self._places: dict[str, int] = {}
        self._new: list[F32] = []
        self._table = torch.zeros(_FIRST_ROWS, self.size, device=self.device)

    @property
    def size(self) -> int:
        return self._words.size + len(CASES)

    def batch(self, sentences: Sequence[Sentence]) -> Batch:
        places = padded([self.places(sentence.words) for sentence in sentences])
        tags = padded([np.array(sentence.tags) for sentence in sentences])
        rows, mask = self.rows(places)
        return Batch(rows, torch.from_numpy(tags).to(self.device), mask)

    def places(self, words: Sequence[str]) -> I64:
        return np.array([self._place(word) for word in words])

    def rows(self, places: I64) -> tuple[Tensor, Tensor]:
        """The points at these places, and which of them are words."""
        self._grow()
        told = torch.from_numpy(places).to(self.device)
        return self._table[told], (told > 0).float()

    def _place(self, word: str) -> int:
        place = self._places.get(word)
        if place is None:
            case = np.zeros(len(CASES), dtype=np.float32)
            case[case_of(word)] = 1
            point = (self._words.vector(word.casefold()) - self._middle) * self._scale
            self._new.append(np.concatenate([point, case]).astype("float32"))
            place = self._places[word] = len(self._places) + 1
        return place

    @torch.inference_mode(mode=False)
    def _grow(self) -> None:
        """New words behind the known ones. Whoever met them first may only have been reading; the next one learns."""
        if not self._new:
            return
        end = len(self._places) + 1
        if end > len(self._table):
            more = torch.zeros(max(end, 2 * len(self._table)), self.size, device=self.device)
            more[: len(self._table)] = self._table
            self._table = more
        rows = torch.from_numpy(np.stack(self._new))
        self._table[end - len(rows) : end] = rows.to(self.device)
        self._new.clear()


def padded(rows: Sequence[I64]) -> I64:
    """As long as the longest, zeros behind the others."""
    told = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
    for place, row in enumerate(rows):
        told[place, : len(row)] = row
    return told


def shuffled(sentences: Sequence[Sentence], size: int, draw: Random) -> Iterator[list[Sentence]]:
    """Batches of sentences of about one length, in an order that the draw decides."""
    order = sorted(range(len(sentences)), key=lambda i: (len(sentences[i].words), draw.random()))
    parts = [order[begin : begin + size] for begin in range(0, len(order), size)]
    draw.shuffle(parts)
    for part in parts:
        yield [sentences[i] for i in part]
