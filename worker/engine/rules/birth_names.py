"""Names after "née", "épouse", "veuve": Mme Petit née Roy."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.rules.name_reader import first_name_count, name_spans, read_name
from worker.engine.text.anchors import matches_at
from worker.engine.text.document import CAPITAL_SHAPES, NAME_SHAPES, Document, Shape
from worker.engine.vetoes import words as vetoes

_TRIGGERS: Final = frozenset({"nee", "ne", "ep", "epse", "epouse", "vve", "dit", "dite", "alias"})
_SMALL_STARTS: Final = frozenset({"de", "d", "n", "le", "van", "ben", "el"})
_NO_NAME: Final = frozenset({"le", "ie", "a", "en", "au", "vers"})
_FREQUENT: Final = 500
_CIVIL: Final = (
    lexicon.words("civilities") | lexicon.words("titles") | {"patiente", "patient", "nom"}
)


def find_birth_names(doc: Document) -> Iterator[Span]:
    """The name alone, never the trigger nor the date that may follow it."""
    yield from _married_names(doc)
    for index in doc.indices(_TRIGGERS):
        if _is_trigger(doc, index):
            position = index + 1
            if doc.word(position) in (".", ":"):
                position += 1
            if doc.same_line(position) and _starts_name(doc, index, position):
                yield from _name(doc, position)


_BEFORE_TRIGGER: Final = re.compile(
    r"(?<![\w'’-])(?P<n>[A-ZÀ-Ý][A-ZÀ-Ý'’-]{2,24})[ ]{1,2}(?:EPSE|EP\.?|EPOUSE|ÉPOUSE|NEE|NÉE|VVE|VEUVE|née|épouse|épse|ép\.|veuve)[ ]{1,2}(?=[A-ZÀ-Ý]{2})"
)


_MARRIED: Final = frozenset({"epse", "ep", "epouse", "nee", "vve", "veuve"})


def _before_triggers(doc: Document) -> list[int]:
    """Where the word in capitals before "née" or "épouse" begins."""
    text, found = doc.text, []
    for index in doc.indices(_MARRIED):
        if index and doc.shapes[index - 1] in CAPITAL_SHAPES:
            start = doc.starts[index - 1]
            while start and (text[start - 1].isalnum() or text[start - 1] in _INSIDE):
                start -= 1
            found.append(start)
    return found


_INSIDE: Final = frozenset("_'’-")


def _married_names(doc: Document) -> Iterator[Span]:
    """ "VOISIN EPSE TERRIER": what stands before is a surname, even an ordinary word."""
    for match in matches_at(_BEFORE_TRIGGER, doc.text, _before_triggers(doc)):
        if doc.folded[match.start("n") : match.end("n")] not in _CIVIL:
            yield Span(*match.span("n"), "PER", "NOM", 0.85, "rule:birth-name")


def _is_trigger(doc: Document, index: int) -> bool:
    """Not the negation "ne", not "EP" (pulmonary embolism), not "lieu-dit", not "né(e) le"."""
    word, surface = doc.folds[index], doc.surface(index, index)
    if word == "ne" and "é" not in surface.lower():
        return False
    if surface in ("EP", "VVE.") or (doc.word(index - 1) == "-" and doc.glued(index)):
        return False
    return not (doc.word(index + 1) == "(" and doc.word(index + 2) == "e")


def _starts_name(doc: Document, index: int, position: int) -> bool:
    word, following = doc.word(position), doc.shape(position + 1)
    if doc.shape(position) not in CAPITAL_SHAPES and word not in _SMALL_STARTS:
        return False
    if word in _NO_NAME and following not in NAME_SHAPES:
        return False
    wife = doc.folds[index] == "epouse" and doc.shapes[index] is not Shape.UPPER
    return not (wife and first_name_count(word) > _FREQUENT)


def _name(doc: Document, position: int) -> Iterator[Span]:
    name = read_name(doc, position, trusting=True)
    if not name.words or vetoes.eponym_length(doc, position):
        return
    spans = name_spans(doc, name, score=0.9, rule="birth-name")
    if doc.word(position) == "n" and len(spans) == 1:
        spans = [doc.span(position, name.end - 1, ("PER", "NOM"), 0.9, "birth-name")]
    yield from spans
