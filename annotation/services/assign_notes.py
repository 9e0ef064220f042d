"""Gives single notes to people by name, and takes that back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from annotation.models import Assignment, Document, Skip
from annotation.selectors.queue import work_settings
from annotation.selectors.readers import annotators
from annotation.services.change_work import BadReaderError
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record

_READ = (Document.State.COMPARE, Document.State.GOLD)


@dataclass(frozen=True, slots=True)
class Assigned:
    """`left` counts the notes of the choice that were left as they were."""

    notes: int
    left: int


@transaction.atomic
def assign_notes(
    *, actor: User, project: Project, documents: Collection[UUID], reader_id: int
) -> Assigned:
    """Gives the notes to one person. With one reader a note, whoever had it loses it; with two, the
    person joins the one who has it.

    Left as they are: notes that are read already, that the person has or passed by, or that two
    people have. Raises BadReaderError, Http404 for a note of elsewhere, PermissionDenied.
    """
    require(actor, project, Permission.MANAGE_WORK)
    if reader_id not in annotators(project):
        raise BadReaderError(_("Cette personne n'annote pas dans ce projet."))
    readers = work_settings(project).readers
    passed = set(
        Skip.objects.filter(document__in=documents, user=reader_id).values_list(
            "document", flat=True
        )
    )
    given = 0
    for note in held_notes(project, documents):
        if note.state in _READ or note.pk in passed:
            continue
        given += _give(actor, note, reader_id, readers)
    return Assigned(given, len(documents) - given)


def _give(actor: User, note: Document, reader_id: int, readers: int) -> bool:
    present = set(Assignment.objects.filter(document=note).values_list("user_id", flat=True))
    if reader_id in present or (readers > 1 and len(present) >= readers):
        return False
    if readers == 1:
        Assignment.objects.filter(document=note).delete()
    Assignment.objects.create(
        project_id=note.project_id, document=note, user_id=reader_id, by=actor
    )
    record(
        "note.assigned", actor=actor, project=note.project_id, target=note, reader=str(reader_id)
    )
    return True


@transaction.atomic
def release_notes(*, actor: User, project: Project, documents: Collection[UUID]) -> Assigned:
    """The notes go to everybody again, or to whom their type goes; what is begun stays.

    Raises Http404, PermissionDenied.
    """
    require(actor, project, Permission.MANAGE_WORK)
    freed = 0
    for note in held_notes(project, documents):
        count, _rows = Assignment.objects.filter(document=note).delete()
        if count:
            freed += 1
            record("note.released", actor=actor, project=project, target=note)
    return Assigned(freed, len(documents) - freed)


def held_notes(project: Project, documents: Collection[UUID]) -> list[Document]:
    """Locked, in one order; all of them or Http404."""
    notes = Document.objects.select_for_update(of=("self",)).filter(
        project=project, pk__in=documents
    )
    found = list(notes.defer("text").order_by("pk"))
    if len(found) != len(set(documents)):
        raise Http404
    return found
