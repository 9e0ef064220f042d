"""Job "measure_site": how well the engine in service reads the site's gold notes."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from worker.engine.build import EngineError
from worker.selectors.engines import detector_of
from worker.selectors.note_results import types_of
from worker.selectors.site_measures import judging_layers, judging_notes
from worker.selectors.versions import promoted_hash, promoted_model
from worker.services.keep_site_measure import keep_site_measure
from worker.tasks.context import JobContext, JobRefused
from worker.training.evaluate import evaluate
from worker.training.evaluation import evaluation


def run(context: JobContext) -> dict[str, Any]:
    """No payload. One row, of the engine in service when the job began."""
    project = context.job.project
    promoted = promoted_model(project)
    if promoted is not None and "snapshot" not in promoted.metrics:
        raise JobRefused(
            _(
                "Le modèle en service a été entraîné sans jeu de données figé : nul ne sait quelles notes "
                "il a vues. Réentraînez, puis mesurez."
            )
        )
    content_hash = promoted_hash(project.pk)
    try:
        detector = detector_of(content_hash)
    except EngineError:
        reason = _("Le modèle en service ne peut pas être lu. Revenez à un modèle précédent.")
        raise JobRefused(reason) from None
    notes = judging_notes(judging_layers(project))
    if not notes:
        raise JobRefused(
            _("Toutes les notes validées ont servi à apprendre : validez-en d'autres.")
        )
    seen = 0

    def check() -> None:
        nonlocal seen
        context.check(seen, len(notes), "")
        seen += 1

    judged = evaluate(detector, notes, check)
    result = evaluation(judged.notes, types_of([note.id for note in notes]))
    with transaction.atomic():
        context.assert_owned()
        measure = keep_site_measure(
            context.job, engine=detector.version, content_hash=content_hash, result=result
        )
    return {"measure": str(measure.pk), "notes": measure.note_count}
