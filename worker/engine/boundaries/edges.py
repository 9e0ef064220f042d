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
_PAIRS: Final = (("(", ")"), ("[", "]"), ("«", "»"), ("“", "”"))
# A field's name before a number: "SN 69148820", "ADN 118822".
_FIELD: Final = re.compile(r"(?P<f>[a-z]{2,13}|[sn]/[ns])\.?\s?(?:n°|:)?\s(?=\S*\d)")
_FIELDS: Final = lexicon.words("number_fields")
# Before an address, and "le" before a date as scanners mistake it.
_LEADS: Final[dict[str, re.Pattern[str]]] = {
    Label.MAIL: re.compile(r"(?:mel|e-?mail|courriel|adresse)\s?:?\s(?=\S*@)"),
    Label.DATE: re.compile(r"[1il]e\s(?=\S)"),
}
_KIND: Final = re.compile(r"(?:labo|vsl|uhcd|sau|usine)\s(?=\S)")
_TOWN_HEAD: Final = re.compile(
    r"(?:commissariat|gendarmerie|peloton|brigade|pompiers|sapeurs-pompiers|police|gare|vsav|smur|samu|udm)"
    r"(?:\s[a-z]+)?\s(?:(?:de la|de|du|des|d')\s?)?(?=[a-z])"
)


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
        start = field.end() if _is_field(note, *field.span("f")) else start
    elif span.label == Label.ORG and (kind := _KIND.match(folded, start, end)):
        start = kind.end() if note.text[kind.end()].isupper() else start
    elif span.label == Label.ORG and (head := _TOWN_HEAD.match(folded, start, end)):
        town = Span(head.end(), end, Label.LOC, Subtype.VILLE, span.score, span.source)
        if note.text[head.end()].isupper() and note.key(town) in lexicon.communes().weights:
            return town
    return replace(span, start=start, end=end) if start < end else span


def _is_field(note: Note, start: int, end: int) -> bool:
    word = note.folded[start:end]
    is_abbreviation = note.text[start:end].isupper() and word in lexicon.abbreviations()
    return word in _FIELDS or is_abbreviation


def _without_signs(text: str, start: int, end: int) -> tuple[int, int]:
    """Without signs at both edges, nor a bracket whose other half is outside."""
    first, last = start, end
    while first < last:
        head, tail = text[first], text[last - 1]
        inside = text[first:last]
        if head in _SIGNS or (head == "-" and not inside[1:2].isalnum()) or _opens(inside):
            first += 1
        elif tail in _SIGNS or tail == "-" or _closes(inside):
            last -= 1
        else:
            break
    return (first, last) if first < last else (start, end)


def _opens(inside: str) -> bool:
    return any(inside[0] in pair and pair[1] not in inside[1:] for pair in _PAIRS)


def _closes(inside: str) -> bool:
    return any(inside[-1] in pair and pair[0] not in inside[:-1] for pair in _PAIRS)
