"""Words as points: a vocabulary and a vector for each, learned from released notes by whoever may load the learner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from privacy.domain.errors import PrivacyError
from privacy.domain.mechanisms.choice import FloatRow, round_up

DIAMETER: Final = 2.0  # vectors have length 1
_MOST_WORDS: Final = 65_000  # integer weights sum below 2^63


class BadSpaceError(PrivacyError):
    """The file holds no words with points."""


@dataclass(frozen=True, slots=True, eq=False)
class WordSpace:
    """`vectors` have length 1, one row a word of `words` (small letters). `version` names the content."""

    words: tuple[str, ...]
    vectors: NDArray[np.float64] = field(repr=False)
    version: str
    places: Mapping[str, int] = field(repr=False)

    @classmethod
    def of(cls, words: Sequence[str], vectors: NDArray[Any]) -> WordSpace:
        """Raises BadSpaceError for rows that are too few, too many or not finite."""
        rows = np.asarray(vectors, dtype=np.float64)
        if rows.ndim != 2 or not 2 <= len(words) == len(rows) <= _MOST_WORDS or len(set(words)) < len(words):  # fmt: skip
            raise BadSpaceError("cet espace de mots est vide, trop grand ou incohérent")
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if not np.isfinite(rows).all() or not lengths.all():
            raise BadSpaceError("cet espace de mots contient un point qui n'en est pas un")
        rows = rows / lengths
        digest = sha256("\n".join(words).encode() + np.ascontiguousarray(rows).tobytes())
        return cls(tuple(words), rows, digest.hexdigest()[:16], {w: i for i, w in enumerate(words)})

    def nearest(self, place: int, count: int) -> tuple[int, ...]:
        """The words nearest to this one, itself left out, the nearest first; equals in the vocabulary's order."""
        return _nearest(self, place, count)

    def distances(self, place: int) -> FloatRow:
        """Straight distances from this word to all, rounded up to 1e-6: a metric, whatever the floating point."""
        return round_up(np.linalg.norm(self.vectors - self.vectors[place], axis=1))


@lru_cache(maxsize=65_536)
def _nearest(space: WordSpace, place: int, count: int) -> tuple[int, ...]:
    likeness = space.vectors @ space.vectors[place]
    likeness[place] = -np.inf
    return tuple(int(i) for i in np.argsort(-likeness, kind="stable")[:count])
