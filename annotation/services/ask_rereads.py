"""Puts notes before all others of the queue, to be read again, and takes that back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Document, Layer, Reread
from annotation.selectors.queue import waiting_rereads, work_settings
from annotation.selectors.readers import annotators
from annotation.services.assign_notes import Assigned, held_notes
from annotation.services.change_work import BadReaderError
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record

_AT_WORK: Final = (Document.State.IN_PROGRESS, Document.State.COMPARE)


@transaction.atomic
def ask_rereads(
    *,
    actor: User,
    project: Project,
    documents: Sequence[UUID],
    model_number: int,
    reader_id: int | None = None,
) -> Assigned:
    """In this order: the model of that number lost something in them. `reader_id` None: whoever comes first.

    Left as they are: notes on which somebody is at work, those that wait to be read again already, and, where two
    people read a note, those that the person has not read. Raises BadReaderError, Http404 for a note of elsewhere,
    PermissionDenied.
    """
    require(actor, project, Permission.MANAGE_WORK)
    if reader_id is not None and reader_id not in annotators(project):
        raise BadReaderError(_("Cette personne n'annote pas dans ce projet."))
    held = {note.pk: note for note in held_notes(project, documents)}
    left = waiting_rereads(documents) | _of_others(project, documents, reader_id)
    chosen = [held[pk] for pk in documents if pk not in left and held[pk].state not in _AT_WORK]
    for note in chosen:
        Reread.objects.create(
            project=project, document=note, model_number=model_number, user_id=reader_id, by=actor
        )
        record(
            "note.reread_asked",
            actor=actor,
            project=project,
            target=note,
            model=model_number,
            reader=str(reader_id or ""),
        )
    return Assigned(len(chosen), len(documents) - len(chosen))


@transaction.atomic
def take_back_rereads(*, actor: User, project: Project, model_number: int | None) -> int:
    """Those for this model (None: for any) that nobody has done leave the front of the queue; how many. What is begun
    goes on."""
    require(actor, project, Permission.MANAGE_WORK)
    waiting = Reread.objects.filter(project=project, done_at=None)
    if model_number is not None:
        waiting = waiting.filter(model_number=model_number)
    rows = list(waiting.select_related("document").defer("document__text"))
    for row in rows:
        row.delete()
        record(
            "note.reread_taken_back",
            actor=actor,
            project=project,
            target=row.document,
            model=row.model_number,
        )
    return len(rows)


def _of_others(project: Project, documents: Sequence[UUID], reader_id: int | None) -> set[UUID]:
    """Notes that have their two readers without this person."""
    if reader_id is None or work_settings(project).readers == 1:
        return set()
    readers: dict[UUID, set[int | None]] = {}
    layers = Layer.objects.filter(document__in=documents, kind=Layer.Kind.ANNOTATOR)
    for note, author in layers.values_list("document", "author"):
        readers.setdefault(note, set()).add(author)
    return {note for note, own in readers.items() if len(own) > 1 and reader_id not in own}
