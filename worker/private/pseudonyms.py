"""Automatic pseudonymisation: each sensitive word becomes one of its N nearest words of released notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import numpy as np

from worker.private.sentences import Sentence
from worker.private.words import WordPoints


class Pseudonyms:
    """The N neighbours of every sensitive word of the sentences, looked up once."""

    def __init__(self, points: WordPoints, sentences: Iterable[Sentence], count: int) -> None:
        words = sorted({s.words[place].casefold() for s in sentences for place in s.sensitive})
        self._words = points.words
        self.count = min(count, len(points.words))
        rows = points.neighbours(words, self.count) if words else np.zeros((0, 0), dtype=np.int64)
        self._near = dict(zip(words, rows, strict=True))
        self._points = points

    def of(self, sentence: Sentence, draw: Random) -> Sentence:
        """Cases as they were: « Durand » → « Petit »."""
        words = list(sentence.words)
        for place in sentence.sensitive:
            near = self._near[words[place].casefold()]
            words[place] = as_written(self._words[near[draw.randrange(len(near))]], words[place])
        return replace(sentence, words=tuple(words))

    def candidates(self, word: str) -> list[str]:
        """What may stand for a sensitive word, as it is written."""
        return [as_written(self._words[near], word) for near in self._near[word.casefold()]]

    def staying(self, sentences: Iterable[Sentence]) -> float:
        """Share of the sensitive words of the sentences that `of` leaves as they are, on average over its draws: a word that released
        notes hold is its own first neighbour, so that with N = 1 all of these stay."""
        words = [s.words[place].casefold() for s in sentences for place in s.sensitive]
        own = {
            word: [self._words[place] for place in near].count(word)
            for word, near in self._near.items()
        }
        return sum(own[word] for word in words) / (self.count * len(words)) if words else 0.0

    def returning(self) -> float:
        """Of a word's N neighbours, how many have the word among their own N, on average over sensitive words that released notes
        hold: from how many of its pseudonyms a reader who lists neighbours finds the original."""
        places = {word: place for place, word in enumerate(self._words)}
        own = {word: near for word, near in self._near.items() if word in places}
        if not own:
            return 0.0
        asked = sorted({int(place) for near in own.values() for place in near})
        back = self._points.neighbours([self._words[place] for place in asked], self.count)
        near_of = dict(zip(asked, map(frozenset, back.tolist()), strict=True))
        counts = [
            sum(places[word] in near_of[int(place)] for place in near) for word, near in own.items()
        ]
        return sum(counts) / len(counts)


def as_written(word: str, like: str) -> str:
    """In the case of `like`."""
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word.capitalize() if like[:1].isupper() else word
