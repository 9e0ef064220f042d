"""French words: a name that is also a word, or one letter away from one, needs more than its letters.

Two lists (privacy/data/README.md). `ordinary`: words of notes; a name among them counts only where it is
written like a name. `near`: words of the language at one letter from a name, or a name read backwards; a
misspelt or reversed name that is such a word counts only where it is written like a name.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from privacy.domain.word_lists import note_words, words_near_names

# endings of specialties and techniques: « orthogériatrie », « radiologique »
_LEARNED: Final = (
    "logie",
    "logique",
    "iatrie",
    "iatrique",
    "urgie",
    "urgical",
    "urgicale",
    "rapie",
    "scopie",
)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Folded words."""

    ordinary: frozenset[str]
    near: frozenset[str]

    def is_word(self, token: str) -> bool:
        return token in self.near or token in self.ordinary

    def is_generic(self, token: str) -> bool:
        """True for what says nothing about who or where: ordinary words, specialties, short forms."""
        return len(token) < 4 or self.is_word(token) or token.endswith(_LEARNED)


@lru_cache(maxsize=4)
def lexicon_with(ordinary: frozenset[str]) -> Lexicon:
    """The lists shipped with the project, read at the first call, and more ordinary words."""
    return Lexicon(note_words() | ordinary, words_near_names())
