"""Stores a measure of the engine in service, and how each note was read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from annotation.models import Document
from deidweb.audit.services import record
from deidweb.jobs.models import Job
from worker.models import MeasuredNote, SiteMeasure
from worker.training.judged import JudgedNote


def keep_site_measure(
    job: Job,
    *,
    engine: str,
    content_hash: str,
    result: dict[str, Any],
    notes: Sequence[JudgedNote],
    is_recent: bool = False,
) -> SiteMeasure:
    """A note deleted meanwhile is left out. Call it in the job's publishing transaction."""
    measure = SiteMeasure.objects.create(
        project=job.project,
        job=job,
        is_recent=is_recent,
        engine=engine[:120],
        content_hash=content_hash,
        note_count=result["all"]["notes"],
        result=result,
        created_by=job.created_by,
    )
    wanted = Document.objects.filter(pk__in=[note.note for note in notes])
    there = {str(pk) for pk in wanted.values_list("pk", flat=True)}
    MeasuredNote.objects.bulk_create(
        [
            MeasuredNote(measure=measure, document_id=note.note, judged=note.to_json())
            for note in notes
            if note.note in there
        ],
        batch_size=200,
    )
    record(
        "model.recent_measured" if is_recent else "model.site_measured",
        actor=job.created_by,
        project=job.project,
        target=measure,
        notes=measure.note_count,
        engine=measure.engine,
        **({"falls": len(result["falls"])} if is_recent else {}),
    )
    return measure
