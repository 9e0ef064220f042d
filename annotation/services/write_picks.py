"""Which notes come first in a queue whose order is « celles qui ont été choisies »."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from annotation.models import Document
from deidweb.accounts.models import Project


def write_picks(project: Project, chosen: Sequence[UUID]) -> None:
    """The first of `chosen` comes first; what an earlier choice had picked is picked no more. Rows alone: the
    caller holds the transaction."""
    notes = Document.objects.filter(project=project)
    notes.filter(pick__gte=0).exclude(pk__in=chosen).update(pick=-1)
    found = {note.pk: note for note in notes.filter(pk__in=chosen).only("pk")}
    for place, key in enumerate(chosen):
        if key in found:
            found[key].pick = len(chosen) - place
    Document.objects.bulk_update(found.values(), ["pick"], batch_size=200)
