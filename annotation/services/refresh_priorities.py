"""How urgent notes are to read, worked out anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from annotation.domain.residual import residual
from annotation.domain.risk import Scored, priority
from annotation.models import Document, DocumentPriority, WorkSettings
from annotation.selectors.queue import share


def refresh_priorities(
    items: Iterable[tuple[Document, Iterable[Scored], Sequence[tuple[int, int]]]],
) -> None:
    """Notes with their suggestions, as scores and as bounds: how urgent each is to read."""
    reasons, notes, seeds = [], [], {}
    for document, scored, bounds in items:
        if document.project_id not in seeds:
            found = WorkSettings.objects.filter(project=document.project_id).first()
            seeds[document.project_id] = found.seed if found else "0"
        told = priority(scored, residual(document.text, bounds))
        document.risk, document.uncertainty = told.risk, told.uncertainty
        document.draw = share(seeds[document.project_id], "draw", document.pk)
        notes.append(document)
        reasons.append(DocumentPriority(document=document, bare=told.bare, unsure=told.unsure))
    Document.staged_too.bulk_update(notes, ["risk", "uncertainty", "draw"], batch_size=200)
    DocumentPriority.objects.bulk_create(
        reasons,
        update_conflicts=True,
        unique_fields=["document"],
        update_fields=["bare", "unsure"],
        batch_size=200,
    )
