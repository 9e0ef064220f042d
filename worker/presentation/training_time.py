"""How long a training will take, judged by those that were run before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from worker.models import ModelVersion

_EITHER_WAY: Final = (
    1.5  # one training tells of another to that factor: early stopping, what else the machine does
)


def expected_minutes(versions: Iterable[ModelVersion], notes: int) -> tuple[int, int] | None:
    """At least and at most, for that many validated notes; None before anything was trained.

    Example: 20 notes took 10 minutes → 40 notes take 13 to 30.
    """
    paces = [
        version.metrics["cost"]["seconds"] / 60 / version.train_notes
        for version in versions
        if version.train_notes and version.metrics.get("cost", {}).get("seconds")
    ]
    if not paces or not notes:
        return None
    low, high = notes * min(paces) / _EITHER_WAY, notes * max(paces) * _EITHER_WAY
    return max(1, int(low)), max(2, round(high + 0.499))
