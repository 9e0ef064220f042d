"""Jobs "measure_site" and "measure_recent": how well the engine in service reads the site's gold notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.notes import Note
from deidweb.accounts.models import Project
from worker.engine.build import EngineError
from worker.models import SiteMeasure
from worker.selectors.engines import detector_of
from worker.selectors.note_results import types_of
from worker.selectors.site_measures import (
    FEWEST_RECENT,
    judging_layers,
    judging_notes,
    notes_then,
    recent_layers,
)
from worker.selectors.versions import promoted_hash, promoted_model
from worker.services.keep_site_measure import keep_site_measure
from worker.tasks.context import JobContext, JobRefused
from worker.training.evaluate import Judged, evaluate
from worker.training.evaluation import evaluation
from worker.training.recheck import falls, masked_share


def run(context: JobContext) -> dict[str, Any]:
    """No payload. One row, of the engine in service when the job began."""
    if (known := _published(context)) is not None:
        return known
    project = context.job.project
    _require_snapshot(project)
    content_hash = promoted_hash(project.pk)
    notes = judging_notes(judging_layers(project))
    if not notes:
        raise JobRefused(
            _("Toutes les notes validées ont servi à apprendre : validez-en d'autres.")
        )
    judged = _judge(context, content_hash, notes)
    return _publish(context, content_hash, judged, _result(judged))


def recent(context: JobContext) -> dict[str, Any]:
    """No payload. The same on recently validated notes, beside what it was at the promotion; no row where there are
    too few notes."""
    if (known := _published(context)) is not None:
        return known
    project = context.job.project
    _require_snapshot(project)
    content_hash = promoted_hash(project.pk)
    notes = judging_notes(recent_layers(project))
    if len(notes) < FEWEST_RECENT:
        return {"notes": len(notes), "fewest": FEWEST_RECENT}
    then = notes_then(project, content_hash)
    judged = _judge(context, content_hash, notes)
    before = {"then": masked_share(then).to_json() if then else None, "then_notes": len(then)}
    fallen = [fall.to_json() for fall in falls(then, judged.notes)]
    result = {**_result(judged), **before, "falls": fallen}
    return _publish(context, content_hash, judged, result, is_recent=True)


def _published(context: JobContext) -> dict[str, Any] | None:
    """What a former attempt published before it died without saying so."""
    measure = SiteMeasure.objects.filter(job=context.job).first()
    return _told(measure) if measure else None


def _told(measure: SiteMeasure) -> dict[str, Any]:
    return {"measure": str(measure.pk), "notes": measure.note_count}


def _require_snapshot(project: Project) -> None:
    promoted = promoted_model(project)
    if promoted is not None and "snapshot" not in promoted.metrics:
        raise JobRefused(
            _(
                "Le modèle en service a été entraîné sans jeu de données figé : nul ne sait quelles notes "
                "il a vues. Réentraînez, puis mesurez."
            )
        )


def _judge(context: JobContext, content_hash: str, notes: Sequence[Note]) -> Judged:
    try:
        detector = detector_of(content_hash)
    except EngineError:
        reason = _("Le modèle en service ne peut pas être lu. Revenez à un modèle précédent.")
        raise JobRefused(reason) from None
    seen = 0

    def check() -> None:
        nonlocal seen
        context.check(seen, len(notes), "")
        seen += 1

    return evaluate(detector, notes, check)


def _result(judged: Judged) -> dict[str, Any]:
    return evaluation(judged.notes, types_of([note.note for note in judged.notes]))


def _publish(
    context: JobContext,
    content_hash: str,
    judged: Judged,
    result: dict[str, Any],
    *,
    is_recent: bool = False,
) -> dict[str, Any]:
    with transaction.atomic():
        context.assert_owned()
        measure = keep_site_measure(
            context.job,
            engine=judged.figures.engine,
            content_hash=content_hash,
            result=result,
            notes=judged.notes,
            is_recent=is_recent,
        )
    return _told(measure)
