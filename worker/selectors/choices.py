"""Notes among which the next to be corrected are chosen, and what a choice found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from annotation.domain.notes import Note
from annotation.domain.risk import HARM
from annotation.domain.spans import Span
from annotation.models import Document, Layer, LayerSpan
from annotation.selectors.in_force import golds_in_force
from annotation.selectors.queue import UNTOUCHED
from deidweb.accounts.models import Project
from deidweb.jobs.models import Job

CHOICE: Final = "choose_notes"
MOST_READ: Final = (
    300  # a processor reads a note of 750 words in half a second: two to three minutes
)
MOST_KNOWN: Final = 100  # corrected notes that say where the model has been
MOST_COMPARED: Final = 2000


def chosen_notes(job: Job) -> list[tuple[Document, dict[str, Any]]]:
    """Each note of a choice with its row, in the order of the queue; notes that are gone since are left out."""
    rows: list[dict[str, Any]] = job.details.get("chosen", [])
    notes = Document.objects.filter(project=job.project_id).defer("text")
    found = {str(note.pk): note for note in notes.filter(pk__in=[row["note"] for row in rows])}
    return [(found[row["note"]], row) for row in rows if row["note"] in found]


def waiting_count(project: Project) -> int:
    """Notes that nobody has begun."""
    return Document.objects.filter(project=project, state__in=UNTOUCHED).count()


def candidates(project: Project) -> list[Note]:
    """Two thirds of MOST_READ by how unsure their suggestions are, the rest at random; all if there are fewer."""
    waiting = Document.objects.filter(project=project, state__in=UNTOUCHED)
    by_doubt = list(waiting.order_by("-uncertainty", "position")[: MOST_READ * 2 // 3])
    taken = [note.pk for note in by_doubt]
    drawn = waiting.exclude(pk__in=taken).order_by("draw", "position")
    return [_note(row) for row in (*by_doubt, *drawn[: MOST_READ - len(by_doubt)])]


def corrected(project: Project) -> list[Note]:
    """The newest gold notes."""
    layers = golds_in_force(project).order_by("-created_at", "-pk")[:MOST_KNOWN]
    return [_note(layer.document) for layer in layers]


def _note(row: Document) -> Note:
    return Note(str(row.pk), row.text)


@dataclass(frozen=True, slots=True)
class Lost:
    """`spans` that the engine before the newest one suggested and that nothing meets now; `harm` of them all."""

    note: UUID
    spans: int
    harm: float


def lost_by_newest(project: Project) -> list[Lost]:
    """Waiting notes where the newest suggestion hides less than the one before, the worst first.

    Nothing where notes were not read again since a model went into service.
    """
    waiting = Document.objects.filter(project=project, state__in=UNTOUCHED).order_by("position")
    keys = list(waiting.values_list("pk", flat=True)[:MOST_COMPARED])
    pairs = _two_newest(keys)
    spans = _spans([layer for pair in pairs.values() for layer in pair])
    found = [
        _lost(note, spans.get(new, []), spans.get(old, [])) for note, (new, old) in pairs.items()
    ]
    return sorted((row for row in found if row.spans), key=lambda row: (-row.harm, str(row.note)))


def _two_newest(notes: list[UUID]) -> dict[UUID, tuple[UUID, UUID]]:
    """Layer ids of the newest suggestion of each note and of the one before it."""
    layers = Layer.objects.filter(document__in=notes, kind=Layer.Kind.SUGGESTION)
    by_note: dict[UUID, list[UUID]] = {}
    for note, layer in layers.order_by("-created_at", "-pk").values_list("document", "pk"):
        by_note.setdefault(note, []).append(layer)
    return {note: (own[0], own[1]) for note, own in by_note.items() if len(own) > 1}


def _spans(layers: list[UUID]) -> dict[UUID, list[Span]]:
    rows = LayerSpan.objects.filter(layer__in=layers).order_by("start", "pk")
    found: dict[UUID, list[Span]] = {}
    for layer, start, end, label in rows.values_list("layer", "start", "end", "label"):
        found.setdefault(layer, []).append(Span(start, end, label))
    return found


def _lost(note: UUID, new: list[Span], old: list[Span]) -> Lost:
    gone = [span for span in old if not any(span.overlaps(other) for other in new)]
    return Lost(note, len(gone), sum(HARM.get(str(span.label), 1.0) for span in gone))
