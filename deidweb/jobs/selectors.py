"""What pages ask about jobs."""

from __future__ import annotations

from django.db.models import QuerySet

from deidweb.accounts.models import Project, User
from deidweb.jobs.models import Job


def dead_jobs(user: User, project: Project) -> QuerySet[Job]:
    """Jobs that were given up after their last attempt: somebody must look at them."""
    return Job.objects.visible_to(user).filter(project=project, state=Job.State.DEAD)


def unfinished_jobs(user: User, project: Project, *kinds: str) -> QuerySet[Job]:
    """Jobs of these kinds that wait or run, the newest first."""
    states = [Job.State.QUEUED, Job.State.RUNNING]
    jobs = Job.objects.visible_to(user).filter(project=project, state__in=states)
    return jobs.filter(kind__in=kinds)
