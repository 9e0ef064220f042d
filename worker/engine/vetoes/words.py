"""What is never a person, a town or an organisation: eponyms, drugs, abbreviations, ordinary words."""

from functools import lru_cache
from typing import Final

from worker.engine import lexicon
from worker.engine.text.document import Document, Shape
from worker.engine.text.folding import word_set

# "maladie de Crohn", "score de Wells": the words before an eponym.
_TRIGGERS: Final = lexicon.words("medical_triggers")
_COMMON: Final = lexicon.words("common_words") | lexicon.words("roles")
_LINKS: Final = word_set("de d du des la le l type selon a '")


def has_medical_trigger(doc: Document, index: int) -> bool:
    """True after "maladie de", "signe du", "classification de X et"…"""
    position = index - 1
    steps = 0
    while (
        position >= 0
        and steps < 4
        and (doc.folds[position] in _LINKS)
        and doc.same_line(position + 1)
    ):
        position -= 1
        steps += 1
    if position < 0 or not doc.same_line(position + 1):
        return False
    return doc.folds[position] in _TRIGGERS


def is_veto_word(doc: Document, index: int) -> bool:
    """A drug, or an abbreviation in capitals."""
    word = doc.folds[index]
    return _is_drug(word) or (doc.shapes[index] is Shape.UPPER and word in lexicon.abbreviations())


@lru_cache(1 << 16)
def _is_drug(word: str) -> bool:
    """A drug that few people bear as a surname."""
    return word in lexicon.drugs() and lexicon.last_names().get(word, 0) < lexicon.COMMON_SURNAME


def is_common(word: str) -> bool:
    """An ordinary French word of notes and headings, or a function beside a name."""
    return word in _COMMON


def is_only_a_word(word: str) -> bool:
    """A word of a note, a drug, or a surname that small letters do not tell from a word."""
    lists = ("medical_words", "ordinary_surnames", "verbs_after_civility")
    return (
        is_common(word)
        or word in lexicon.drugs()
        or any(word in lexicon.words(name) for name in lists)
    )
