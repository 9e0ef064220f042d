"""What a handler gets: the job, progress, cancellation."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from django.conf import settings
from django.db import OperationalError, connection

from deidweb.jobs import services
from deidweb.jobs.models import Job

logger = logging.getLogger(__name__)
_PAUSE_S: Final = 0.5


class JobRefused(Exception):
    """The input is at fault; the message (French) is shown and nothing is tried again."""


class JobCancelled(Exception):
    """The person asked to stop; raised by the handler between two batches."""


class LeaseLost(Exception):
    """Another attempt owns the job: stop without publishing anything."""


Handler = Callable[["JobContext"], dict[str, Any]]


@dataclass(slots=True)
class JobContext:
    """Handed to every handler. A handler publishes its effect in one transaction that begins
    with `assert_owned()`; what it returns becomes `Job.result`."""

    job: Job
    _stop: threading.Event = field(default_factory=threading.Event)
    _checked_at: float = 0.0

    def progress(
        self, done: int, total: int, message: str = "", details: dict[str, Any] | None = None
    ) -> None:
        """Shows progress and renews the lease. `details` are plain numbers for the job's page."""
        fields: dict[str, Any] = {"progress_done": done, "progress_total": total}
        if details is not None:
            fields["details"] = details
        if message:
            fields["message"] = message
        if not services.heartbeat(self.job.pk, self.job.fence, **fields):
            raise LeaseLost

    def say(self, message: str) -> None:
        """Shows words without any progress; "" takes them back."""
        if not services.heartbeat(self.job.pk, self.job.fence, message=message):
            raise LeaseLost

    def is_cancelled(self) -> bool:
        return services.is_cancel_requested(self.job.pk)

    def check(self, done: int, total: int, message: str = "") -> None:
        """Progress, then JobCancelled if the person asked to stop. Between two batches."""
        self.progress(done, total, message)
        if self.is_cancelled():
            raise JobCancelled

    def check_often(self, done: int, total: int) -> None:
        """`check` where batches pass in milliseconds and each would write a row: twice a second, and at both ends."""
        now = time.monotonic()
        if done in (0, total) or now - self._checked_at >= _PAUSE_S:
            self._checked_at = now
            self.check(done, total)

    def assert_owned(self) -> None:
        """Raises LeaseLost unless this attempt still owns the job (locks the row)."""
        owned = Job.objects.select_for_update().filter(
            pk=self.job.pk, fence=self.job.fence, state=Job.State.RUNNING
        )
        if not owned.exists():
            raise LeaseLost

    def start_heartbeat(self) -> None:
        """A thread renews the lease while the handler computes."""
        threading.Thread(target=self._beat, daemon=True).start()

    def stop_heartbeat(self) -> None:
        self._stop.set()

    def _beat(self) -> None:
        try:
            while not self._stop.wait(settings.JOB_LEASE_SECONDS / 4):
                self._beat_once()
        finally:
            connection.close()

    def _beat_once(self) -> None:
        """A database that is busy for once ends no thread: the next beat comes before the lease runs out."""
        try:
            services.heartbeat(self.job.pk, self.job.fence)
        except OperationalError:
            logger.warning("job %s: a heartbeat was missed", self.job.pk)
