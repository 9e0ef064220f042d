"""Whether this worker still hears: an idle one for which jobs wait has lost its broker without noticing (celery #8030, #10302).

That its process lives says nothing of it. The database owns the jobs, so it can tell: the sweep sends a waiting job again every
half minute, and who is idle and has taken none of them for minutes hears nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

from django.conf import settings

from deidweb.jobs.services import waiting


@dataclass(slots=True)
class Attention:
    """Of one process; `queues` are those that it serves."""

    queues: frozenset[str] = frozenset()
    _is_busy: bool = False
    _heard_at: float = field(default_factory=time.monotonic)
    _waiting: dict[UUID, float] = field(default_factory=dict)  # since when each is known to wait

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """A message has come; until its job has ended no other is taken."""
        self._is_busy = True
        try:
            yield
        finally:
            self._is_busy, self._heard_at = False, time.monotonic()

    def is_deaf(self) -> bool:
        """To be asked again and again: only what was seen to wait all the time counts."""
        now = time.monotonic()
        self._waiting = {pk: self._waiting.get(pk, now) for pk in waiting(self.queues)}
        since = min(self._waiting.values(), default=now)
        idle_since = now if self._is_busy else self._heard_at
        return now - max(since, idle_since) > settings.WORKER_DEAF_SECONDS


attention = Attention()
