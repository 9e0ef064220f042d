"""Finds identifying numbers and references."""

from collections.abc import Iterator

from annotation.domain.spans import Span
from worker.engine.rules.identifiers import patterns, references
from worker.engine.rules.pattern import find_all
from worker.engine.text.document import Document


def find_identifiers(doc: Document) -> Iterator[Span]:
    """ "IPP : [IPP:8003456789]"."""
    return find_all(patterns.PATTERNS, doc)


def find_references(doc: Document) -> Iterator[Span]:
    """ "N/Réf : [REF:DUR/MM/2020-113]"."""
    return find_all(references.PATTERNS, doc)
