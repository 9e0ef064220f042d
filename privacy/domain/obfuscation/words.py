"""Every word becomes another word of the space, by the study's key; signs and blanks stay.

`kneo` (Alves et al.): one of the five nearest. No proof: which five they are follows from the word.
`noise` (metric privacy on embeddings, after Feyisetan et al. 2020): any word, y for w with probability proportional to
exp(−ε/2·d(w, y)). Feyisetan adds noise to the point and takes the nearest word; in floating point that has no proof
(Mironov 2012), and in hundreds of dimensions its noise is far longer than any distance. The exponential mechanism over the
vocabulary gives the same bound, ε·d(w, w') for every two words, exactly: it is drawn with integer weights. A word that is
not in the space becomes any word with equal probability; it counts as `DIAMETER` away from every other.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np

from annotation.domain.tokens import TOKEN
from privacy.domain.mechanisms.choice import IntRow, draw, integer_weights
from privacy.domain.obfuscation.space import WordSpace
from privacy.domain.randomness import DrawContext, StudyKey, below

NEIGHBOURS: Final = 5
_KEPT_BYTES: Final = 32 * 1024 * 1024
_ENTRY_BYTES: Final = 8


def kneo(text: str, space: WordSpace, *, key: StudyKey, patient: str) -> str:
    """The text with one of its five neighbours for each word; the same word of a patient always gets the same one."""

    def other(word: str) -> str:
        source = key.stream(DrawContext(patient, "word", word, f"kneo/{space.version}"))
        place = space.places.get(word)
        if place is None:
            return space.words[below(source, len(space.words))]
        near = space.nearest(place, NEIGHBOURS)
        return space.words[near[below(source, len(near))]]

    return _each_word(text, other)


def noisy(text: str, space: WordSpace, *, key: StudyKey, patient: str, epsilon: Fraction) -> str:
    """The text with a drawn word for each: ε·d for each distinct word, summed over those of the patient."""

    def other(word: str) -> str:
        source = key.stream(DrawContext(patient, "word", word, f"noise/{space.version}", epsilon))
        place = space.places.get(word)
        if place is None:
            return space.words[below(source, len(space.words))]
        return space.words[draw(source, _rows(space, float(epsilon / 2))(place))]

    return _each_word(text, other)


@lru_cache(maxsize=1)
def _rows(space: WordSpace, s: float) -> Callable[[int], IntRow]:
    """Cumulative weights by place, of one space and ε at a time: as many rows as memory is spared for, whatever the vocabulary."""

    @lru_cache(maxsize=max(_KEPT_BYTES // (_ENTRY_BYTES * len(space.words)), 1))
    def cumulative(place: int) -> IntRow:
        return np.cumsum(weights(space, place, s))

    return cumulative


def weights(space: WordSpace, place: int, s: float) -> IntRow:
    """Integer weights of all words for this one: what a certificate looks at."""
    return integer_weights(space.distances(place), s)


def _each_word(text: str, other: Callable[[str], str]) -> str:
    def changed(word: str) -> str:
        return other(word.casefold()) if word[0].isalnum() else word

    return TOKEN.sub(lambda found: changed(found[0]), text)
