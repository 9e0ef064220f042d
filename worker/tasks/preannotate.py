"""Job "preannotate": the present engine reads every note that it has not read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Document, Layer, NoteAside
from annotation.selectors.identities import identities_of
from annotation.services.set_aside import set_aside
from annotation.services.store_suggestions import Suggested, store_suggestions
from deidweb.accounts.models import Project
from worker.engine.build import EngineError
from worker.selectors.engines import model_of
from worker.services.read_notes import ApartNoteReader, NoteReader, OnWait, Reading
from worker.tasks.context import JobContext, JobRefused

BATCH_NOTES: Final = 32
_HARMLESS: Final = "Vu ce jour."


def run(context: JobContext) -> dict[str, Any]:
    """No payload: the notes to do follow from the database, so an attempt goes on where the last
    one stopped. A note that fails twice is set aside, the others are read."""
    project = context.job.project
    try:
        reader = reader_for(project.pk)
    except EngineError:
        reason = _("Le modèle en service ne peut pas être lu. Revenez à un modèle précédent.")
        raise JobRefused(reason) from None
    try:
        return _read_all(context, project, reader)
    finally:
        reader.close()


def reader_for(project_id: UUID) -> NoteReader:
    """The project's engine, in a process of its own. Raises EngineError."""
    return ApartNoteReader(model_of(project_id), Path(settings.ENGINE_CACHE))


def _read_all(context: JobContext, project: Project, reader: NoteReader) -> dict[str, Any]:
    total = notes_to_do(project, reader.version).count()
    done = spans = aside = 0
    context.check(0, total)
    for notes in _batches(project, reader.version):
        read = _read(reader, notes, partial(context.check, done, total))
        found = [(note, reading) for note, reading in read if not reading.failure]
        unread = [(note, reading) for note, reading in read if reading.failure]
        with transaction.atomic():
            context.assert_owned()
            store_suggestions(
                [_suggested(note, reading) for note, reading in found],
                engine_version=reader.version,
            )
            for note, reading in unread:
                set_aside(note, NoteAside.Why(reading.failure))
        done += len(notes)
        aside += len(unread)
        spans += sum(len(reading.spans) for _note, reading in found)
        context.check(done, max(done, total), _said(aside))
    result = {"documents": done - aside, "spans": spans, "engine": reader.version}
    return result | ({"aside": aside} if aside else {})


def _said(aside: int) -> str:
    """For the job's line; "" when all notes were read."""
    if not aside:
        return ""
    words = ngettext("%(count)d note écartée", "%(count)d notes écartées", aside)
    return words % {"count": aside}


def notes_to_do(project: Project, engine_version: str) -> QuerySet[Document]:
    """Notes without a suggestion of this engine version, in order of arrival."""
    done = Layer.objects.filter(
        document=OuterRef("pk"), kind=Layer.Kind.SUGGESTION, engine_version=engine_version
    )
    return Document.objects.filter(~Exists(done), project=project).order_by("position", "pk")


def _batches(project: Project, engine_version: str) -> Iterator[list[Document]]:
    """What is stored leaves the query, so each batch is its head."""
    while notes := list(notes_to_do(project, engine_version)[:BATCH_NOTES]):
        yield notes


def _read(
    reader: NoteReader, notes: list[Document], on_wait: OnWait
) -> list[tuple[Document, Reading]]:
    known = identities_of({note.patient_id for note in notes if note.patient_id})
    identities = [known[note.patient_id] if note.patient_id else None for note in notes]
    read = reader.read([note.text for note in notes], identities, on_wait)
    if any(reading.failure for reading in read):
        _require_sound(reader, on_wait)
    return list(zip(notes, read, strict=True))


def _require_sound(reader: NoteReader, on_wait: OnWait) -> None:
    """Raises EngineError when the engine reads nothing at all: it is at fault then, or the machine, and no note."""
    (reading,) = reader.read([_HARMLESS], [None], on_wait)
    if reading.failure:
        raise EngineError(reading.failure)


def _suggested(note: Document, reading: Reading) -> Suggested:
    if reading.priority is None:
        raise ValueError("a note without its urgency")
    return Suggested(note, reading.spans, reading.priority)
