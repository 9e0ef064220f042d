"""Job `backfill`. See annotation.services.backfill."""

from __future__ import annotations

from typing import Any

from annotation.services.backfill import catch_up
from worker.tasks.context import JobContext


def run(context: JobContext) -> dict[str, Any]:
    """No payload. What is done is kept when the job is stopped."""
    return dict(catch_up(context.job.project, context.check, context.assert_owned))
