"""Empties the frozen codes that hold notes which are gone: their patients have opposed."""

from __future__ import annotations

import gzip
import json

from django.db import transaction

from deidweb.accounts.models import Project
from deidweb.audit.services import record
from icdcoder.models import CodedNote, CodeSnapshot


@transaction.atomic
def forget_code_snapshots(project: Project, *, effects_seen: int) -> int:
    """Call it after `keep_coded_notes`. How many lost their content; their rows stay, so that one knows what a coder has
    learned from."""
    notes = CodedNote.objects.filter(project=project, effects_seen__gte=effects_seen).order_by()
    here = {str(pk) for pk in notes.values_list("pk", flat=True)}
    full = CodeSnapshot.objects.filter(project=project).exclude(content=b"").order_by()
    gone = 0
    for key in list(full.values_list("pk", flat=True)):
        snapshot = CodeSnapshot.objects.get(pk=key)
        lines = gzip.decompress(bytes(snapshot.content)).splitlines()
        if all(json.loads(line)["id"] in here for line in lines):
            continue
        CodeSnapshot.objects.filter(pk=snapshot.pk).update(content=b"")
        record("icd.notes_forgotten", actor=None, project=project, target=snapshot,
               notes=snapshot.note_count)  # fmt: skip
        gone += 1
    return gone
