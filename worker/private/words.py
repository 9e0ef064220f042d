"""Words as points, by FastText on released notes: a word that it never saw has its place by its letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.obfuscation.learn import NoLearnerError, words_of

F32 = NDArray[np.float32]
SIZE: Final = 100
EPOCHS: Final = 10
LETTERS: Final = (3, 5)
_BUCKETS: Final = 20_000
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
        from gensim.models.fasttext import ft_ngram_hashes

        buckets = ft_ngram_hashes(word, *LETTERS, len(self.pieces))
        if not len(buckets):
            return np.zeros(self.size, dtype=np.float32)
        mean: F32 = self.pieces[buckets].mean(0)
        return mean

    def neighbours(self, words: Sequence[str], count: int) -> NDArray[np.int64]:
        """Places of the `count` nearest words (Euclid, exact) of each, the nearest first; the word itself is among them
        where it is known."""
        own = np.stack([self.vector(word) for word in words])
        squares = (self.vectors**2).sum(1)
        found = [
            np.argsort(squares - 2 * (self.vectors @ vector), kind="stable")[:count]
            for vector in own
        ]
        return np.stack(found)


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
