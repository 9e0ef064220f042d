"""Job "preannotate": the present engine reads every note that it has not read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from annotation.models import Document, Layer
from annotation.selectors.identities import identities_of
from annotation.services.store_suggestions import Suggested, store_suggestions
from deidweb.accounts.models import Project
from worker.engine.build import EngineError
from worker.engine.detector import Detector
from worker.selectors.engines import detector_for
from worker.tasks.context import JobContext, JobRefused

BATCH_NOTES: Final = 32


def run(context: JobContext) -> dict[str, Any]:
    """No payload: the notes to do follow from the database, so an attempt goes on where the last
    one stopped."""
    project = context.job.project
    try:
        detector = detector_for(project.pk)
    except EngineError:
        reason = _("Le modèle en service ne peut pas être lu. Revenez à un modèle précédent.")
        raise JobRefused(reason) from None
    total = notes_to_do(project, detector.version).count()
    done = spans = 0
    context.check(0, total)
    for notes in _batches(project, detector.version):
        suggested = _detect(detector, notes)
        with transaction.atomic():
            context.assert_owned()
            store_suggestions(suggested, engine_version=detector.version)
        done += len(notes)
        spans += sum(len(item.spans) for item in suggested)
        context.check(done, max(done, total))
    return {"documents": done, "spans": spans, "engine": detector.version}


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


def _detect(detector: Detector, notes: list[Document]) -> list[Suggested]:
    known = identities_of({note.patient_id for note in notes if note.patient_id})
    identities = [known[note.patient_id] if note.patient_id else None for note in notes]
    found = detector.detect([note.text for note in notes], identities)
    return [Suggested(note, spans) for note, spans in zip(notes, found, strict=True)]
