"""What more notes or a type of document bring, in words and bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.presentation.charts import Bar, bars
from deidweb.jobs.models import Job, in_words
from worker.presentation.intervals import decimal_interval, share_interval
from worker.presentation.shares import decimal
from worker.selectors.studies import Estimate
from worker.training.arms import Kind

_SURE = 0.05
_FEWEST = 6  # notes: of fewer no p is below _SURE, however they differ (2 of 2⁵ draws of signs are as far: 0.0625)


@dataclass(frozen=True, slots=True)
class ArmLine:
    """`change` of corrections a note against the arm it is compared with, "" for the first; `is_sure`: not by chance.
    `drawn`: number of notes, share redacted and corrections a note, as a chart reads them."""

    name: str
    redacted: str
    corrections: str
    seeds: str
    change: str
    p: str
    is_sure: bool
    drawn: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class StudyTable:
    """`is_curve`: its lines are points over the number of notes; `bars` compare the others."""

    title: str
    caption: str
    lines: tuple[ArmLine, ...]
    is_curve: bool
    bars: tuple[Bar, ...]


def study_tables(jobs: Mapping[Kind, Job]) -> list[StudyTable]:
    told = {
        Kind.CURVE: (_("Selon le nombre de notes"), _("chaque ligne comparée à celle d'avant")),
        Kind.TYPES: (
            _("Selon les types de documents"),
            _("chaque ligne comparée à tous les types"),
        ),
    }
    return [_table(kind, *told[kind], jobs[kind]) for kind in Kind if kind in jobs]


def _table(kind: Kind, title: str, caption: str, job: Job) -> StudyTable:
    rows: Sequence[Mapping[str, Any]] = job.details.get("arms", [])
    lines = tuple(_line(row) for row in rows)
    is_curve = kind is Kind.CURVE and len(lines) > 1  # a line needs two ends
    values = (
        {}
        if kind is Kind.CURVE
        else {
            line.name: round(row["corrections"][0], 1)
            for line, row in zip(lines, rows, strict=True)
        }
    )
    caption += _judged(job.details.get("judged", 0))
    return StudyTable(title, caption, lines, is_curve, bars(values) if values else ())


def _judged(notes: int) -> str:
    """On how many; "" of a study of before 2026-11-28, which has not kept it."""
    if not notes:
        return ""
    told = ngettext("jugé sur %(n)d note", "jugé sur %(n)d notes", notes) % {"n": notes}
    if notes < _FEWEST:
        told = _("%(judged)s : trop peu pour qu'un écart soit sûr") % {"judged": told}
    return f" · {told}"


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
        drawn=(
            str(row["size"]),
            f"{row['redacted'][0]:.4f}",
            f"{row['corrections'][0]:.3f}",
        ),
    )


def estimate_words(estimate: Estimate) -> str:
    """ "environ 25 entraînements, 3 h 30": which notes will teach is decided when it begins."""
    count = estimate.trainings
    if not count:
        return _("pas assez de notes")
    told = ngettext("environ %(n)d entraînement", "environ %(n)d entraînements", count) % {
        "n": count
    }
    if estimate.seconds is None:
        return _("%(trainings)s ; durée inconnue avant un premier réentraînement") % {
            "trainings": told
        }
    return _("%(trainings)s, %(time)s") % {
        "trainings": told,
        "time": in_words(round(estimate.seconds)),
    }
