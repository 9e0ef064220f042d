"""The notes of a choice, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Document
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


def choice_lines(chosen: Iterable[tuple[Document, Mapping[str, Any]]]) -> list[ChoiceLine]:
    """`chosen`: of `worker.selectors.choices.chosen_notes`."""
    return [_line(document, row) for document, row in chosen]


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
