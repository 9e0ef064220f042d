"""Freezes the accepted codes of a project."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.db.models import Max

from deidweb.accounts.models import Project, User
from deidweb.audit.services import record
from icdcoder.models import CodeSnapshot
from icdcoder.selectors.accepted import AcceptedNote, accepted_notes


@transaction.atomic
def take_snapshot(*, actor: User, project: Project) -> CodeSnapshot:
    """The snapshot of what is coded to the end now; the one that is there already when nothing has changed.

    The caller has asked whether the person may. Example of a line: {"id": …, "text": …, "stay": …, "patient": {"id": …}, "codes": ["I10"],
    "hidden": [[5, 9]]}.
    """
    notes = list(accepted_notes(project))
    lines = [json.dumps(_told(note), ensure_ascii=False, sort_keys=True) for note in notes]
    content = "".join(f"{line}\n" for line in lines).encode()
    address = hashlib.sha256(content).hexdigest()
    known = CodeSnapshot.objects.filter(project=project, address=address).first()
    if known is not None:
        if not known.content:  # emptied while nobody could tell whose notes these are
            known.content = gzip.compress(content, mtime=0)
            CodeSnapshot.objects.filter(pk=known.pk).update(content=known.content)
        return known
    last = CodeSnapshot.objects.filter(project=project).aggregate(last=Max("number"))["last"]
    snapshot = CodeSnapshot.objects.create(
        project=project,
        number=(last or 0) + 1,
        address=address,
        content=gzip.compress(content, mtime=0),
        note_count=len(notes),
        stay_count=len({note.stay or note.id for note in notes}),
        code_count=len({code for note in notes for code in note.codes}),
        created_by=actor,
    )
    record(
        "icd.snapshot",
        actor=actor,
        project=project,
        target=snapshot,
        number=snapshot.number,
        notes=snapshot.note_count,
    )
    return snapshot


def _told(note: AcceptedNote) -> dict[str, Any]:
    """Notes coded before `hidden` was kept give the same line, and so the same snapshot, as ever."""
    return {name: value for name, value in asdict(note).items() if name != "hidden" or value}
