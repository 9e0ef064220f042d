"""A name that the gazetteers know better than the model: a hospital, a town or a country taken for a person."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.names import is_rare
from worker.engine.lexicon.terms import DEPARTMENT_NUMBER
from worker.engine.note import Note
from worker.engine.reading import Reading

_CARE_BEFORE: Final = re.compile(
    r"(?:\b(?:a|au|de|d'|du|vers|sur|depuis|l'|la|site|chez|greffe|cure|sevrage ?:)\s?|\()$"
)
_CAPITAL_BEFORE: Final = re.compile(r"(?:^|\s)[A-ZÀ-Ý][\w'’.-]*[ ]$")
_DEPARTMENT: Final = re.compile(DEPARTMENT_NUMBER)
_NAMES: Final = frozenset({Subtype.NOM, Subtype.PRENOM})
_AREAS: Final = frozenset({Subtype.DEPARTEMENT, Subtype.REGION, Subtype.PAYS})
_RELABELLED: Final = _NAMES | _AREAS | {Subtype.VILLE}
_LEAST_TOWN, _BIG = 1_000, 20_000  # inhabitants
_USUAL: Final = 800  # bearers of a surname that is as often a person's as a big town's
_DOUBTFUL: Final = 0.91  # score below which a big town's name is the town's


def relabel_by_gazetteer(note: Note, spans: Sequence[Span], _reading: Reading) -> list[Span]:
    """ "suivi à [NOM:Bichat]" → "[HOPITAL:Bichat]"; "rentre d'[NOM:Abidjan]" → "[VILLE:Abidjan]", a town that
    hardly anybody bears as a name; "[VILLE:Dole] ([AGE:39])" → "[DEPARTEMENT:39]". What the patient's record told
    stays."""
    before = [None, *spans]
    return [
        _relabelled(note, span, previous, following)
        for previous, span, following in zip(before, spans, [*spans[1:], None], strict=False)
    ]


def _relabelled(note: Note, span: Span, previous: Span | None, following: Span | None) -> Span:
    if span.source.startswith("patient"):
        return span
    if _is_department_of(note, previous, span):
        return replace(span, label=Label.LOC, subtype=Subtype.DEPARTEMENT)
    is_name = span.subtype in _NAMES
    if span.subtype not in _RELABELLED or (is_name and _has_neighbour(note, span, following)):
        return span
    label, subtype = _told(note, span)
    return replace(span, label=label, subtype=subtype)


def _told(note: Note, span: Span) -> tuple[str, str]:
    """Label and sub-type by the lists; the span's own where they do not tell."""
    key, towns = note.key(span), lexicon.communes().weights
    if key not in towns:
        if key in lexicon.phrase_list("hospital_names").weights and _CARE_BEFORE.search(
            note.before(span.start)
        ):
            return Label.ORG, Subtype.HOPITAL
        area = lexicon.area_kind(key)
        return (Label.LOC, area) if area else (span.label, span.subtype)
    is_area = lexicon.area_kind(key) != ""
    if span.subtype in _AREAS and not is_area:
        return Label.LOC, Subtype.VILLE
    if span.subtype in _NAMES and note.text[span.start].isupper() and _is_town(key, span):
        return Label.LOC, Subtype.VILLE
    return span.label, span.subtype


def _is_town(key: lexicon.Key, span: Span) -> bool:
    """ "Abidjan", hardly anybody's name; "Toulon", where the model hesitates."""
    people, name = lexicon.communes().weights[key], " ".join(key)
    if people >= _LEAST_TOWN and is_rare(name):
        return True
    usual = lexicon.last_names().get(name, 0) + lexicon.first_names().get(name, 0) >= _USUAL
    return people >= _BIG and not usual and (span.score or 0.0) < _DOUBTFUL


def _is_department_of(note: Note, previous: Span | None, span: Span) -> bool:
    """ "Dole (39)": the number of a department in brackets behind a town."""
    if previous is None or previous.subtype != Subtype.VILLE:
        return False
    bracketed = note.text[previous.end : span.start] in (" (", "(")
    return bracketed and _DEPARTMENT.fullmatch(note.words(span)) is not None


def _has_neighbour(note: Note, span: Span, following: Span | None) -> bool:
    """Another part of a name, or a title, stands beside it."""
    near = (
        following is not None and following.label == Label.PER and following.start <= span.end + 2
    )
    line = note.text[note.line_before(span.start) : span.start]
    return near or _CAPITAL_BEFORE.search(line) is not None
