"""The binary token score of the English challenges, on what HIPAA's safe harbour lists. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from annotation.domain.ner_metrics import Annotated, Score, token_labels
from annotation.domain.spans import Span
from annotation.domain.tokens import token_bounds

# 45 CFR 164.514(b)(2): names; places smaller than a State (we take the region for one); elements of dates but the year;
# ages over 89; telephones and fax; e-mail and web addresses; every number or code that identifies.
_LABELS: Final = frozenset({"PER", "TEL", "MAIL", "REF", "QID"})
_PLACES: Final = frozenset({"", "VILLE", "ZIP", "ADRESSE", "DEPARTEMENT"})
_DATES: Final = frozenset({"", "DATE", "DATE_NAISSANCE"})
_YEAR: Final = re.compile(r"\s*(?:19|20)\d\d\s*")
_AGE: Final = re.compile(r"\d+")
_OLDEST: Final = 89


def is_listed(text: str, span: Span) -> bool:
    """True when HIPAA lists it. Organisations that care for the patient, durations, countries and years are not listed.

    >>> is_listed("en 2010", Span(3, 7, "DATE", "DATE")), is_listed("95 ans", Span(0, 6, "AGE", "AGE"))
    (False, True)
    """
    surface = text[span.start : span.end]
    if span.label == "LOC":
        return span.subtype in _PLACES
    if span.label == "DATE":
        return span.subtype in _DATES and not _YEAR.fullmatch(surface)
    if span.label == "AGE":
        return any(int(number) > _OLDEST for number in _AGE.findall(surface))
    return span.label in _LABELS


def binary(notes: Iterable[Annotated]) -> Score:
    """Tokens of listed spans that any span covers, whatever its label. Tokens of gold that HIPAA does not list count for
    nobody: masking them is no fault."""
    total = Score()
    for note in notes:
        bounds = token_bounds(note.text)
        gold = token_labels(bounds, note.gold).keys()
        listed = token_labels(bounds, [s for s in note.gold if is_listed(note.text, s)]).keys()
        found = token_labels(bounds, note.predicted).keys() - (gold - listed)
        both = len(found & listed)
        total += Score(both, len(found), both, len(listed))
    return total
