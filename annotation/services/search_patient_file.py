"""Looks for a passage in a patient's other notes; the look is audited."""

from __future__ import annotations

from annotation.domain.occurrences import occurrences
from annotation.models import Layer
from annotation.selectors.documents import other_notes
from annotation.selectors.patient_file import (
    MAX_HITS,
    FileHit,
    Sought,
    classified,
    present_in,
    surface_of,
)
from deidweb.accounts.models import User
from deidweb.audit.services import record


def search_patient_file(*, actor: User, layer: Layer, sought: Sought) -> list[FileHit]:
    """Every like of the passage in the patient's other notes, MAX_HITS at most; audited.

    Raises InvalidOpError when `sought` is no passage of the note.
    """
    surface = surface_of(layer.document, sought)
    notes = list(other_notes(actor, layer.document))
    spans = present_in(actor, notes)
    hits: list[FileHit] = []
    for note in notes:
        present, reason = spans[note.pk]
        for start, end in occurrences(note.text, surface):
            hit = classified(note, start, end, sought, present, reason)
            if hit is not None:
                hits.append(hit)
    record(
        "patient_file.searched",
        actor=actor,
        project=layer.document.project_id,
        target=layer,
        notes=len(notes),
        hits=len(hits),
    )
    return hits[:MAX_HITS]
