"""Stores how each test note was read, by the engine in service and by the candidate."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.models import Document
from worker.models import ModelVersion, NoteResult
from worker.training.judged import JudgedNote


def keep_note_results(
    version: ModelVersion, before: Sequence[JudgedNote], after: Sequence[JudgedNote]
) -> None:
    """The same notes in the same order; a note deleted meanwhile is left out. Call it in the job's
    publishing transaction."""
    wanted = [note.note for note in before]
    there = {str(pk) for pk in Document.objects.filter(pk__in=wanted).values_list("pk", flat=True)}
    NoteResult.objects.bulk_create(
        [
            NoteResult(
                version=version, document_id=old.note, before=old.to_json(), after=new.to_json()
            )
            for old, new in zip(before, after, strict=True)
            if old.note in there
        ],
        batch_size=200,
    )


def replace_note_results(
    version: ModelVersion, before: Sequence[JudgedNote], after: Sequence[JudgedNote]
) -> None:
    """As above, in the place of those of an earlier comparison."""
    NoteResult.objects.filter(version=version).delete()
    keep_note_results(version, before, after)
