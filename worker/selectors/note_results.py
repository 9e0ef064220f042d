"""How the notes that judged a version were read."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from annotation.models import Document
from worker.models import ModelVersion, NoteResult
from worker.training.judged import JudgedNote


@dataclass(frozen=True, slots=True)
class Read:
    """One note as a version and its opponent read it; `name` as the list of notes has it."""

    document_id: UUID
    name: str
    before: JudgedNote
    after: JudgedNote


def note_results(version: ModelVersion) -> list[Read]:
    """In order of arrival. Empty for a version of before 2026-11-23."""
    rows = NoteResult.objects.filter(version=version).order_by("document__position")
    return [
        Read(
            document_id=row.document_id,
            name=row.document.title,
            before=JudgedNote.from_json(str(row.document_id), row.before),
            after=JudgedNote.from_json(str(row.document_id), row.after),
        )
        for row in rows.select_related("document").defer("document__text")
    ]


def types_of(document_ids: list[str]) -> dict[str, str]:
    """Document type by note id."""
    found = Document.objects.filter(pk__in=document_ids).order_by().values_list("pk", "doc_type")
    return {str(pk): kind for pk, kind in found}
