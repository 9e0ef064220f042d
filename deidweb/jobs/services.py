"""Life of a job row: enqueue, claim, heartbeat, close, sweep, cancel, retry.

Every write of a worker carries the `fence` number of its claim: a worker whose lease ran out (suspended machine,
long pause) cannot overwrite what the next attempt did.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project, User
from deidweb.audit.services import record
from deidweb.jobs.kinds import queue_of
from deidweb.jobs.models import Job
from deidweb.jobs.selectors import running_job

logger = logging.getLogger(__name__)
REDISPATCH_AFTER_SECONDS = 30
LONGEST_DELAY = timedelta(seconds=60)  # before another attempt: 40 s
# What an attempt has shown is not the next one's: the time left is reckoned from how far the attempt itself has come.
_UNBEGUN: Final[dict[str, Any]] = {"progress_done": 0, "message": ""}


class JobNotRetryable(Exception):
    """Only a dead, failed or cancelled job can be started again."""


class TooManyJobsError(Exception):
    """One person's jobs do not fill the queue for everybody else."""


def under_way(project: Project, kind: str) -> Job | None:
    """The newest of this kind that waits or runs, for who would start one: until the transaction ends nobody else starts it.

    Before any line of the journal: who holds the project waits for the journal's end."""
    lock_project(project)
    return running_job(project, kind)


def enqueue(
    *,
    kind: str,
    project: Project,
    actor: User | None,
    payload: dict[str, Any] | None = None,
    follows: bool = False,
) -> Job:
    """Inserts the row in the caller's transaction and wakes a worker after commit. Raises TooManyJobsError, answered 429,
    unless the job `follows` from something that was done: that is never refused for it."""
    with transaction.atomic():
        job = Job.objects.create(
            kind=kind, project=project, created_by=actor, payload=payload or {}
        )
        record("job.enqueued", actor=actor, project=project, target=job, kind=kind)
        # counted while the journal is held: of two at the same moment one sees the other's
        if actor is not None and not follows and _has_too_many(actor):
            raise TooManyJobsError
        transaction.on_commit(lambda: dispatch(job.pk, kind))
    return job


def _has_too_many(user: User) -> bool:
    waiting = Job.objects.filter(created_by=user).exclude(state__in=Job.FINISHED)
    return bool(waiting.count() > settings.JOBS_PER_PERSON)


def dispatch(job_id: UUID, kind: str) -> None:
    """Tells the broker. A broker that is away is no error: the sweeper sends again."""
    Job.objects.filter(pk=job_id).update(dispatched_at=timezone.now())
    try:
        current_app.send_task(
            "worker.run_job", args=[str(job_id)], queue=queue_of(kind), retry=False
        )
    except Exception as error:  # noqa: BLE001 - kombu's transports raise whatever they like
        logger.warning("broker unreachable, job %s waits: %s", job_id, type(error).__name__)


def claim(job_id: UUID, *, worker: str) -> Job | None:
    """Takes the job by one conditional UPDATE; None when it isn't there to be taken."""
    now = timezone.now()
    free = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, lease_until__lt=now)
    taken = (
        Job.objects.filter(free & _is_due(now), pk=job_id, attempt__lt=settings.JOB_MAX_ATTEMPTS)
        .exclude(cancel_requested=True)
        .update(
            state=Job.State.RUNNING,
            attempt=F("attempt") + 1,
            fence=F("fence") + 1,
            worker=worker,
            started_at=now,
            heartbeat_at=now,
            progressed_at=now,
            lease_until=now + timedelta(seconds=settings.JOB_LEASE_SECONDS),
            error="",
            **_UNBEGUN,
        )
    )
    return Job.objects.select_related("project", "created_by").get(pk=job_id) if taken else None


def heartbeat(job_id: UUID, fence: int, *, still_for: float = 0.0, **progress: Any) -> bool:
    """Renews the lease (and writes progress). `still_for`: seconds since the job last got on. False: it isn't ours any more."""
    now = timezone.now()
    return bool(
        Job.objects.filter(pk=job_id, fence=fence, state=Job.State.RUNNING).update(
            heartbeat_at=now,
            progressed_at=now - timedelta(seconds=still_for),
            lease_until=now + timedelta(seconds=settings.JOB_LEASE_SECONDS),
            **progress,
        )
    )


def _close(job: Job, state: Job.State, **fields: Any) -> bool:
    closed = Job.objects.filter(pk=job.pk, fence=job.fence, state=Job.State.RUNNING).update(
        state=state, finished_at=timezone.now(), lease_until=None, **fields
    )
    if closed:
        record(f"job.{state}", actor=None, project=job.project, target=job, attempt=job.attempt)
    return bool(closed)


@transaction.atomic
def finish(job: Job, result: dict[str, Any]) -> bool:
    """Closes the job as done. Call it in the transaction that publishes the job's effect."""
    return _close(job, Job.State.DONE, result=result)


@transaction.atomic
def refuse(job: Job, reason: str) -> bool:
    """The input is at fault: no further attempt, the reason is shown."""
    return _close(job, Job.State.FAILED, error=reason)


@transaction.atomic
def mark_cancelled(job: Job) -> bool:
    return _close(job, Job.State.CANCELLED, message="")


@transaction.atomic
def attempt_failed(job: Job, reason: str, *, delay_seconds: float | None = None) -> bool:
    """Back to the queue after 10 s, then 40 s; dead after the last attempt. The reason is shown."""
    if job.attempt >= settings.JOB_MAX_ATTEMPTS and not is_cancel_requested(job.pk):
        return _close(job, Job.State.DEAD, error=reason)
    delay = 10 * 4 ** (job.attempt - 1) if delay_seconds is None else delay_seconds
    again = timezone.now() + timedelta(seconds=delay)
    return _wait_again(job, error=reason, run_after=again)


