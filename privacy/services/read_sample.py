"""Opens one note of an export's sample, before and after; each opening leaves a line in the journal.

The note behind a pseudonym is found with the study's key, while it exists on this machine. Opening gives a seal that
ticking asks for: nobody ticks a note of this build that was not shown to him.
"""

from __future__ import annotations

from typing import Final

from django.core import signing
from django.http import Http404

from annotation.domain.notes import Note
from annotation.models import Document
from annotation.selectors.in_force import notes_in_force
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.domain.exported_note import Mark, pseudonym_in, read_replaced
from privacy.domain.pseudonyms import pseudonym
from privacy.domain.reading.sampled import SampledNote
from privacy.models import ExportRequest
from privacy.selectors.export_files import open_export_file
from privacy.selectors.export_notes import note_of
from privacy.services.keep_keys import StudyKeyError, load_key

_SALT: Final = "deidweb/export-note/1"
SEAL_SECONDS: Final = 12 * 3600


def read_sampled(*, actor: User, export: ExportRequest, rank: int) -> SampledNote:
    """The note of that rank (from 1) of the present build. Raises Http404, PermissionDenied."""
    require(actor, export.project, Permission.DECIDE_EXPORT)
    if not 1 <= rank <= len(export.sample):
        raise Http404
    chosen = export.sample[rank - 1]
    public_id = chosen["public_id"]
    text, marks = _exported(export, public_id)
    before = _original(export, public_id)
    record(
        "export.note_read", actor=actor, project=export.project, target=export,
        sha256=export.sha256, note=public_id,
    )  # fmt: skip
    return SampledNote(
        rank=rank,
        public_id=public_id,
        why=chosen["why"],
        reasons=chosen["reasons"],
        seal=signing.dumps(_sealed(export, public_id, actor), salt=_SALT),
        before=before,
        after=text,
        marks=marks,
        doubts=chosen["doubts"],
        findings=[one for one in export.findings if one["public_id"] == public_id],
    )


def is_sealed(seal: str, export: ExportRequest, public_id: str, actor: User) -> bool:
    """True when this very note of this build was shown to the person, today."""
    try:
        told = signing.loads(seal, salt=_SALT, max_age=SEAL_SECONDS)
    except signing.BadSignature:
        return False
    return bool(told == _sealed(export, public_id, actor))


def _sealed(export: ExportRequest, public_id: str, actor: User) -> list[str]:
    return [str(export.pk), export.sha256, public_id, str(actor.pk)]


def _exported(export: ExportRequest, public_id: str) -> tuple[str, list[Mark]]:
    file = open_export_file(export)
    if file is None:
        raise Http404
    with file:
        for line in file:
            if pseudonym_in(line) == public_id:
                _id, text, marks = read_replaced(line)
                return text, marks
    raise Http404


def _original(export: ExportRequest, public_id: str) -> Note | None:
    """With the spans in force now; a steward reads the sample's notes by the right to decide, whatever else he may
    read."""
    try:
        key = load_key(export.study_id, export.key_version)
    except StudyKeyError:
        return None
    notes = Document.objects.filter(project=export.project)
    found = (
        pk
        for pk, external_id in notes.values_list("pk", "external_id").iterator()
        if pseudonym(key, "note", external_id) == public_id
    )
    pk = next(found, None)
    if pk is None:
        return None
    documents = list(notes.filter(pk=pk).select_related("patient"))
    return next(map(note_of, notes_in_force(documents)), None)
