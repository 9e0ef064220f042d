"""What rules and model found once in a sure context is found everywhere in the note."""

from collections.abc import Iterator, Sequence
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.rules.consistency import spread_names, spread_towns
from worker.engine.text.document import Document, Shape
from worker.engine.text.folding import compose, fold
from worker.engine.vetoes import words as vetoes

_SURE: Final = 0.84
_LEAST_LETTERS, _LEAST_BEARERS = 4, 100


def spread(text: str, spans: Sequence[Span]) -> list[Span]:
    """Other occurrences of the sure names and towns among `spans`, none overlapping them.

    Homographs stay out: ordinary words, drugs, eponyms after their trigger, abbreviations. A text
    with separate accents gives none: the rules, which compose it first, have spread their own.
    """
    sure = [span for span in spans if not _is_abbreviation(text[span.start : span.end])]
    if not any(span.label in ("PER", "LOC") for span in sure) or compose(text)[1] is not None:
        return []
    doc = Document.read(text)
    taken = bytearray(len(text))
    for span in spans:
        taken[span.start : span.end] = b"\1" * span.length
    found = []
    for span in (
        *spread_names(doc, sure),
        *spread_towns(doc, sure),
        *_in_small_letters(doc, sure),
    ):
        if taken.find(1, span.start, span.end) == -1:
            taken[span.start : span.end] = b"\1" * span.length
            found.append(span)
    return found


def _in_small_letters(doc: Document, sure: Sequence[Span]) -> Iterator[Span]:
    """ "vu avec morvan … selon morvan": a surname written in small letters, again in small letters."""
    names = {
        fold(doc.text[span.start : span.end])
        for span in sure
        if span.subtype == "NOM"
        and span.score >= _SURE
        and doc.text[span.start : span.end].islower()
    }
    for index in doc.indices({name for name in names if _is_only_a_name(name)}):
        if doc.shapes[index] is Shape.LOWER and not vetoes.has_medical_trigger(doc, index):
            yield doc.span(index, index, ("PER", "NOM"), 0.8, "same-name")


def _is_only_a_name(word: str) -> bool:
    """Borne by many, and no word of a note, no drug, no eponym."""
    return (
        len(word) >= _LEAST_LETTERS
        and lexicon.last_names().get(word, 0) >= _LEAST_BEARERS
        and not vetoes.is_only_a_word(word)
        and word not in lexicon.eponyms()
    )


def _is_abbreviation(surface: str) -> bool:
    return surface.isupper() and fold(surface) in lexicon.abbreviations()
