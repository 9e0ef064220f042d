"""The epochs of a training, under way or done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format

from annotation.presentation.label_names import label_name
from deidweb.jobs.models import Job
from worker.presentation.shares import decimal, share


@dataclass(frozen=True, slots=True)
class EpochLine:
    """One finished epoch of a training, ready to print; `labels` in the order of the head row, `drawn` the shares of
    masked words and F1 as a chart reads them."""

    epoch: int
    loss: str
    redacted: str
    f1: str
    corrections: str
    labels: tuple[str, ...]
    drawn: tuple[str, str]


def epoch_lines(job: Job) -> tuple[list[str], list[EpochLine]]:
    """Of a training under way: see `lines_of`."""
    return lines_of(job.details.get("epochs", []))


def lines_of(rows: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[EpochLine]]:
    """The labels' names and one line an epoch, the newest first."""
    names = sorted({name for row in rows for name in row["f1_by_label"]})
    return [label_name(name) for name in names], [
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
            drawn=(f"{row['redacted']:.4f}", f"{row['f1']:.4f}"),
        )
        for row in reversed(rows)
    ]
