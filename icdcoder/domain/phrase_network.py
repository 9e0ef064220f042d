"""Guesses categories from a few words that no table has: one sum and one layer, in numpy (fastText, Joulin et al. 2017).

Each word's stem, its n-grams of three to five letters and each pair of neighbouring words have a vector, found by its hash. Their
sum, brought to one size, gives every category a score: a misspelt or shortened word still says most of what it should.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load

FOLDER: Final = Path(__file__).resolve().parents[1] / "weights" / "phrases-1"
WEIGHTS: Final = "model.safetensors"
CATEGORIES: Final = "categories.txt"
SHA256: Final = "4b3fdc17d0b72399a630d2a993ca07bdd692fa9cba6bb2009e83cc90e25c41fa"
_SIZES: Final = (3, 4, 5)  # letters of an n-gram
_BEGINNING: Final = 6  # letters of a neighbour: its ending says little
_EPSILON: Final = 1e-5


class UnusableNetworkError(ValueError):
    """The weights are missing or are not those that this version was judged with; the message is for the log."""


class PhraseNetwork:
    """`pieces` (rows, width) in 8 bits with a scale a row, `output` (categories, width), `bias` (categories)."""

    def __init__(
        self,
        categories: Sequence[str],
        pieces: NDArray[np.int8],
        scales: NDArray[np.float16],
        output: NDArray[np.float16],
        bias: NDArray[np.float32],
    ) -> None:
        self._categories = tuple(categories)
        self._pieces, self._scales = pieces, scales.astype(np.float32)
        self._output, self._bias = output.astype(np.float32), bias

    def guess(self, stems: Sequence[str], least: float) -> list[str]:
        """Categories that the words mean with at least this probability, likeliest first; none without a word.

        `guess(content_stems("mal au ventre"), 0.5)` is ["R10"].
        """
        rows = pieces_of(stems, len(self._pieces))
        if not rows:
            return []
        chances = self._chances(np.array(rows))
        likely = np.flatnonzero(chances >= least)
        order = likely[np.argsort(-chances[likely], kind="stable")]
        return [self._categories[at] for at in order]

    def _chances(self, rows: NDArray[np.intp]) -> NDArray[np.float32]:
        told = self._scales[rows] @ self._pieces[rows].astype(np.float32)
        told -= told.mean()
        told /= np.sqrt(told.var() + _EPSILON)
        scores = self._output @ told + self._bias
        found: NDArray[np.float32] = np.exp(scores - scores.max())
        found /= found.sum()
        return found


def pieces_of(stems: Sequence[str], rows: int) -> list[int]:
    """The rows of all pieces of a phrase, of a table of so many rows."""
    words = [hashed for word in stems for hashed in _word_pieces(word)]
    pairs = [
        _hash(f"{first[:_BEGINNING]} {second[:_BEGINNING]}") for first, second in pairwise(stems)
    ]
    return [hashed % rows for hashed in (*words, *pairs)]


@lru_cache(maxsize=65_536)
def _word_pieces(word: str) -> tuple[int, ...]:
    """Hashes of a word and of its n-grams: "toux" is "toux", "<to", "tou", "oux", "ux>", "<tou" …"""
    held = f"<{word}>"
    grams = (held[at : at + size] for size in _SIZES for at in range(max(1, len(held) - size + 1)))
    return (_hash(f"= {word}"), *map(_hash, grams))


def _hash(piece: str) -> int:
    return crc32(piece.encode())


def read_network(folder: Path | None = None, sha256: str = SHA256) -> PhraseNetwork:
    """The network of a folder (None: the one that ships), if its weights have this hash. Raises UnusableNetworkError."""
    folder = folder or FOLDER
    try:
        content = (folder / WEIGHTS).read_bytes()
        categories = (folder / CATEGORIES).read_text(encoding="ascii").split()
    except OSError:
        raise UnusableNetworkError(f"a file is missing or unreadable in {folder.name}") from None
    if hashlib.sha256(content).hexdigest() != sha256:
        raise UnusableNetworkError(f"{folder.name}/{WEIGHTS} is not the file that was judged")
    return PhraseNetwork(categories, **load(content))
