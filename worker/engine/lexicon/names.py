"""How many people bear a name, by the gazetteers."""

from functools import lru_cache
from typing import Final

from worker.engine import lexicon

_RARE: Final = 50  # bearers


@lru_cache(1 << 16)
def is_first_name(word: str) -> bool:
    """In the gazetteer, whole or part by part."""
    word = word.replace("æ", "ae").replace("œ", "oe")
    parts = [part for part in word.replace(" ", "-").split("-") if part]
    names = lexicon.first_names()
    return word in names or (len(parts) > 1 and all(part in names for part in parts))


def is_rare(name: str) -> bool:
    """Hardly anybody's name."""
    return lexicon.last_names().get(name, 0) < _RARE and lexicon.first_names().get(name, 0) < _RARE
