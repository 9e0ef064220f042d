"""Removes coded notes whose notes are gone: their patients have opposed."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db import transaction

from deidweb.accounts.models import Project
from deidweb.audit.services import record
from icdcoder.models import CodedNote

_CHUNK = 400


@transaction.atomic
def keep_coded_notes(
    project: Project, export_id: UUID, *, public_ids: Collection[str], effects_seen: int
) -> int:
    """Of the export's coded notes only those of `public_ids` stay, and are shown again. How many went, with their
    codes."""
    notes = CodedNote.objects.filter(project=project, export_id=export_id)
    rows = notes.order_by().values_list("pk", "public_id")
    gone = [pk for pk, public_id in rows if public_id not in public_ids]
    for start in range(0, len(gone), _CHUNK):
        CodedNote.objects.filter(pk__in=gone[start : start + _CHUNK]).delete()
    notes.filter(effects_seen__lt=effects_seen).update(effects_seen=effects_seen)
    if gone:
        record("icd.notes_forgotten", actor=None, project=project, notes=len(gone))
    return len(gone)
