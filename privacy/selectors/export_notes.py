"""What an export is made from: notes patient by patient, with the spans in force (`notes_in_force`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.domain.notes import Note
from annotation.models import Document, Layer
from annotation.models.sealed import open_id
from annotation.selectors.in_force import NoteInForce, counting_layers, notes_in_force
from deidweb.accounts.models import Project
from privacy.domain.ledger import lone_note
from privacy.domain.pseudonyms import pseudonym
from privacy.domain.randomness import StudyKey
from privacy.domain.source_file import SourceFile, disjoint
from privacy.models import ExportRequest

AT_ONCE: Final = 32  # patients


@dataclass(frozen=True, slots=True)
class Entry:
    """A patient, or a note without a patient, in the order of the export."""

    public_id: str
    field: Literal["patient", "pk"]
    pk: UUID


def exportable(project: Project, scope: str) -> QuerySet[Document]:
    """The notes that an export of this scope takes."""
    layers = counting_layers().filter(document=OuterRef("pk"))
    documents = Document.objects.filter(project=project)
    if scope == ExportRequest.Scope.GOLD:
        gold = layers.filter(kind=Layer.Kind.GOLD)
        return documents.filter(Exists(gold), state=Document.State.GOLD)
    return documents.filter(Exists(layers))


def export_plan(project: Project, scope: str, key: StudyKey) -> list[Entry]:
    """Patients of the export in the order of their pseudonyms: not the order of arrival.

    Keeps ids only, about 200 bytes a patient.
    """
    documents = exportable(project, scope)
    entries = [
        Entry(pseudonym(key, "patient", open_id(project.pk, patient, sealed)), "patient", patient)
        for patient, sealed in documents.filter(patient__isnull=False)
        .order_by()
        .values_list("patient", "patient__sealed_id")
        .distinct()
    ]
    entries += [
        Entry(pseudonym(key, "alone", external_id), "pk", document)
        for document, external_id in documents.filter(patient__isnull=True)
        .order_by()
        .values_list("pk", "external_id")
    ]
    return sorted(entries, key=lambda entry: entry.public_id)


def names_in_export(project: Project, scope: str, key: StudyKey) -> Iterator[str]:
    """The names that the notes of an export will bear."""
    rows = exportable(project, scope).order_by().values_list("external_id", flat=True)
    return (pseudonym(key, "note", name) for name in rows.iterator(chunk_size=2000))


def pseudonyms_of_notes(export: ExportRequest, key: StudyKey) -> set[str]:
    """The names that the project's present notes bear in this export, whether it holds them or not."""
    return set(notes_by_pseudonym(export, key, Document.staged_too.all()))


def notes_by_pseudonym(
    export: ExportRequest, key: StudyKey, notes: QuerySet[Document]
) -> dict[str, UUID]:
    """The same names, each with its note, of those of `notes` that lie in the export's project."""
    rows = notes.filter(project=export.project_id).order_by().values_list("external_id", "pk")
    return {pseudonym(key, "note", name): pk for name, pk in rows.iterator(chunk_size=2000)}


def read_patients(
    project: Project, scope: str, key: StudyKey, entries: Sequence[Entry]
) -> Iterator[SourceFile]:
    """Loads the notes of `entries`, patient by patient, in their order; those that went away since `export_plan`
    are left out.

    Five queries for `AT_ONCE` patients, whose notes are in memory together.
    """
    for start in range(0, len(entries), AT_ONCE):
        some = entries[start : start + AT_ONCE]
        wanted = Q(patient__in=[entry.pk for entry in some if entry.field == "patient"])
        wanted |= Q(patient=None, pk__in=[entry.pk for entry in some if entry.field == "pk"])
        documents = exportable(project, scope).filter(wanted).select_related("patient")
        found: dict[UUID, list[NoteInForce]] = {}
        for each in notes_in_force(documents):
            found.setdefault(each.document.patient_id or each.document.pk, []).append(each)
        yield from (
            _file_of(entry, found.pop(entry.pk), key) for entry in some if entry.pk in found
        )


def only_notes(source: SourceFile, names: Collection[str]) -> SourceFile:
    """The same patient with those of his notes alone."""
    return replace(source, notes=tuple(note for note in source.notes if note.id in names))


def _file_of(entry: Entry, found: Sequence[NoteInForce], key: StudyKey) -> SourceFile:
    notes = [
        replace(note_of(each), id=pseudonym(key, "note", each.document.external_id))
        for each in found
    ]
    notes.sort(key=lambda note: note.id)
    return SourceFile(
        public_id=entry.public_id,
        holder=_holder(found[0].document),
        notes=tuple(notes),
        identity=found[0].identity,
        engines=frozenset(each.engine for each in found),
        former_holder=_former_holder(found[0].document),
    )


def _holder(document: Document) -> tuple[str, str]:
    if document.patient is None:
        return lone_note(document.text)
    return "patient", document.patient.external_id


def _former_holder(document: Document) -> tuple[str, str]:
    if document.patient is None:
        return "alone", document.external_id
    return "patient", document.patient.external_id


def note_of(found: NoteInForce) -> Note:
    """The note as the substitution reads it: spans without overlap, a type, a date."""
    document, spans = found.document, disjoint(found.spans)
    meta = {"type": document.doc_type}
    if document.doc_date is not None:
        meta["date"] = document.doc_date.isoformat()
    if document.stay:
        meta["stay"] = document.stay
    # a mark on blanks or punctuation alone hides nothing and has nothing to be replaced by
    worded = (s for s in spans if any(c.isalnum() for c in document.text[s.start : s.end]))
    return Note(str(document.pk), document.text, found.identity, meta, tuple(worded))