def _wait_again(job: Job, **fields: Any) -> bool:
    """Back to the queue; what somebody asked to stop meanwhile is cancelled: nobody could claim it."""
    mine = Job.objects.filter(pk=job.pk, fence=job.fence, state=Job.State.RUNNING)
    queued = mine.filter(cancel_requested=False).update(
        state=Job.State.QUEUED, lease_until=None, dispatched_at=None, **{**_UNBEGUN, **fields}
    )
    return bool(queued) or mark_cancelled(job)


def request_cancel(job: Job, *, actor: User) -> None:
    """Cancels a waiting job at once; a running one stops at its next batch."""
    with transaction.atomic():
        Job.objects.filter(pk=job.pk).exclude(state__in=Job.FINISHED).update(cancel_requested=True)
        Job.objects.filter(pk=job.pk, state=Job.State.QUEUED).update(
            state=Job.State.CANCELLED, finished_at=timezone.now()
        )
        record("job.cancel_requested", actor=actor, project=job.project, target=job)


def is_cancel_requested(job_id: UUID) -> bool:
    return Job.objects.filter(pk=job_id, cancel_requested=True).exists()


def retry(job: Job, *, actor: User) -> None:
    """Starts a dead, failed or cancelled job again with three fresh attempts."""
    with transaction.atomic():
        changed = Job.objects.filter(
            pk=job.pk, state__in=[Job.State.DEAD, Job.State.FAILED, Job.State.CANCELLED]
        ).update(
            state=Job.State.QUEUED,
            attempt=0,
            cancel_requested=False,
            error="",
            finished_at=None,
            run_after=None,
            **_UNBEGUN,
        )
        if not changed:
            raise JobNotRetryable(_("Ce travail ne peut pas être relancé dans son état actuel."))
        job.retried_by.add(actor)
        record("job.retried", actor=actor, project=job.project, target=job)
        transaction.on_commit(lambda: dispatch(job.pk, job.kind))


def asked_by(job: Job) -> list[User]:
    """Everybody at whose word the job has run: who asked for it, and who started it again."""
    if job.created_by is None:
        return list(job.retried_by.all())
    return [job.created_by, *job.retried_by.exclude(pk=job.created_by.pk)]


def worker_name(pid: int) -> str:
    """What a claim says of the process that holds it, on this machine."""
    return f"{socket.gethostname()}:{pid}"


def worker_gone(worker: str) -> None:
    """Its jobs need not wait for their leases: who calls has seen the process end."""
    _attempts_lost(worker=worker)


@transaction.atomic
def hand_back() -> None:
    """Every running job waits again, and the attempt that was cut off does not count.

    For the start of an installation whose workers have all ended: stopping the machine each evening
    is no failure of a job that lasts days. A worker that lives on after all loses its lease.
    """
    for job in Job.objects.filter(state=Job.State.RUNNING):
        _wait_again(job, attempt=F("attempt") - 1, run_after=None)


def _attempts_lost(**of: Any) -> None:
    """Running jobs whose process has ended: the attempt is spent, the next one need not wait."""
    reason = _("Le processus de travail s'est arrêté en cours de route.")
    for job in Job.objects.filter(state=Job.State.RUNNING, **of):
        attempt_failed(job, reason, delay_seconds=0)


def waiting(queues: Collection[str]) -> list[UUID]:
    """Jobs of these queues that any worker of theirs could take now."""
    due = Job.objects.filter(
        _is_due(timezone.now()), state=Job.State.QUEUED, cancel_requested=False
    )
    return [pk for pk, kind in due.values_list("pk", "kind") if queue_of(kind) in queues]


def _is_due(now: datetime) -> Q:
    """No delay before the next attempt, or one that is over."""
    return Q(run_after__isnull=True) | Q(run_after__lte=now)


def _believe(now: datetime) -> None:
    """Over a clock that has been set back: a lease, a delay or a message that ends hours ahead would keep a job from everybody
    till then. Who holds a lease and lives renews it at his next beat."""
    lease = timedelta(seconds=settings.JOB_LEASE_SECONDS)
    running = Job.objects.filter(state=Job.State.RUNNING, lease_until__gt=now + 2 * lease)
    running.update(lease_until=now + lease)
    queued = Job.objects.filter(state=Job.State.QUEUED)
    queued.filter(run_after__gt=now + LONGEST_DELAY).update(run_after=now)
    queued.filter(dispatched_at__gt=now + LONGEST_DELAY).update(dispatched_at=None)


def sweep(*, has_just_woken: bool = False) -> int:
    """Finds what the broker or a dead worker lost; returns how many jobs were woken.

    Running with an expired lease: attempt spent, back to the queue (or dead). Queued, due and
    not sent for 30 s: sent again; a double delivery is harmless, `claim` takes a job once.
    `has_just_woken`: the machine has slept, and a lease that ran out meanwhile says nothing of its worker.
    """
    now = timezone.now()
    _believe(now)
    if not has_just_woken:
        _attempts_lost(lease_until__lt=now)
    stale = now - timedelta(seconds=REDISPATCH_AFTER_SECONDS)
    unsent = Job.objects.filter(
        _is_due(now),
        Q(dispatched_at__isnull=True) | Q(dispatched_at__lt=stale),
        Q(created_at__lt=now - timedelta(seconds=2)) | Q(created_at__gt=now),
        state=Job.State.QUEUED,
    )
    woken = 0
    for job_id, kind in unsent.values_list("pk", "kind"):
        dispatch(job_id, kind)
        woken += 1
    return woken
