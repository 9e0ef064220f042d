"""Pairs of readings of the same notes by two engines."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef

from deidweb.accounts.models import User
from worker.models import ModelVersion, NoteResult
from worker.selectors.note_results import Read, note_results
from worker.selectors.versions import versions_of
from worker.training.judged import JudgedNote


def opponents_of(user: User, version: ModelVersion) -> list[ModelVersion]:
    """Other versions of the project that were judged note by note."""
    judged = NoteResult.objects.filter(version=OuterRef("pk"))
    versions = versions_of(user, version.project, ModelVersion).exclude(pk=version.pk)
    return list(versions.filter(Exists(judged)))


def readings_of_both(
    reads: Sequence[Read], other: ModelVersion | None
) -> list[tuple[Read, JudgedNote, JudgedNote]]:
    """Of a version's reads the notes that another read, too: its reading, then the version's. `other` None: what the
    version was compared with when it was trained."""
    if other is None:
        return [(read, read.before, read.after) for read in reads]
    theirs: dict[UUID, JudgedNote] = {read.document_id: read.after for read in note_results(other)}
    return [
        (read, theirs[read.document_id], read.after) for read in reads if read.document_id in theirs
    ]
