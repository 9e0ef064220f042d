"""Searches for lines that come back."""

from __future__ import annotations

from typing import Final

from deidweb.accounts.models import Project
from deidweb.jobs.models import Job

LINES: Final = "learn_lines"


def running_line_search(project: Project) -> Job | None:
    """The one that waits or runs."""
    return Job.objects.filter(project=project, kind=LINES).exclude(state__in=Job.FINISHED).first()
