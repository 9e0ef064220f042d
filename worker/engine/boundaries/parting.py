"""One span of the model that holds two things: a hospital and its town."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.engine.text.folding import fold

_DASH: Final = re.compile(r"\s[-–—]\s(?=[^-–—]+$)")
_LEAST_TOWN: Final = 200  # inhabitants
_LEAST_LETTERS: Final = 6


def part(note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """Two spans for one that holds two things: "[HOPITAL PASTEUR - DOLE]" → "[HOPITAL PASTEUR] - [DOLE]"."""
    return [piece for span in spans for piece in _parts(note, span)]


def _parts(note: Note, span: Span) -> list[Span]:
    surface = note.written(span)
    link = _DASH.search(surface) if span.label == Label.ORG else None
    if link is None or not _may_be_town(surface[link.end() :]):
        return [span]
    town = replace(span, start=span.start + link.end(), label=Label.LOC, subtype=Subtype.VILLE)
    return [replace(span, end=span.start + link.start()), town]


def _may_be_town(surface: str) -> bool:
    """A town, or the first word of towns ("Villefranche"); a saint is as often the hospital's."""
    if fold(surface).startswith("saint"):
        return False
    key = lexicon.key_of(surface)
    is_town = lexicon.communes().weights.get(key, 0) >= _LEAST_TOWN and not lexicon.area_kind(key)
    return is_town or (key in lexicon.communes().beginnings and len(surface) >= _LEAST_LETTERS)
