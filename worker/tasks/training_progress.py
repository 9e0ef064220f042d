"""What a training's page shows while it runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Final

from django.utils.translation import gettext as _

from worker.tasks.context import JobContext
from worker.tasks.pace import Counting
from worker.training.encoder.loop import HUNDREDTHS
from worker.training.plan import Stage, Step

POLL_SECONDS: Final = 1.0


def throttled_report(context: JobContext, epochs: int) -> Callable[[Step], None]:
    """Once a second at most within an epoch; always when an epoch or a stage ends."""
    reported_at, known = 0.0, (Stage.LEARN, 0)
    counting = Counting()

    def report(step: Step) -> None:
        nonlocal reported_at, known
        done, total = _progress(step, epochs)
        pace = counting.of(done)
        place = (step.stage, len(step.epochs))
        if place == known and time.monotonic() - reported_at < POLL_SECONDS:
            return
        known, reported_at = place, time.monotonic()
        details = {"epochs": [asdict(row) for row in step.epochs], **pace}
        context.progress(done, total, _sentence(step), details)

    return report


def throttled(question: Callable[[], bool]) -> Callable[[], bool]:
    """Asks the database once a second at most; the training loop asks between its batches."""
    asked_at = 0.0
    answer = False

    def ask() -> bool:
        nonlocal asked_at, answer
        if not answer and time.monotonic() - asked_at >= POLL_SECONDS:
            answer, asked_at = question(), time.monotonic()
        return answer

    return ask


def _progress(step: Step, epochs: int) -> tuple[int, int]:
    """In hundredths of an epoch; early stopping jumps to the end."""
    total = epochs * HUNDREDTHS
    return total if step.progress is None else step.progress.hundredths, total


def _sentence(step: Step) -> str:
    if step.stage is Stage.CALIBRATE:
        return _("réglage du seuil")
    if step.stage is Stage.JUDGE or step.progress is None:
        return _("comparaison avec le modèle en service")
    return _("apprentissage, tour %(epoch)d sur %(epochs)d au plus") % {
        "epoch": step.progress.epoch,
        "epochs": step.progress.epochs,
    }
