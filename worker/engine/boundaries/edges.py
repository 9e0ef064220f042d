"""Where an edge lies (docs/span-conventions.md): field names, « Cedex » and loose signs stay outside a span."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.note import Note
from worker.engine.reading import Reading

_FURTHER: Final = re.compile(r"[ -][a-z]{3,}")  # "Polynésie" française
_CEDEX: Final = re.compile(r"[\s,]{0,9}\bcedex(?:\s{0,3}\d{1,2})?\W{0,9}$")
# What hangs at an edge and belongs to no entity; a dot may end an abbreviation.
_SIGNS: Final = " \t\n,;:–—|*•=<>/"
_HEAD: Final = re.compile(rf"^(?:[{_SIGNS}]|-(?![^\W_]))+")
# A field's name before a number: "SN 69148820", "ADN 118822".
_FIELD: Final = re.compile(r"(?P<f>[a-z]{2,13}|[sn]/[ns])\.?\s?(?:n°|:)?\s(?=\S*\d)")
_FIELDS: Final = lexicon.words("number_fields")
# Before an address, and "le" before a date as scanners mistake it.
_LEADS: Final[dict[str, re.Pattern[str]]] = {
    Label.MAIL: re.compile(r"(?:mel|e-?mail|courriel|adresse)\s?:?\s(?=\S*@)"),
    Label.DATE: re.compile(r"[1il]e\s(?=\S)"),
}


def cut_edges(note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """The spans without what the conventions leave out: "[LILLE CEDEX]" → "[LILLE] CEDEX", "[SN 69148820]" →
    "SN [69148820]". One that is nothing else stays as it is."""
    return [_cut(note, span) for span in spans]


def _cut(note: Note, span: Span) -> Span:
    start, end = _without_signs(note.text, span.start, span.end)
    folded = note.folded
    if span.subtype == Subtype.VILLE and (cedex := _CEDEX.search(folded[start:end])):
        end = start + cedex.start()
    elif span.subtype == Subtype.PAYS and (further := _FURTHER.match(folded, end)):
        longer = lexicon.key_of(folded[start : further.end()])
        end = further.end() if lexicon.area_kind(longer) else end
    elif (lead := _LEADS.get(span.label)) and (field := lead.match(folded, start, end)):
        start = field.end()
    elif span.label == Label.QID and (field := _FIELD.match(folded, start, end)):
        start = field.end() if field["f"] in _FIELDS else start
    return replace(span, start=start, end=end) if start < end else span


def _without_signs(text: str, start: int, end: int) -> tuple[int, int]:
    """Without signs at both edges."""
    inside = _HEAD.sub("", text[start:end])
    first = end - len(inside)
    last = first + len(inside.rstrip(f"{_SIGNS}-"))
    return (first, last) if first < last else (start, end)
