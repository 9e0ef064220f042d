"""Queues, for each project whose turn it is, a measure of the engine in service on recently validated notes."""

from __future__ import annotations

from django.db import transaction

from deidweb.accounts.models import Project
from deidweb.jobs import services as jobs
from worker.selectors.site_measures import RECENT, is_due


def request_recent_measures() -> int:
    """How many were queued. Asked twice at once, or again at any moment, it queues nothing twice."""
    return sum(_request(each) for each in Project.objects.order_by("pk") if is_due(each))


@transaction.atomic
def _request(project: Project) -> bool:
    if jobs.under_way(project, RECENT) is not None or not is_due(project):
        return False
    jobs.enqueue(kind=RECENT, project=project, actor=None)
    return True
