"""What older versions did not count or did not keep: the urgency of notes, the tallies of readings, lines."""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from annotation.models import Document, KnownLine, Layer, LayerTally
from deidweb.accounts.models import Project
from deidweb.jobs.models import Job

_NOT_DRAWN: Final = 2.0  # `Document.draw` of a note whose urgency is not known


def unranked(project: Project) -> QuerySet[Document]:
    """Notes of the queue that have suggestions, and no urgency: made before it was measured."""
    suggested = Layer.staged_too.filter(document=OuterRef("pk"), kind=Layer.Kind.SUGGESTION)
    states = (Document.State.PREANNOTATED, Document.State.IN_PROGRESS)
    notes = Document.staged_too.filter(project=project, state__in=states, draw__gte=_NOT_DRAWN)
    return notes.filter(Exists(suggested)).order_by("pk")


def uncounted(project: Project) -> QuerySet[Layer]:
    """Readings handed in before there were tallies, or before these told the labels apart."""
    tally = LayerTally.objects.filter(layer=OuterRef("pk"), labels__isnull=False)
    layers = Layer.objects.filter(
        ~Exists(tally),
        document__project=project,
        kind=Layer.Kind.ANNOTATOR,
        state=Layer.State.SUBMITTED,
        submitted_at__isnull=False,
        author__isnull=False,
    )
    return layers.order_by("pk")


def is_behind(project: Project) -> bool:
    """Something is missing."""
    return unranked(project).exists() or uncounted(project).exists()


def has_forgotten_lines(project: Project) -> bool:
    """The last search found lines, and none is there: migration 0021 took them. An opposition may have done so, too;
    then one search more finds none."""
    if KnownLine.objects.filter(project=project).exists():
        return False
    searches = Job.objects.filter(project=project, kind="learn_lines", state=Job.State.DONE)
    last = searches.order_by("-finished_at").first()
    return last is not None and last.result.get("lines", 0) > 0
