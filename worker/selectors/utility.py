"""The last measure of what de-identification costs the codes of a project."""

from __future__ import annotations

from typing import Final

from deidweb.accounts.models import Project
from deidweb.jobs.models import Job

KIND: Final = "measure_utility"


def latest_utility(project: Project) -> Job | None:
    """The job, finished or not."""
    return Job.objects.filter(project=project, kind=KIND).order_by("-created_at").first()
