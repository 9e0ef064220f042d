"""Jobs that somebody cancels while they run."""

from __future__ import annotations

from typing import Any

import pytest

from deidweb.accounts.models import User
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.tasks import run_job
from worker.tasks.context import JobContext


def run_cancelled_at(
    step: int, job: Job, actor: User, monkeypatch: pytest.MonkeyPatch
) -> list[tuple[Any, ...]]:
    """Runs the job, which `actor` cancels at its look number `step`, from 1; what it told of its progress at each look."""
    monkeypatch.setattr("worker.tasks.context._PAUSE_S", 0)
    check, looked = JobContext.check, []

    def cancelling(self: JobContext, *progress: Any) -> None:
        looked.append(progress)
        if len(looked) == step:
            jobs.request_cancel(job, actor=actor)
        check(self, *progress)

    with monkeypatch.context() as patched:
        patched.setattr(JobContext, "check", cancelling)
        run_job(str(job.pk))
    job.refresh_from_db()
    return looked
