"""The database owns every job; the broker only wakes workers."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from deidweb.accounts.models import Project
from deidweb.jobs.kinds import IN_SHARES, MAY_STOP_EARLY, TELL_AT_END, still_seconds, title_of

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deidweb.accounts.models import User


_WORTH_TELLING: Final = 100  # seconds, from where on they are told in minutes


class JobQuerySet(models.QuerySet["Job"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Jobs of the person's projects."""
        return self.filter(project__in=Project.objects.visible_to(user))


class Job(models.Model):
    """`payload` holds ids and options, never text. See docs/architecture.md."""

    class State(models.TextChoices):
        QUEUED = "queued", _("en attente")
        RUNNING = "running", _("en cours")
        DONE = "done", _("terminé")
        FAILED = "failed", _("refusé")  # the input is at fault: trying again would not help
        DEAD = "dead", _("abandonné")  # three attempts failed
        CANCELLED = "cancelled", _("annulé")

    FINISHED = (State.DONE, State.FAILED, State.DEAD, State.CANCELLED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="jobs")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    # they have started it again: what it makes is made at their word, too
    retried_by = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+")
    payload = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    attempt = models.PositiveSmallIntegerField(default=0)
    fence = models.PositiveIntegerField(default=0)  # counts all claims, never goes back
    worker = models.CharField(max_length=120, blank=True)
    cancel_requested = models.BooleanField(default=False)
    progress_done = models.PositiveIntegerField(default=0)
    progress_total = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=300, blank=True)
    error = models.TextField(blank=True)
    result = models.JSONField(default=dict)
    details = models.JSONField(default=dict)  # live figures of a training
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    # its process lives (heartbeat_at) and it gets on (progressed_at)
    progressed_at = models.DateTimeField(null=True)
    lease_until = models.DateTimeField(null=True)
    run_after = models.DateTimeField(null=True)
    dispatched_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["state", "lease_until"], name="job_state_lease")]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def is_finished(self) -> bool:
        return self.state in self.FINISHED

    @property
    def percent(self) -> int:
        return 100 * self.progress_done // self.progress_total if self.progress_total else 0

    @property
    def counts_things(self) -> bool:
        """Whether its progress counts what a person knows, notes or patients."""
        return self.kind not in IN_SHARES

    @property
    def may_stop_early(self) -> bool:
        return self.kind in MAY_STOP_EARLY

    @property
    def most_attempts(self) -> int:
        return int(settings.JOB_MAX_ATTEMPTS)

    @property
    def title(self) -> str:
        return title_of(self.kind)

    @property
    def words(self) -> str:
        """What it says of itself: « lecture du modèle » as long as it is so."""
        is_past = self.state == self.State.DONE and self.kind not in TELL_AT_END
        return "" if is_past else self.message

    @property
    def remaining_seconds(self) -> int | None:
        """Time left at this attempt's pace; None before there is a pace, and once everything that was counted
        is done: what a job does at its end (checks, files) has no pace. Nor has what it did before it counted
        (`worker.tasks.pace`).

        Example: 300 of 3000 in a minute, 200 of them done by the attempt before → 100 a minute, 27 minutes left."""
        done = self.progress_done - self.details.get("resumed_at", 0)
        left = self.progress_total - self.progress_done
        if self.started_at is None or done <= 0 or left <= 0:
            return None
        began = max(self.started_at.timestamp(), self.details.get("counts_since", 0.0))
        elapsed = timezone.now().timestamp() - began
        return max(1, round(elapsed / done * left))

    @property
    def remaining(self) -> str:
        """The time left in words; empty when there is nothing to say, as of a job that is being stopped."""
        is_unsure = self.is_silent or self.is_still or self.cancel_requested
        seconds = None if is_unsure else self.remaining_seconds
        return "" if seconds is None else in_words(seconds)

    @property
    def running_for(self) -> str:
        """How long this attempt has been at it, in words; empty in its first two minutes."""
        if self.state != self.State.RUNNING or self.started_at is None:
            return ""
        seconds = round((timezone.now() - self.started_at).total_seconds())
        return in_words(seconds) if seconds >= _WORTH_TELLING else ""

    @property
    def is_finishing(self) -> bool:
        """Everything that was counted is done, the job is not: its last steps."""
        is_running = self.state == self.State.RUNNING and not self.cancel_requested
        return is_running and 0 < self.progress_total <= self.progress_done

    @property
    def is_silent(self) -> bool:
        """Its worker has missed several signs of life: the sweep will hand it to another."""
        if self.state != self.State.RUNNING or self.heartbeat_at is None:
            return False
        return timezone.now() - self.heartbeat_at > timedelta(
            seconds=settings.JOB_LEASE_SECONDS / 2
        )

    @property
    def is_still(self) -> bool:
        """Its process lives and it has not got on for a third of the time that it may take."""
        most = timedelta(seconds=still_seconds(self.kind) / 3)
        return self.state == self.State.RUNNING and self._still_for > most

    @property
    def still_for(self) -> str:
        """Since when it has not got on, in words; empty while it does."""
        return in_words(round(self._still_for.total_seconds())) if self.is_still else ""

    @property
    def _still_for(self) -> timedelta:
        now = timezone.now()
        return now - (self.progressed_at or now)

    @property
    def duration(self) -> str:
        """The length of the last attempt in words; empty before it ended."""
        seconds = self.duration_seconds
        return "" if seconds is None else in_words(seconds)

    @property
    def duration_seconds(self) -> int | None:
        """Length of the last attempt; None before it ended."""
        if not (self.started_at and self.finished_at):
            return None
        return round((self.finished_at - self.started_at).total_seconds())


def in_words(seconds: int) -> str:
    """ "45 s", "3 min", "2 h 05"."""
    if seconds < 100:
        return gettext("%(seconds)d s") % {"seconds": seconds}
    minutes = round(seconds / 60)
    if minutes < 100:
        return gettext("%(minutes)d min") % {"minutes": minutes}
    return gettext("%(hours)d h %(minutes)02d") % {"hours": minutes // 60, "minutes": minutes % 60}
