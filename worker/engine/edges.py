"""Where an edge lies (product.md, span conventions): civilities, titles and « Cedex » stay outside a span."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from annotation.domain.spans import Span

_TITLE: Final = re.compile(
    r"(?:(?:m\.|mm\.|mr\.?|mmes?\.?|mlles?\.?|melle|drs?\.?|prs?\.?|messieurs|monsieur|mesdames|madame|mademoiselle"
    r"|docteure?s?|professeure?s?|ide|iade|ibode|interne)\s+)+",
    re.IGNORECASE,
)
_CEDEX: Final = re.compile(r"[\s,]*\bcedex(?:\s*\d{1,2})?\W*$", re.IGNORECASE)
_TITLED: Final = frozenset({"NOM", "PRENOM"})
_CITIES: Final = frozenset({"VILLE"})


def trimmed(text: str, spans: Iterable[Span]) -> list[Span]:
    """The model's spans without what the conventions leave out; one that is nothing else stays as it is."""
    return [_trim(text, span) for span in spans]


def _trim(text: str, span: Span) -> Span:
    start, end = span.start, span.end
    if span.subtype in _TITLED and (title := _TITLE.match(text, start, end)):
        start = title.end()
    elif span.subtype in _CITIES and (cedex := _CEDEX.search(text[start:end])):
        end = start + cedex.start()
    return replace(span, start=start, end=end) if start < end else span
