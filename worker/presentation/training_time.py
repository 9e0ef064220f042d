"""How long a training will take, judged by those that were run before."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from worker.models import ModelVersion

# one training tells of another to that factor: early stopping, what else the machine does
_EITHER_WAY: Final = 1.5
# minutes a note: the retraining that the demonstration replays, 31 notes in 173 s on two cores
SHIPPED_PACE: Final = 173 / 60 / 31
_ELSEWHERE: Final = 3.0  # what a training on another machine tells
_DRAWN_EPOCHS: Final = 6  # of 2 to 10, as from a model (`worker.training.search.Order`)
_SEARCH_EITHER_WAY: Final = 2.0  # trials are given up, windows and batches have other sizes

_LONG: Final = 120  # minutes; from here on nobody counts in them


def expected_time(versions: Iterable[ModelVersion], notes: int) -> str:
    """At least and at most, for that many validated notes; "" before anything was trained.

    Example: 20 notes took 10 minutes → 40 notes take "13 à 30 minutes".
    """
    paces = [
        version.metrics["cost"]["seconds"] / 60 / version.train_notes
        for version in versions
        if version.train_notes and version.metrics.get("cost", {}).get("seconds")
    ]
    if not paces or not notes:
        return ""
    return _range(notes * min(paces) / _EITHER_WAY, notes * max(paces) * _EITHER_WAY)


def first_time(notes: int) -> str:
    """The same where nothing was trained yet: by another machine, so less sure; "" without notes."""
    if not notes:
        return ""
    return _range(notes * SHIPPED_PACE / _ELSEWHERE, notes * SHIPPED_PACE * _ELSEWHERE)


def search_time(versions: Iterable[ModelVersion], notes: int, trials: int) -> str:
    """The same of a search for parameters, whose trials run for as many epochs as they draw; "" before anything was trained.

    Example: 20 notes took 10 minutes in 5 epochs, a trial draws 6 of them on the average → 5 trials over 20 notes take
    "30 minutes à 2 heures".
    """
    paces = [
        version.metrics["cost"]["seconds"]
        / 60
        / version.train_notes
        / len(version.metrics["epochs"])
        for version in versions
        if version.train_notes
        and version.metrics.get("epochs")
        and version.metrics.get("cost", {}).get("seconds")
    ]
    if not paces or not notes:
        return ""
    epochs = trials * notes * _DRAWN_EPOCHS
    return _range(
        epochs * min(paces) / _SEARCH_EITHER_WAY, epochs * max(paces) * _SEARCH_EITHER_WAY
    )


def _range(low: float, high: float) -> str:
    return _between(max(1, int(low)), max(2, ceil(high)))


def _between(low: int, high: int) -> str:
    """ "13 à 30 minutes", "50 minutes à 2,5 heures", "1 à 3 heures": hours by halves, the first down, the last up."""
    if high < _LONG:
        return _("%(low)d à %(high)d minutes") % {"low": low, "high": high}
    hours = _hours(ceil(high / 30))
    if low < 60:
        return _("%(low)d minutes à %(high)s heures") % {"low": low, "high": hours}
    return _("%(low)s à %(high)s heures") % {"low": _hours(low // 30), "high": hours}


def _hours(halves: int) -> str:
    return number_format(halves / 2, halves % 2)
