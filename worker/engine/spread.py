"""What rules and model found once in a sure context is found everywhere in the note."""

from collections.abc import Sequence

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.folding import compose, fold
from worker.engine.rules.consistency import spread_names, spread_towns
from worker.engine.rules.document import Document


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
    for span in (*spread_names(doc, sure), *spread_towns(doc, sure)):
        if taken.find(1, span.start, span.end) == -1:
            taken[span.start : span.end] = b"\1" * span.length
            found.append(span)
    return found


def _is_abbreviation(surface: str) -> bool:
    return surface.isupper() and fold(surface) in lexicon.abbreviations()
