"""Whether this machine has just slept (a laptop that was shut, a virtual machine that was suspended).

Leases follow the clock on the wall, and run out meanwhile, though their workers go on with the machine. To count that as a failed
attempt would end a training of days on the third evening.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.conf import settings


@dataclass(slots=True)
class Waking:
    """Of one process, which asks every few seconds while it is awake."""

    _asleep: float | None = None  # how far the wall's clock is ahead of the time awake
    _until: float = float("-inf")

    def has_just_woken(self) -> bool:
        """Till one lease later: who lives has renewed his own by then."""
        awake = time.monotonic()  # stands still while the machine sleeps
        asleep, before = time.time() - awake, self._asleep
        self._asleep = asleep
        if before is not None and asleep - before > settings.JOB_LEASE_SECONDS / 2:
            self._until = awake + settings.JOB_LEASE_SECONDS
        return awake < self._until


waking = Waking()
