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

from annotation.domain.risk import Scored
from annotation.models import Layer, LayerSpan
from annotation.selectors.in_force import newest_suggestions
from annotation.selectors.missing_counts import is_behind, uncounted, unranked
from annotation.services.refresh_priorities import refresh_priorities
from annotation.services.tally import tally_submission
from deidweb.accounts.models import Project
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job

KIND: Final = "backfill"
CHUNK: Final = 50
# SQLite gives no turns: a writer that takes the lock again at once starves the pages that wait.
BREATH_SECONDS: Final = 0.03
OnProgress = Callable[[int, int], None]
Guard = Callable[[], None]


def request_catching_up() -> int:
    """Queues a job for each project that is behind and has none; how many were queued."""
    behind = [project for project in Project.objects.order_by("pk") if is_behind(project)]
    return sum(_request(project) for project in behind)


@transaction.atomic
def _request(project: Project) -> bool:
    """The project is held: workers that start together ask together."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    going = [Job.State.QUEUED, Job.State.RUNNING]
    if Job.objects.filter(project=project, kind=KIND, state__in=going).exists():
        return False
    jobs.enqueue(kind=KIND, project=project, actor=None)
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


@transaction.atomic
def _rank(project: Project, guard: Guard) -> int:
    guard()
    notes = list(unranked(project).select_for_update(of=("self",))[:CHUNK])
    suggested = newest_suggestions([note.pk for note in notes], Layer.staged_too.all())
    newest = {key: layer.pk for key, layer in suggested.items()}
    spans: dict[UUID, list[LayerSpan]] = {layer: [] for layer in newest.values()}
    for span in LayerSpan.objects.filter(layer__in=spans).order_by("layer", "start"):
        spans[span.layer_id].append(span)
    refresh_priorities(
        (
            note,
            [Scored(span.label, span.score, span.doubt) for span in spans[newest[note.pk]]],
            [(span.start, span.end) for span in spans[newest[note.pk]]],
        )
        for note in notes
    )
    return len(notes)


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
