"""How many people bear a name, by the gazetteers."""

from functools import lru_cache
from typing import Final

from worker.engine import lexicon

_RARE: Final = 50  # bearers


def is_first_name(word: str) -> bool:
    """In the gazetteer, whole or part by part."""
    return _given(word) > 0


def is_rare(name: str) -> bool:
    """Hardly anybody's name."""
    return lexicon.last_names().get(name, 0) < _RARE and lexicon.first_names().get(name, 0) < _RARE


@lru_cache(1 << 16)
def _given(word: str) -> int:
    names = lexicon.first_names()
    word = word.replace("æ", "ae").replace("œ", "oe")
    if word in names:
        return names[word]
    parts = [part for part in word.replace(" ", "-").split("-") if part]
    return min(names.get(part, 0) for part in parts) if len(parts) > 1 else 0
