"""Searches for the parameters of a training."""

from __future__ import annotations

from typing import Final

from deidweb.accounts.models import Project
from deidweb.jobs.models import Job

SEARCH: Final = "search_ner"


def running_search(project: Project) -> Job | None:
    """The search that waits or runs."""
    return Job.objects.filter(project=project, kind=SEARCH).exclude(state__in=Job.FINISHED).first()


def newest_search(project: Project) -> Job | None:
    """The one whose trials the page shows."""
    return Job.objects.filter(project=project, kind=SEARCH).order_by("-created_at").first()
