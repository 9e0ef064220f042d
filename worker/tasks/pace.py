"""From when an attempt counts, and from how much on: its pace tells the time that is left."""

from __future__ import annotations

import time
from typing import Any


class Counting:
    """What was done by an attempt before, and the time to read notes and to load a model, tell nothing of the pace.

    Example: the first call, `of(200)` at noon, and every later one give
    ``{"resumed_at": 200, "counts_since": noon in seconds}`` for the job's details.
    """

    def __init__(self) -> None:
        self._told: dict[str, Any] = {}

    def of(self, done: int) -> dict[str, Any]:
        self._told = self._told or {"resumed_at": done, "counts_since": time.time()}
        return self._told
