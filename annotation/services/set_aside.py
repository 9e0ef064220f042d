"""Notes that nothing reads any more: set aside, taken back, or removed for good."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Adjudication, Document, Layer, LayerSpan, NoteAside
from annotation.services.write_patients import PatientWriter
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record


class NotAsideError(Exception):
    """Only a note that is set aside can be taken back or removed."""


@transaction.atomic
def set_aside(document: Document, why: NoteAside.Why, words: str = "") -> None:
    """By a job, in the transaction that holds it: the note has failed it twice. The others go on without it. `words`: which job,
    where it was not the reading."""
    _aside, created = NoteAside.objects.get_or_create(
        document=document, defaults={"why": why, "words": words}
    )
    if created:
        record(
            "note.quarantined",
            actor=None,
            project=document.project_id,
            target=document,
            why=why.value,
        )


@transaction.atomic
def exclude_note(*, actor: User, document: Document, words: str) -> None:
    """By a person, who says why. Nothing is lost: `take_back` shows the note again as it was."""
    require(actor, document.project, Permission.IMPORT_NOTES)
    _aside, created = NoteAside.objects.get_or_create(
        document=document,
        defaults={"why": NoteAside.Why.PERSON, "words": words.strip()[:300], "by": actor},
    )
    if created:
        record("note.excluded", actor=actor, project=document.project_id, target=document)


@transaction.atomic
def take_back(*, actor: User, document: Document) -> None:
    """The note is read again, from where it stood. Raises NotAsideError."""
    require(actor, document.project, Permission.IMPORT_NOTES)
    _held(document).delete()
    record("note.taken_back", actor=actor, project=document.project_id, target=document)


@transaction.atomic
def delete_note(*, actor: User, document: Document) -> None:
    """The note, its layers, and its patient if nothing else speaks of him. Raises NotAsideError.

    Data sets and exports that were made before keep their copies: they say so on their pages by their dates.
    """
    require(actor, document.project, Permission.IMPORT_NOTES)
    _held(document)
    record("note.deleted", actor=actor, project=document.project_id, target=document)
    layers = Layer.staged_too.filter(document=document)
    Adjudication.objects.filter(document=document).delete()
    layers.update(source_layer=None)  # or a gold version holds the reading that it was made of
    LayerSpan.objects.filter(layer__document=document).delete()
    layers.delete()
    Document.staged_too.filter(pk=document.pk).delete()
    PatientWriter.drop_orphans(document.project)


def _held(document: Document) -> NoteAside:
    held = NoteAside.objects.select_for_update().filter(document=document).first()
    if held is None:
        raise NotAsideError(_("Cette note n'est pas écartée."))
    return held
