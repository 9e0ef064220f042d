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


def newest_job(project: Project, kind: str) -> Job | None:
    """Finished or not. The caller has asked whether the person may see it."""
    return Job.objects.filter(project=project, kind=kind).order_by("-created_at").first()


def running_job(project: Project, kind: str) -> Job | None:
    """The newest that waits or runs."""
    jobs = Job.objects.filter(project=project, kind=kind).exclude(state__in=Job.FINISHED)
    return jobs.order_by("-created_at").first()


def stopped_job(project: Project, kind: str) -> Job | None:
    """The newest, if it failed: its reason is worth showing."""
    last = newest_job(project, kind)
    stopped = last is not None and last.state in (Job.State.FAILED, Job.State.DEAD)
    return last if stopped else None
