"""A name that the gazetteers know better than the model: a hospital or a town taken for a person."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.names import is_rare
from worker.engine.note import Note
from worker.engine.reading import Reading

_CARE_BEFORE: Final = re.compile(
    r"(?:\b(?:a|au|de|d'|du|vers|sur|depuis|l'|la|site|chez|greffe|cure|sevrage ?:)\s?|\()$"
)
_CAPITAL_BEFORE: Final = re.compile(r"(?:^|\s)[A-ZÀ-Ý][\w'’.-]*[ ]$")
_RELABELLED: Final = frozenset({Subtype.NOM, Subtype.PRENOM, Subtype.VILLE})
_LEAST_TOWN: Final = 1_000  # inhabitants


def relabel_by_gazetteer(note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """ "suivi à [NOM:Bichat]" → "[HOPITAL:Bichat]"; "rentre d'[NOM:Abidjan]" → "[VILLE:Abidjan]", a town that hardly
    anybody bears as a name. What the patient's record told stays."""
    return [
        _relabelled(note, span, following)
        for span, following in zip(spans, [*spans[1:], None], strict=False)
    ]


def _relabelled(note: Note, span: Span, following: Span | None) -> Span:
    if span.subtype not in _RELABELLED or span.source.startswith("patient"):
        return span
    if span.label == Label.PER and _has_neighbour(note, span, following):
        return span
    key = note.key(span)
    towns = lexicon.communes().weights
    is_hospital = key in lexicon.hospital_names().weights and key not in towns
    if is_hospital and _CARE_BEFORE.search(note.before(span.start)):
        return replace(span, label=Label.ORG, subtype=Subtype.HOPITAL)
    is_town = towns.get(key, 0) >= _LEAST_TOWN and is_rare(" ".join(key))
    if span.label == Label.PER and is_town and note.text[span.start].isupper():
        return replace(span, label=Label.LOC, subtype=Subtype.VILLE)
    return span


def _has_neighbour(note: Note, span: Span, following: Span | None) -> bool:
    """Another part of a name, or a title, stands beside it."""
    near = (
        following is not None and following.label == Label.PER and following.start <= span.end + 2
    )
    line = note.text[note.line_before(span.start) : span.start]
    return near or _CAPITAL_BEFORE.search(line) is not None
