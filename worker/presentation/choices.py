"""The notes of a choice, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Document
from deidweb.jobs.models import Job
from worker.presentation.shares import decimal


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """`is_waiting`: nobody has begun the note yet."""

    document: Document
    why: str
    unsure: str
    disagreements: str

    @property
    def is_waiting(self) -> bool:
        return self.document.state in (Document.State.PREANNOTATED, Document.State.IMPORTED)


def choice_lines(job: Job) -> list[ChoiceLine]:
    """In the order of the queue; notes that are gone since are left out."""
    rows: list[dict[str, Any]] = job.details.get("chosen", [])
    notes = Document.objects.filter(project=job.project_id).defer("text")
    found = {str(note.pk): note for note in notes.filter(pk__in=[row["note"] for row in rows])}
    return [_line(found[row["note"]], row) for row in rows if row["note"] in found]


def _line(document: Document, row: Mapping[str, Any]) -> ChoiceLine:
    if row["reason"] == "lost":
        lost = row["lost"]
        why = ngettext("%(n)d suggestion perdue", "%(n)d suggestions perdues", lost) % {"n": lost}
        return ChoiceLine(document, why, "–", "–")
    reasons = {
        "unsure": _("le modèle hésite"),
        "disagreement": _("règles et modèle se contredisent"),
        "random": _("tirée au hasard"),
    }
    unsure, against = decimal(row["unsure"]), str(row["disagreements"])
    return ChoiceLine(document, reasons[row["reason"]], unsure, against)
