"""Job "choose_notes": the notes that come next in the queue, for what they will teach or for what a model lost."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from annotation.models.work import SHIPPED
from annotation.services.ask_rereads import ask_rereads
from annotation.services.write_picks import write_picks
from deidweb.jobs.models import Job
from worker.engine.rules.engine import RuleDetector
from worker.selectors.choices import candidates, corrected, lost_by_newest
from worker.selectors.engines import encoder_of, training_device
from worker.selectors.versions import promoted_model
from worker.tasks.context import JobContext, JobRefused
from worker.training.active import choose

LOST: Final = "lost"


def run(context: JobContext) -> dict[str, Any]:
    """Payload: ``{"count": 25, "aim": "teach" or "lost"}``. The choice is in the job's details and in the notes' rows."""
    count = int(context.job.payload["count"])
    is_lost = context.job.payload.get("aim") == LOST
    rows = _lost(context, count) if is_lost else _telling(context, count)
    if not rows:
        raise JobRefused(
            _("Aucune note n'a perdu de suggestion depuis la lecture précédente.")
            if is_lost
            else _(
                "Aucune note n'attend : importez-en, ou rouvrez celles qui ont été mises de côté."
            )
        )
    with transaction.atomic():
        context.assert_owned()
        notes = [UUID(row["note"]) for row in rows]
        if is_lost:
            _ask(context.job, notes)
        else:
            write_picks(context.job.project, notes)
        context.progress(len(rows), len(rows), "", {"chosen": rows})
    return {"chosen": len(rows)}


def _ask(job: Job, notes: list[UUID]) -> None:
    """Before all others of the queue, whatever its order."""
    promoted = promoted_model(job.project)
    if job.created_by is None:
        raise JobRefused(_("Personne n'a demandé ce choix."))
    try:
        ask_rereads(
            actor=job.created_by,
            project=job.project,
            documents=notes,
            model_number=promoted.number if promoted else SHIPPED,
        )
    except (PermissionDenied, Http404) as error:
        raise JobRefused(
            _("Vos droits ont changé, ou une note est partie : rien n'a changé.")
        ) from error


def _telling(context: JobContext, count: int) -> list[dict[str, Any]]:
    from worker.training.encoder.states import StateReader  # torch: in the worker alone

    project = context.job.project
    waiting, known = candidates(project), corrected(project)
    if not waiting:
        return []
    reader = StateReader(encoder_of(project.pk), RuleDetector(), training_device())
    total, seen = len(waiting) + len(known), 0

    def check() -> None:
        nonlocal seen
        context.check(seen, total, _("lecture des notes"))
        seen += 1

    centers = []
    for note in known:
        check()
        centers.append(reader.vector(note.text))
    # the job's number draws: another choice draws otherwise, a second attempt alike
    found = choose(list(reader.waiting(waiting, check)), centers, count, seed=context.job.pk.int)
    return [
        {
            "note": choice.note,
            "reason": choice.reason.value,
            "unsure": choice.unsure,
            "disagreements": choice.disagreements,
        }
        for choice in found
    ]


def _lost(context: JobContext, count: int) -> list[dict[str, Any]]:
    found = lost_by_newest(context.job.project)[:count]
    return [{"note": str(row.note), "reason": LOST, "lost": row.spans} for row in found]
