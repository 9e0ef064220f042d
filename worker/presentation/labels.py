"""Precision, recall and F1 of each label, before and after."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.presentation.label_names import label_name
from worker.models import ModelVersion
from worker.presentation.shares import share
from worker.presentation.versions import figures, tone_of
from worker.training.figures import LabelFigures


@dataclass(frozen=True, slots=True)
class LabelLine:
    """One label of the detailed table; shares are ready to print."""

    label: str
    gold: int
    before: tuple[str, str, str]
    after: tuple[str, str, str]
    tone: str


def label_lines(version: ModelVersion) -> list[LabelLine]:
    """Precision, recall and F1 of each label, before and after."""
    before, after = figures(version, "before"), figures(version, "after")
    nothing = LabelFigures(1.0, 1.0, 1.0, 0, 0)
    found = []
    for name in sorted(before.labels.keys() | after.labels.keys()):
        old, new = before.labels.get(name, nothing), after.labels.get(name, nothing)
        change = round(10_000 * (new.f1 - old.f1))
        tone = tone_of(change, more_is_better=True)
        found.append(
            LabelLine(label_name(name), max(old.gold, new.gold), _shares(old), _shares(new), tone)
        )
    return found


def _shares(row: LabelFigures) -> tuple[str, str, str]:
    return share(row.precision), share(row.recall), share(row.f1)
