"""Counts that never touch the notes' rows: along an index, whatever the number of notes."""

from __future__ import annotations

from collections import Counter

from django.db.models import Count

from annotation.models import Document
from annotation.models.imports import unfinished_batches
from deidweb.accounts.models import Project


def notes_by_state(project: Project) -> dict[str, int]:
    """Published notes by state.

    Grouped by import as well, in the order of the index `document_counts`, and the unfinished
    imports left out afterwards: a condition on the import would make the database fetch each note.
    """
    unfinished = set(unfinished_batches().filter(project=project).values_list("pk", flat=True))
    rows = (
        Document.staged_too.filter(project=project)
        .order_by()
        .values_list("batch_id", "state")
        .annotate(count=Count("*"))
    )
    counts: Counter[str] = Counter()
    for batch, state, count in rows:
        if batch not in unfinished:
            counts[state] += count
    return dict(counts)
