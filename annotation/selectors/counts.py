"""Counts that never touch the notes' rows: along an index, whatever the number of notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Count

from annotation.models import Document
from annotation.models.aside import notes_aside
from annotation.models.imports import unfinished_batches
from deidweb.accounts.models import Project


@dataclass(frozen=True, slots=True)
class NoteCounts:
    """Published notes by state and type."""

    by_state_and_type: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def of(self, state: str = "", doc_type: str = "") -> int:
        """How many there are of this state and type; an empty string means "all"."""
        return sum(
            count
            for (its_state, its_type), count in self.by_state_and_type.items()
            if state in ("", its_state) and doc_type in ("", its_type)
        )

    def by_state(self) -> dict[str, int]:
        counts: Counter[str] = Counter()
        for (state, _type), count in self.by_state_and_type.items():
            counts[state] += count
        return dict(counts)

    def types(self) -> list[str]:
        """Types in use, sorted."""
        return sorted({doc_type for _state, doc_type in self.by_state_and_type} - {""})


def count_notes(project: Project) -> NoteCounts:
    """Three queries, or four when a note is set aside.

    Grouped by import as well, in the order of the index `document_tally`, and the unfinished
    imports left out afterwards: a condition on the import would make the database fetch each note.
    """
    unfinished = set(unfinished_batches().filter(project=project).values_list("pk", flat=True))
    rows = (
        Document.staged_too.filter(project=project)
        .order_by()
        .values_list("batch_id", "state", "doc_type")
        .annotate(count=Count("*"))
    )
    counts: Counter[tuple[str, str]] = Counter()
    for batch, state, doc_type, count in rows:
        if batch not in unfinished:
            counts[state, doc_type] += count
    # few, and the index has not their ids: taken off afterwards, asked by their ids (a condition on the table of those
    # set aside reads each note of the project)
    aside = list(notes_aside().values_list("document", flat=True))
    own = Document.staged_too.filter(pk__in=aside, project=project).order_by()
    for batch, state, doc_type in own.values_list("batch_id", "state", "doc_type") if aside else ():
        if batch not in unfinished:
            counts[state, doc_type] -= 1
    return NoteCounts(+counts)


def notes_by_state(project: Project) -> dict[str, int]:
    """Published notes by state."""
    return count_notes(project).by_state()
