"""Job `measure_agreement`. See annotation.services.measure_agreement."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from annotation.services.measure_agreement import measure_agreement, publish_agreement
from worker.tasks.context import JobContext


def run(context: JobContext) -> dict[str, Any]:
    """No payload."""
    job = context.job
    result = measure_agreement(job.project, context.check)
    with transaction.atomic():
        context.assert_owned()
        report = publish_agreement(project=job.project, actor=job.created_by, result=result)
    return {"report": str(report.pk), "notes": report.note_count}
