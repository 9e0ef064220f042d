"""The epochs of a training under way."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.formats import number_format

from deidweb.jobs.models import Job
from worker.presentation.shares import decimal, share


@dataclass(frozen=True, slots=True)
class EpochLine:
    """One finished epoch of a training, ready to print; `labels` in the order of the head row."""

    epoch: int
    loss: str
    redacted: str
    f1: str
    corrections: str
    labels: tuple[str, ...]


def epoch_lines(job: Job) -> tuple[list[str], list[EpochLine]]:
    """The labels' names and one line an epoch, the newest first."""
    rows = job.details.get("epochs", [])
    names = sorted({name for row in rows for name in row["f1_by_label"]})
    return names, [
        EpochLine(
            epoch=row["epoch"],
            loss=number_format(round(row["loss"], 3), 3),
            redacted=share(row["redacted"]),
            f1=decimal(100 * row["f1"]),
            corrections="–" if row.get("corrections") is None else decimal(row["corrections"]),
            labels=tuple(
                decimal(100 * row["f1_by_label"][name]) if name in row["f1_by_label"] else "–"
                for name in names
            ),
        )
        for row in reversed(rows)
    ]
