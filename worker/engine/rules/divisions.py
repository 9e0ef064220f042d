"""Departments, regions and countries where they belong to a person's life or care."""

from typing import Final

from worker.engine import lexicon
from worker.engine.text.document import NAME_SHAPES, Document, Shape
from worker.engine.vetoes import words as vetoes

LIFE_WORDS: Final = lexicon.words("life_words")
_COUNTRY_FIELDS: Final = frozenset({"pays", "naissance", "nationalite", "voyage", "origine"})
_HEADS: Final = frozenset({"departement", "region"})


def word_before(doc: Document, index: int) -> tuple[str, int]:
    """The word before, and its index; apostrophes are skipped."""
    position = index - 1
    if position >= 0 and doc.folds[position] == "'" and doc.glued(index):
        position -= 1
    if position < 0 or not doc.same_line(position + 1):
        return "", position
    return doc.folds[position], position


def division_counts(doc: Document, index: int, length: int, weight: int, subtype: str) -> bool:
    """Whether the name of a department, a region or a country counts here.

    `weight` 0 marks a name that is also an ordinary word and needs a preposition.
    """
    word, position = word_before(doc, index)
    if vetoes.has_medical_trigger(doc, index) or _is_rhetoric(doc, position):
        return False
    if doc.word(index + length) == "-" and doc.glued(index + length):
        return False
    if _is_whole_line(doc, index, length):
        return True
    if subtype == "PAYS":
        return _country_counts(doc, word, position)
    if weight or word in _HEADS:
        return True
    if word in ("la", "le", "l", "les", "de", "du", "d") and doc.word(position - 1) in _HEADS:
        return True
    if word in ("la", "le", "l", "les"):
        return doc.word(position - 1) == "dans"
    if word == "(":
        return doc.word(index + length) == ")" and doc.shape(position - 1) in NAME_SHAPES
    if word in ("de", "d", "en", "sur") and _follows_life(doc, position):
        return True
    return word == "en" and doc.shapes[index] is Shape.TITLE


def _is_whole_line(doc: Document, index: int, length: int) -> bool:
    """ "BELGIQUE" under "1000 BRUXELLES": the last line of an address."""
    last = index + length
    if last < len(doc) and not doc.opens_line(last):
        return False
    first = index - 1 if doc.word(index - 1) in ("la", "le") and doc.same_line(index) else index
    return first > 1 and doc.opens_line(first) and _has_code(doc, first)


def _has_code(doc: Document, first: int) -> bool:
    """A ZIP code on the line above."""
    position = first - 1
    while position >= 0 and not doc.opens_line(position):
        if doc.shapes[position] is Shape.NUMBER and len(doc.folds[position]) in (4, 5):
            return True
        position -= 1
    return position >= 0 and doc.shapes[position] is Shape.NUMBER and len(doc.folds[position]) > 3


def _country_counts(doc: Document, word: str, position: int) -> bool:
    if word in ("en", "au", "aux", "a", "(", "pays") or _follows_life(doc, position):
        return True
    if word == ":":
        return doc.word(position - 1) in _COUNTRY_FIELDS
    if word in ("la", "le", "l", "les"):
        return doc.word(position - 1) in ("quitte", "quitter", "fui", "fuir", "pour", "vers")
    return word in ("du", "de", "d", "des") and _follows_return(doc, position)


def _is_rhetoric(doc: Document, position: int) -> bool:
    near = {doc.word(position - offset) for offset in range(1, 4)}
    return bool(
        near
        & {
            "virus",
            "fievre",
            "souche",
            "ministere",
            "autorise",
            "amm",
            "commercialise",
            "incidence",
            "prevalence",
            "frequence",
        }
    )


def _follows_life(doc: Document, position: int) -> bool:
    near = {doc.word(position - offset) for offset in range(5)}
    return bool(near & LIFE_WORDS)


def _follows_return(doc: Document, position: int) -> bool:
    near = {doc.word(position - offset) for offset in range(1, 5)}
    return bool(
        near
        & (
            LIFE_WORDS
            | {
                "retour",
                "revient",
                "rentre",
                "rentree",
                "provenance",
                "rapatrie",
                "rapatriee",
                "nord",
                "sud",
                "est",
                "ouest",
                "adopte",
                "adoptee",
                "migrant",
                "immigre",
            }
        )
    )
