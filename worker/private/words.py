"""Words as points, by FastText on released notes: a word that it never saw has its place by its letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.engine.encoder.arrays import F32
from worker.obfuscation.learn import NoLearnerError, words_of

SIZE: Final = 100
EPOCHS: Final = 10
LETTERS: Final = (3, 5)
_BUCKETS: Final = 20_000
_AT_ONCE: Final = 256  # rows of distances
_WINDOW: Final = 5
_SEED: Final = 1


@dataclass(frozen=True)
class WordPoints:
    """`pieces` are the vectors of buckets of letters; they place what is not in `words`."""

    words: tuple[str, ...]
    vectors: F32
    pieces: F32

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.words)}

    @property
    def size(self) -> int:
        return int(self.vectors.shape[1])

    def vector(self, word: str) -> F32:
        """Small letters."""
        place = self._places.get(word)
        if place is not None:
            row: F32 = self.vectors[place]
            return row
        buckets = buckets_of(word, len(self.pieces))
        if not buckets:
            return np.zeros(self.size, dtype=np.float32)
        mean: F32 = self.pieces[buckets].mean(0)
        return mean

    def neighbours(self, words: Sequence[str], count: int) -> NDArray[np.int64]:
        """Places of the `count` nearest words (Euclid, exact) of each, the nearest first; the word itself is among them
        where it is known."""
        own = np.stack([self.vector(word) for word in words])
        squares = (self.vectors**2).sum(1)
        return np.concatenate([
            _nearest(squares - 2 * (own[begin : begin + _AT_ONCE] @ self.vectors.T), count)
            for begin in range(0, len(own), _AT_ONCE)
        ])  # fmt: skip


def _nearest(apart: F32, count: int) -> NDArray[np.int64]:
    """Columns of the `count` smallest of each row, in their order; of equals the first."""
    count = min(count, apart.shape[1])
    near = np.sort(np.argpartition(apart, count - 1, axis=1)[:, :count], axis=1)
    order = np.argsort(np.take_along_axis(apart, near, axis=1), axis=1, kind="stable")
    return np.take_along_axis(near, order, axis=1)


def buckets_of(word: str, buckets: int) -> list[int]:
    """FastText's places of the letters of a word (FNV-1a over bytes with a sign, as its authors wrote it): who receives
    points needs no gensim."""
    letters = f"<{word}>"
    found = []
    for begin in range(len(letters)):
        for size in range(LETTERS[0], LETTERS[1] + 1):
            if begin + size <= len(letters):
                value = 2_166_136_261
                for byte in letters[begin : begin + size].encode():
                    signed = byte | 0xFFFFFF00 if byte > 127 else byte
                    value = (value ^ signed) * 16_777_619 & 0xFFFFFFFF
                found.append(value % buckets)
    return found


def learn_points(texts: Sequence[str], *, size: int = SIZE, epochs: int = EPOCHS) -> WordPoints:
    """One thread, a fixed seed. Raises NoLearnerError."""
    try:
        from gensim.models import FastText
    except ImportError:
        raise NoLearnerError from None
    lines = [words for text in texts for line in text.split("\n") if (words := words_of(line))]
    model = FastText(
        lines, vector_size=size, window=_WINDOW, min_count=1, min_n=LETTERS[0], max_n=LETTERS[1], bucket=_BUCKETS,
        epochs=epochs, workers=1, seed=_SEED, sg=1,
    )  # fmt: skip
    known = model.wv
    return WordPoints(
        tuple(known.index_to_key), known.vectors.astype("float32"), known.vectors_ngrams.astype("float32")
    )  # fmt: skip
