"""Makes up for what older versions did not count: the urgency of notes, the tallies of readings.

By short transactions, each looking for what is still missing: stopped at any moment it can begin
again, and where nothing is missing it does nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.db import transaction

from annotation.domain.risk import Priority, Scored
from annotation.models import Document, Layer, LayerSpan
from annotation.selectors.in_force import newest_suggestions
from annotation.selectors.missing_counts import (
    has_forgotten_lines,
    is_behind,
    uncounted,
    unranked,
)
from annotation.services.tally import tally_submission
from annotation.services.write_priorities import priority_of, write_priorities
from deidweb.accounts.models import Project
from deidweb.jobs import services as jobs

KIND: Final = "backfill"
CHUNK: Final = 50
# SQLite gives no turns: a writer that takes the lock again at once starves the pages that wait.
BREATH_SECONDS: Final = 0.03
OnProgress = Callable[[int, int], None]
Guard = Callable[[], None]


def request_catching_up() -> int:
    """Queues a job for each project that is behind and has none, and a search where lines were forgotten; how many
    were queued."""
    projects = list(Project.objects.order_by("pk"))
    wanted = [(project, KIND) for project in projects if is_behind(project)]
    wanted += [(project, "learn_lines") for project in projects if has_forgotten_lines(project)]
    return sum(_request(project, kind) for project, kind in wanted)


@transaction.atomic
def _request(project: Project, kind: str) -> bool:
    """The project is held: workers that start together ask together."""
    if jobs.under_way(project, kind) is not None:
        return False
    jobs.enqueue(kind=kind, project=project, actor=None)
    return True


def catch_up(project: Project, on_progress: OnProgress, guard: Guard) -> dict[str, int]:
    """Both, chunk by chunk; how many notes and readings were done.

    `guard` is called at the start of each transaction.
    """
    total = unranked(project).count() + uncounted(project).count()
    done = {"notes": 0, "readings": 0}
    steps: dict[str, Callable[[Project, Guard], int]] = {"notes": _rank, "readings": _tally}
    for name, step in steps.items():
        while count := step(project, guard):
            done[name] += count
            on_progress(sum(done.values()), max(total, sum(done.values())))
            time.sleep(BREATH_SECONDS)
    return done


def _rank(project: Project, guard: Guard) -> int:
    """Read and worked out first, written in a short transaction: a suggestion never changes, and a newer one brings its own rank."""
    notes = list(unranked(project)[:CHUNK])
    suggested = newest_suggestions([note.pk for note in notes], Layer.staged_too.all())
    newest = {key: layer.pk for key, layer in suggested.items()}
    spans: dict[UUID, list[LayerSpan]] = {layer: [] for layer in newest.values()}
    for span in LayerSpan.objects.filter(layer__in=spans).order_by("layer", "start"):
        spans[span.layer_id].append(span)
    ranked = [(note, _priority(note, spans[newest[note.pk]])) for note in notes]
    with transaction.atomic():
        guard()
        missing = unranked(project).filter(pk__in=[note.pk for note in notes])
        still = set(missing.select_for_update(of=("self",)).values_list("pk", flat=True))
        write_priorities((note, told) for note, told in ranked if note.pk in still)
    return len(notes)


def _priority(note: Document, spans: list[LayerSpan]) -> Priority:
    scored = [Scored(span.label, span.score, span.doubt) for span in spans]
    return priority_of(note.text, scored, [(span.start, span.end) for span in spans])


@transaction.atomic
def _tally(project: Project, guard: Guard) -> int:
    """Documents before their layers, as wherever both are locked."""
    guard()
    ids = list(uncounted(project).values_list("pk", flat=True)[:CHUNK])
    layers = (
        Layer.objects.select_for_update(of=("self",))
        .select_related("document", "source_layer")
        .defer("document__text")
        .filter(pk__in=ids, state=Layer.State.SUBMITTED)
        .order_by("pk")
    )
    found = list(layers)
    for layer in found:
        tally_submission(layer)
    return len(found)
