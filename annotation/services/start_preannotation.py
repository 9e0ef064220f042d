"""Queues the reading of notes by the present engine."""

from __future__ import annotations

from django.db import transaction

from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job


@transaction.atomic
def start_preannotation(*, actor: User, project: Project) -> Job:
    """Queues a pre-annotation of the notes that the present engine has not seen.

    The one that waits already is returned instead of a second.
    """
    require(actor, project, Permission.RUN_JOBS)
    lock_project(project)  # of two people one starts it
    return queue_preannotation(actor=actor, project=project, follows=False)


@transaction.atomic
def queue_preannotation(*, actor: User | None, project: Project, follows: bool = True) -> Job:
    """The same for a job that has its permission already (the end of an import)."""
    waiting = Job.objects.filter(project=project, kind="preannotate", state=Job.State.QUEUED)
    return waiting.first() or jobs.enqueue(
        kind="preannotate", project=project, actor=actor, follows=follows
    )
