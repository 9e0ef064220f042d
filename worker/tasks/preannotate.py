"""Job "preannotate": the present engine reads every note that it has not read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.domain.line_memory import Known, applied, version_of
from annotation.models import Document, Layer, NoteAside
from annotation.selectors.identities import identities_of
from annotation.selectors.memory import line_secret, memory_of
from annotation.services.set_aside import set_aside
from annotation.services.store_suggestions import Suggested, store_suggestions, suggested
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
        return _read_all(context, project, reader, memory_of(project))
    finally:
        reader.close()


def reader_for(project_id: UUID) -> NoteReader:
    """The project's engine, in a process of its own. Raises EngineError."""
    return ApartNoteReader(model_of(project_id), Path(settings.ENGINE_CACHE))


def _read_all(
    context: JobContext, project: Project, reader: NoteReader, memory: Mapping[str, Known]
) -> dict[str, Any]:
    """What the project remembers of its lines is a part of the engine: its version says so."""
    secret = line_secret(project)
    version = reader.version + (f"+{version_of(memory)}" if memory else "")
    total = notes_to_do(project, version).count()
    done = spans = aside = 0
    context.check(0, total)
    for notes in _batches(project, version):
        read = _read(reader, notes, partial(context.check, done, total))
        found = [(note, reading) for note, reading in read if not reading.failure]
        unread = [(note, reading) for note, reading in read if reading.failure]
        suggestions = [_suggested(note, reading, memory, secret) for note, reading in found]
        with transaction.atomic():
            context.assert_owned()
            store_suggestions(suggestions, engine_version=version)
            for note, reading in unread:
                set_aside(note, NoteAside.Why(reading.failure))
        done += len(notes)
        aside += len(unread)
        spans += sum(len(reading.spans) for _note, reading in found)
        context.check(done, max(done, total), aside_words(aside))
    result = {"documents": done - aside, "spans": spans, "engine": version}
    return result | ({"aside": aside} if aside else {})


def aside_words(aside: int) -> str:
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


def _suggested(
    note: Document, reading: Reading, memory: Mapping[str, Known], secret: bytes
) -> Suggested:
    if reading.priority is None:
        raise ValueError("a note without its urgency")
    spans = applied(note.text, reading.spans, memory, secret) if memory else reading.spans
    if list(spans) == list(reading.spans):
        return Suggested(note, reading.spans, reading.priority)
    return suggested(note, spans)
