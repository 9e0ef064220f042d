"""What a handler gets: the job, progress, cancellation."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection, transaction
from django.utils import translation
from django.utils.translation import gettext as _

from deidweb.jobs import services
from deidweb.jobs.kinds import still_seconds
from deidweb.jobs.models import Job, in_words

logger = logging.getLogger(__name__)
_PAUSE_S: Final = 0.5
STILL: Final = 75  # the exit code of a process that ends because its job stood still


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
    with `assert_owned()`; what it returns becomes `Job.result`.

    Each call is a sign that the handler gets on. Where none comes for too long (`still_seconds`) the attempt is over and
    the process ends: another begins anew, and three attempts are enough."""

    job: Job
    _stop: threading.Event = field(default_factory=threading.Event)
    _checked_at: float = 0.0
    _signed_at: float = field(default_factory=time.monotonic)
    _thread: int = field(default_factory=threading.get_ident)
    _arming: threading.Lock = field(default_factory=threading.Lock)

    def progress(
        self, done: int, total: int, message: str = "", details: dict[str, Any] | None = None
    ) -> None:
        """Shows progress and renews the lease. `details` are plain numbers for the job's page."""
        fields: dict[str, Any] = {"progress_done": done, "progress_total": total}
        if details is not None:
            fields["details"] = details
        if message:
            fields["message"] = message
        self.sign()
        if not services.heartbeat(self.job.pk, self.job.fence, **fields):
            raise LeaseLost

    def sign(self) -> None:
        """It gets on, and there is nothing to show. Costs nothing; in any thread."""
        self._signed_at = time.monotonic()

    def say(self, message: str) -> None:
        """Shows words without any progress; "" takes them back."""
        if not services.heartbeat(self.job.pk, self.job.fence, message=message):
            raise LeaseLost

    def is_cancelled(self) -> bool:
        self.sign()
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

    def sign_or_stop(self) -> None:
        """While something else works for it: a sign twice a second, and JobCancelled if the person asked to stop."""
        if self.is_cancelled():
            raise JobCancelled

    def assert_owned(self) -> None:
        """Raises LeaseLost unless this attempt still owns the job (locks the row, till the caller's transaction ends)."""
        self.sign()
        owned = Job.objects.select_for_update().filter(
            pk=self.job.pk, fence=self.job.fence, state=Job.State.RUNNING
        )
        # without one of the caller's: PostgreSQL locks no row outside a transaction, and Django refuses to ask
        with transaction.atomic(savepoint=False):
            is_owned = owned.exists()
        if not is_owned:
            raise LeaseLost

    def start_heartbeat(self) -> None:
        """A thread renews the lease while the handler computes, and ends the process where it stands still."""
        self.sign()
        self._arm(still_seconds(self.job.kind))
        threading.Thread(target=self._beat, daemon=True).start()

    def stop_heartbeat(self) -> None:
        self._stop.set()
        self._arm(0)

    def _arm(self, seconds: float) -> None:
        """Each beat puts the alarm off. What holds the interpreter's lock (one regular expression on one text) lets no thread
        beat: then the kernel ends the process, and the sweep finds the lease."""
        with self._arming:  # a last beat arms nothing after the end
            signal.setitimer(signal.ITIMER_REAL, 0 if self._stop.is_set() else seconds)

    def _beat(self) -> None:
        try:
            while not self._stop.wait(settings.JOB_LEASE_SECONDS / 4):
                self._beat_once()
        finally:
            connection.close()

    def _beat_once(self) -> None:
        """A database that is busy for once ends no thread: the next beat comes before the lease runs out."""
        still, most = time.monotonic() - self._signed_at, still_seconds(self.job.kind)
        self._arm(most + settings.JOB_LEASE_SECONDS)
        try:
            if still > most:
                self._give_up(still)
            else:
                services.heartbeat(self.job.pk, self.job.fence, still_for=still)
        except OperationalError:
            logger.warning("job %s: a heartbeat was missed", self.job.pk)

    def _give_up(self, still: float) -> None:
        """The attempt is spent. A database that the handler itself holds says nothing of why: its lease runs out."""
        logger.error("job %s stands still: %s at %s", self.job.pk, self.job.kind, self._place())
        try:
            with translation.override(settings.LANGUAGE_CODE):
                is_ours = services.attempt_failed(self.job, self._reason(still), delay_seconds=0)
        except DatabaseError:
            is_ours = True
        # Not ours: it has just ended by itself, or another attempt owns it and it stands here still.
        if is_ours or not self._stop.wait(settings.JOB_LEASE_SECONDS):
            end_process()

    def _reason(self, still: float) -> str:
        now = Job.objects.filter(pk=self.job.pk).values_list("progress_done", "progress_total")
        done, total = now.first() or (0, 0)
        return _(
            "Le travail n'avançait plus depuis %(time)s (%(done)d sur %(total)d) : son processus a été arrêté."
        ) % {"time": in_words(round(still)), "done": done, "total": total}

    def _place(self) -> str:
        """File and line where the handler stands, and nothing that it holds."""
        frame = sys._current_frames().get(self._thread)
        return f"{frame.f_code.co_filename.rsplit('/', 1)[-1]}:{frame.f_lineno}" if frame else "?"


def end_process() -> None:
    """At once, whatever the other threads do; who started it starts another."""
    os._exit(STILL)
