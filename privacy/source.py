"""What an export is made from: notes patient by patient, with the spans in force.

Spans in force: the newest gold version; without one, the newest suggestion layer. A note without
either is never exported: nobody has looked for identifying text in it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span, sort_spans
from annotation.models import Document, Layer, LayerSpan, PatientRecord
from deidweb.accounts.models import Project
from privacy.domain.randomness import StudyKey, encode_fields
from privacy.models import ExportRequest

_PSEUDONYM: Final = "deidweb/pseudonym/1"


def pseudonym(key: StudyKey, kind: str, external_id: str) -> str:
    """HMAC-SHA256 under the study's key, 16 bytes in hexadecimal. Two studies can't be joined."""
    message = encode_fields(_PSEUDONYM, kind, external_id)
    return hmac.new(key.secret, message, hashlib.sha256).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One patient's notes. `Note.id` is the pseudonym; `Note.patient.id` never leaves memory.

    `holder` names the account that pays: ("patient" or "alone", external id).
    """

    public_id: str
    holder: tuple[str, str] = field(repr=False)
    notes: tuple[Note, ...] = field(repr=False)
    identity: PatientIdentity = field(repr=False)
    engines: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Entry:
    """A patient, or a note without a patient, in the order of the export."""

    public_id: str
    field: Literal["patient", "pk"]
    pk: UUID


def exportable(project: Project, scope: str) -> QuerySet[Document]:
    """The notes that an export of this scope takes."""
    layers = Layer.objects.filter(document=OuterRef("pk"))
    gold = layers.filter(kind=Layer.Kind.GOLD)
    documents = Document.objects.filter(project=project)
    if scope == ExportRequest.Scope.GOLD:
        return documents.filter(Exists(gold), state=Document.State.GOLD)
    return documents.filter(
        Exists(layers.filter(kind__in=(Layer.Kind.GOLD, Layer.Kind.SUGGESTION)))
    )


def plan(project: Project, scope: str, key: StudyKey) -> list[_Entry]:
    """Patients of the export in the order of their pseudonyms: not the order of arrival.

    Keeps ids only, about 200 bytes a patient.
    """
    documents = exportable(project, scope)
    entries = [
        _Entry(pseudonym(key, "patient", external_id), "patient", patient)
        for patient, external_id in documents.filter(patient__isnull=False)
        .order_by()
        .values_list("patient", "patient__external_id")
        .distinct()
    ]
    entries += [
        _Entry(pseudonym(key, "alone", external_id), "pk", document)
        for document, external_id in documents.filter(patient__isnull=True)
        .order_by()
        .values_list("pk", "external_id")
    ]
    return sorted(entries, key=lambda entry: entry.public_id)


def read_entry(project: Project, scope: str, key: StudyKey, entry: _Entry) -> SourceFile | None:
    """Loads one patient's notes; None when they went away since `plan`."""
    chosen = exportable(project, scope)
    chosen = chosen.filter(**{entry.field: entry.pk})
    documents = list(chosen.select_related("patient"))
    if not documents:
        return None
    spans, engines = spans_in_force(documents)
    identity = identity_of(documents[0])
    notes = [
        replace(
            note_of(document, spans[document.pk], identity),
            id=pseudonym(key, "note", document.external_id),
        )
        for document in documents
    ]
    notes.sort(key=lambda note: note.id)
    return SourceFile(entry.public_id, _holder(documents[0]), tuple(notes), identity, engines)


def _holder(document: Document) -> tuple[str, str]:
    if document.patient is None:
        return "alone", document.external_id
    return "patient", document.patient.external_id


def note_of(document: Document, spans: Sequence[Span], identity: PatientIdentity) -> Note:
    """The note as the substitution reads it."""
    meta = {"type": document.doc_type}
    if document.doc_date is not None:
        meta["date"] = document.doc_date.isoformat()
    # a mark on blanks or punctuation alone hides nothing and has nothing to be replaced by
    worded = (s for s in spans if any(c.isalnum() for c in document.text[s.start : s.end]))
    return Note(str(document.pk), document.text, identity, meta, tuple(worded))


def identity_of(document: Document) -> PatientIdentity:
    """The patient's structured identity, empty without a patient."""
    if document.patient is None:
        return PatientIdentity()
    record = PatientRecord.objects.filter(patient=document.patient_id).first()
    known: dict[str, Any] = record.identity if record is not None else {}
    values: dict[str, Any] = {
        item.name: tuple(known[item.name])
        if isinstance(known[item.name], list)
        else str(known[item.name])
        for item in fields(PatientIdentity)
        if item.name != "id" and known.get(item.name)
    }
    return PatientIdentity(id=document.patient.external_id, **values)


def spans_in_force(
    documents: Iterable[Document],
) -> tuple[dict[UUID, list[Span]], frozenset[str]]:
    """Disjoint spans of each note, and who found them ("gold" or an engine's version)."""
    chosen: dict[UUID, Layer] = {}
    wanted = [document.pk for document in documents]
    kinds = (Layer.Kind.SUGGESTION, Layer.Kind.GOLD)
    layers = Layer.objects.filter(document__in=wanted, kind__in=kinds)
    for layer in layers.order_by("created_at", "version", "engine_version"):
        held = chosen.get(layer.document_id)
        if held is None or _outranks(layer, held):
            chosen[layer.document_id] = layer
    of_layer: dict[UUID, list[Span]] = {layer.pk: [] for layer in chosen.values()}
    rows = LayerSpan.objects.filter(layer__in=of_layer).exclude(state=LayerSpan.State.REJECTED)
    for row in rows:
        of_layer[row.layer_id].append(
            Span(row.start, row.end, row.label, row.subtype, row.score or 1.0, row.source)
        )
    engines = frozenset(
        "gold" if layer.kind == Layer.Kind.GOLD else layer.engine_version
        for layer in chosen.values()
    )
    spans = {pk: disjoint(of_layer[chosen[pk].pk]) if pk in chosen else [] for pk in wanted}
    return spans, engines


def _outranks(layer: Layer, held: Layer) -> bool:
    """Layers come oldest first: gold beats a suggestion, a later one beats an earlier one."""
    if (layer.kind == Layer.Kind.GOLD) != (held.kind == Layer.Kind.GOLD):
        return layer.kind == Layer.Kind.GOLD
    if layer.kind == Layer.Kind.GOLD:
        return layer.version > held.version
    return True


def disjoint(spans: Iterable[Span]) -> list[Span]:
    """Spans without overlap that cover every character that any of `spans` covers.

    The longest keeps its edges; an overlapped one keeps what sticks out, so that no marked
    character is left in the text.
    """
    taken: list[Span] = []
    for span in sorted(spans, key=lambda s: (-s.length, s.start, s.label, s.subtype)):
        pieces = [(span.start, span.end)]
        for other in taken:
            pieces = [
                piece
                for start, end in pieces
                for piece in ((start, min(end, other.start)), (max(start, other.end), end))
                if piece[0] < piece[1]
            ]
        taken += [replace(span, start=start, end=end) for start, end in pieces]
    return sort_spans(taken)
