"""Stores a measure of the engine in service."""

from __future__ import annotations

from typing import Any

from deidweb.audit.services import record
from deidweb.jobs.models import Job
from worker.models import SiteMeasure


def keep_site_measure(
    job: Job, *, engine: str, content_hash: str, result: dict[str, Any]
) -> SiteMeasure:
    """Call it in the job's publishing transaction."""
    measure = SiteMeasure.objects.create(
        project=job.project,
        engine=engine[:120],
        content_hash=content_hash,
        note_count=result["all"]["notes"],
        result=result,
        created_by=job.created_by,
    )
    record(
        "model.site_measured",
        actor=job.created_by,
        project=job.project,
        target=measure,
        notes=measure.note_count,
        engine=measure.engine,
    )
    return measure
