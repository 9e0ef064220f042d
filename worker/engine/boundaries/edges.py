"""Where an edge lies (docs/span-conventions.md): « Cedex » and loose signs stay outside a span."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.labels import Subtype
from annotation.domain.spans import Span
from worker.engine.note import Note
from worker.engine.reading import Reading

_CEDEX: Final = re.compile(r"[\s,]{0,9}\bcedex(?:\s{0,3}\d{1,2})?\W{0,9}$")
# What hangs at an edge and belongs to no entity; a dot may end an abbreviation.
_SIGNS: Final = " \t\n,;:–—|*•=<>/"
_HEAD: Final = re.compile(rf"^(?:[{_SIGNS}]|-(?![^\W_]))+")


def cut_edges(note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """The spans without what the conventions leave out: "[LILLE CEDEX]" → "[LILLE] CEDEX". One that is nothing else
    stays as it is."""
    return [_cut(note, span) for span in spans]


def _cut(note: Note, span: Span) -> Span:
    start, end = _without_signs(note.text, span.start, span.end)
    if span.subtype == Subtype.VILLE and (cedex := _CEDEX.search(note.folded[start:end])):
        end = start + cedex.start()
    return replace(span, start=start, end=end) if start < end else span


def _without_signs(text: str, start: int, end: int) -> tuple[int, int]:
    """Without signs at both edges."""
    inside = _HEAD.sub("", text[start:end])
    first = end - len(inside)
    last = first + len(inside.rstrip(f"{_SIGNS}-"))
    return (first, last) if first < last else (start, end)
