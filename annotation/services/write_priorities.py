"""How urgent notes are to read, worked out anew. Worked out first, written after: the first may be slow, the second holds
the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from annotation.domain.residual import residual
from annotation.domain.risk import Priority, Scored, priority
from annotation.domain.spans import Span
from annotation.models import Document, DocumentPriority, WorkSettings
from annotation.selectors.queue import share


def priority_of(text: str, scored: Iterable[Scored], bounds: Sequence[tuple[int, int]]) -> Priority:
    """Of a note with its suggestions, as scores and as bounds. Never inside a transaction."""
    return priority(scored, residual(text, bounds))


def priority_of_spans(text: str, spans: Sequence[Span]) -> Priority:
    """See `priority_of`."""
    scored = [Scored(str(span.label), span.score, span.doubt) for span in spans]
    return priority_of(text, scored, [(span.start, span.end) for span in spans])


def write_priorities(items: Iterable[tuple[Document, Priority]]) -> None:
    """Quick: rows alone."""
    reasons, notes, seeds = [], [], {}
    for document, told in items:
        if document.project_id not in seeds:
            found = WorkSettings.objects.filter(project=document.project_id).first()
            seeds[document.project_id] = found.seed if found else "0"
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
