"""A name that a sure context gave away is found everywhere in the note."""

from collections.abc import Iterable, Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon import Key, key_of
from worker.engine.rules.name_reader import first_name_count
from worker.engine.text.document import CAPITAL_SHAPES, Document, Shape
from worker.engine.vetoes import words as vetoes

_SURE: Final = 0.84
_MIN_LENGTH: Final = 3


def spread_names(doc: Document, found: Iterable[Span]) -> Iterator[Span]:
    """Other occurrences, with a capital, of the surnames and first names found.

    Drugs, eponyms after their trigger and ordinary words stay out.
    """
    names = _names(doc, found)
    if not names:
        return
    by_first: dict[str, list[Key]] = {}
    for key in names:
        by_first.setdefault(key[0], []).append(key)
    for keys in by_first.values():
        keys.sort(key=len, reverse=True)
    for index in doc.indices(by_first.keys()):
        if doc.shapes[index] not in CAPITAL_SHAPES:
            continue
        for key in by_first[doc.folds[index]]:
            last = _match(doc, index, key)
            if last >= 0 and _allowed(doc, index, last):
                yield doc.span(index, last, ("PER", names[key]), 0.8, "same-name")
                break


def spread_initials(doc: Document, found: Iterable[Span]) -> Iterator[Span]:
    """ "L. Mathey-Doret": the dotted capital before a surname."""
    for span in found:
        if span.label != "PER" or span.subtype != "NOM":
            continue
        first = doc.index_at(span.start)
        dot = first - 1
        if doc.word(dot) != "." or doc.shape(dot - 1) is not Shape.INITIAL:
            continue
        civil = doc.word(dot - 1) == "m"
        if doc.glued(dot) and doc.same_line(first) and not civil and not doc.glued(dot - 1):
            yield doc.span(dot - 1, dot, ("PER", "INITIALES"), 0.8, "initial-before-name")


def spread_towns(doc: Document, found: Iterable[Span]) -> Iterator[Span]:
    """Other occurrences of a town that a sure context gave away ("domicilié à Lens")."""
    towns = {
        key_of(doc.text[span.start : span.end])
        for span in found
        if span.subtype == "VILLE" and span.score >= _SURE
    }
    by_first: dict[str, list[Key]] = {}
    for key in sorted(towns, key=len, reverse=True):
        if key and sum(map(len, key)) > _MIN_LENGTH:
            by_first.setdefault(key[0], []).append(key)
    for index in doc.indices(by_first.keys()):
        if doc.shapes[index] not in CAPITAL_SHAPES:
            continue
        for key in by_first[doc.folds[index]]:
            last = _match(doc, index, key)
            if last >= 0 and _allowed(doc, index, last) and _town_again(doc, index, last):
                yield doc.span(index, last, ("LOC", "VILLE"), 0.8, "same-town")
                break


def _town_again(doc: Document, first: int, last: int) -> bool:
    """A homograph ("Vienne", "Sens") needs a preposition each time."""
    if first < last or doc.folds[first] not in lexicon.words("town_homographs"):
        return True
    return doc.word(first - 1) in ("a", "sur", "(", ",", "-", "de") and not any(
        doc.shape(position) is Shape.NUMBER for position in (first - 2, first - 3)
    )


def _names(doc: Document, found: Iterable[Span]) -> dict[Key, str]:
    names: dict[Key, str] = {}
    for span in found:
        if span.label != "PER" or span.subtype == "INITIALES" or span.score < _SURE:
            continue
        key = key_of(doc.text[span.start : span.end])
        if _spreads(key, span.subtype):
            names.setdefault(key, span.subtype)
            for part in _hyphen_parts(doc.text[span.start : span.end], span.subtype):
                names.setdefault(part, span.subtype)
    return names


def _hyphen_parts(surface: str, subtype: str) -> Iterator[Key]:
    """ "Vasseur-Marion" is also met as "Marion"."""
    if subtype != "NOM" or "-" not in surface:
        return
    for part in surface.split("-"):
        key = key_of(part)
        if len(key) == 1 and _spreads(key, subtype) and lexicon.last_names().get(key[0], 0) > 0:
            yield key


def _spreads(key: Key, subtype: str) -> bool:
    if not key or sum(len(word) for word in key) < _MIN_LENGTH:
        return False
    if len(key) > 1:
        return True
    word = key[0]
    if vetoes.is_common(word) or word in lexicon.words("verbs_after_civility"):
        return False
    return subtype == "NOM" or first_name_count(word) > 0


def _match(doc: Document, index: int, key: Key) -> int:
    position = index
    for number, word in enumerate(key):
        while number and position < len(doc) and doc.folds[position] in ("-", "'", "."):
            position += 1
        if number and not doc.same_line(position):
            return -1
        if lexicon.key_of(doc.word(position) or "?") != (word,):
            return -1
        position += 1
    return position - 1


def _allowed(doc: Document, first: int, last: int) -> bool:
    if (
        vetoes.has_medical_trigger(doc, first)
        or vetoes.eponym_length(doc, first) > last - first + 1
    ):
        return False
    if first == last and doc.folds[first] in doc.lower_words and doc.shapes[first] is Shape.TITLE:
        return False
    glued_before = (
        doc.word(first - 1) == "-" and doc.glued(first) and doc.shape(first - 2) in CAPITAL_SHAPES
    )
    glued_after = (
        doc.word(last + 1) == "-"
        and last + 1 < len(doc)
        and doc.glued(last + 1)
        and doc.shape(last + 2) in CAPITAL_SHAPES
    )
    return not (glued_before or glued_after)
