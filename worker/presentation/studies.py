"""What more notes or a type of document bring, in words and bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deidweb.jobs.models import Job
from worker.presentation.cost import duration
from worker.presentation.intervals import decimal_interval, share_interval
from worker.presentation.shares import decimal
from worker.selectors.studies import Estimate
from worker.training.arms import Kind

_SURE = 0.05


@dataclass(frozen=True, slots=True)
class ArmLine:
    """`change` of corrections a note against the arm it is compared with, "" for the first; `is_sure`: not by chance."""

    name: str
    redacted: str
    corrections: str
    seeds: str
    change: str
    p: str
    is_sure: bool


@dataclass(frozen=True, slots=True)
class StudyTable:
    title: str
    caption: str
    lines: tuple[ArmLine, ...]


def study_tables(jobs: Mapping[Kind, Job]) -> list[StudyTable]:
    told = {
        Kind.CURVE: (_("Selon le nombre de notes"), _("chaque ligne comparée à celle d'avant")),
        Kind.TYPES: (
            _("Selon les types de documents"),
            _("chaque ligne comparée à tous les types"),
        ),
    }
    return [
        StudyTable(*told[kind], _lines(jobs[kind].details.get("arms", [])))
        for kind in Kind
        if kind in jobs
    ]


def _lines(rows: Sequence[Mapping[str, Any]]) -> tuple[ArmLine, ...]:
    return tuple(_line(row) for row in rows)


def _line(row: Mapping[str, Any]) -> ArmLine:
    notes = ngettext("%(n)d note", "%(n)d notes", row["size"]) % {"n": row["size"]}
    name = _("%(notes)s, sans %(type)s") % {"notes": notes, "type": row["without"]}
    p = row.get("p")
    return ArmLine(
        name=name if row["without"] else notes,
        redacted=share_interval(row["redacted"]),
        corrections=decimal_interval(row["corrections"]),
        seeds=" · ".join(decimal(value) for value in row["seeds"]),
        change=decimal_interval(row["change"]) if "change" in row else "",
        p="" if p is None else number_format(round(p, 3), 3),
        is_sure=p is not None and p < _SURE,
    )


def estimate_words(estimate: Estimate) -> str:
    """ "25 entraînements, environ 3,5 h"."""
    count = estimate.trainings
    if not count:
        return _("pas assez de notes")
    told = ngettext("%(n)d entraînement", "%(n)d entraînements", count) % {"n": count}
    if estimate.seconds is None:
        return _("%(trainings)s ; durée inconnue avant un premier réentraînement") % {
            "trainings": told
        }
    return _("%(trainings)s, environ %(time)s") % {
        "trainings": told,
        "time": duration(estimate.seconds),
    }
