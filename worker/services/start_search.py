"""Queues a search for the parameters of a training."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.selectors.searches import SEARCH, search_of, study_of, workers_of
from worker.selectors.training_starts import settled_start
from worker.services.errors import TrainingRefusedError
from worker.services.training_ready import require_alone, require_ready

MOST_TRIALS: Final = 200
MOST_WORKERS: Final = 4


@transaction.atomic
def start_search(
    *, actor: User, project: Project, trials: int, start: str = "", learning_rate: bool = False
) -> Job:
    """`trials` from 1 to MOST_TRIALS, from `start` (a key of `training_starts`); whether the `learning_rate` is
    searched, too. Raises TrainingRefusedError."""
    require_alone(actor, project, SEARCH, _("Une recherche est déjà en cours pour ce projet."))
    if not 1 <= trials <= MOST_TRIALS:
        raise TrainingRefusedError(
            _("Nombre d'essais : entre 1 et %(most)d.") % {"most": MOST_TRIALS}
        )
    require_ready(project, start)
    # now: each worker would find another « modèle en service » after a promotion, and all share one journal of trials
    payload = {
        "start": settled_start(project, start),
        "trials": trials,
        "learning_rate": learning_rate,
    }
    return jobs.enqueue(kind=SEARCH, project=project, actor=actor, payload=payload)


@transaction.atomic
def join_search(*, actor: User, project: Project, search: UUID) -> Job:
    """One more worker on a search that is under way: same notes, same start, trials shared. Raises TrainingRefusedError."""
    require(actor, project, Permission.MANAGE_MODELS)
    lock_project(project)
    known = search_of(project, search)
    workers = list(workers_of(project, study_of(known))) if known else []
    if not workers:
        raise TrainingRefusedError(_("Cette recherche est terminée."))
    if len(workers) >= MOST_WORKERS:
        raise TrainingRefusedError(
            _("Travaux sur une même recherche : %(most)d au plus.") % {"most": MOST_WORKERS}
        )
    payload = {**workers[0].payload, "search": study_of(workers[0])}
    return jobs.enqueue(kind=SEARCH, project=project, actor=actor, payload=payload)
