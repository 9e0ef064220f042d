"""Queues a training."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.engine.encoder.files import DECODINGS, MERGES
from worker.selectors.searches import recipe_found, search_of
from worker.services.errors import TrainingRefusedError
from worker.services.training_ready import require_alone, require_ready

TRAINING: Final = "train_ner"


@transaction.atomic
def start_training(
    *,
    actor: User,
    project: Project,
    start: str = "",
    merge: str = "",
    recipe_from: UUID | None = None,
    decoding: str = "",
) -> Job:
    """Queues a training on the project's gold notes from `start` (a key of `training_starts`, "" for
    the usual one), rules and model put together as `merge` says ("" as before). `recipe_from` is a search: its
    start and what it found are taken. `decoding`: one of DECODINGS. Raises TrainingRefusedError."""
    require_alone(
        actor, project, TRAINING, _("Un réentraînement est déjà en cours pour ce projet.")
    )
    recipe = None
    if recipe_from is not None:
        start, recipe = _searched(project, recipe_from)
    require_ready(project, start)
    if merge not in ("", *MERGES):
        raise TrainingRefusedError(_("Cette réunion des règles et du modèle n'existe pas."))
    if decoding not in ("", *DECODINGS):
        raise TrainingRefusedError(_("Cette façon de décoder n'existe pas."))
    asked = {"start": start, "merge": merge, "recipe": recipe, "decoding": decoding}
    payload = {name: told for name, told in asked.items() if told or name == "start"}
    return jobs.enqueue(kind=TRAINING, project=project, actor=actor, payload=payload)


def _searched(project: Project, key: UUID) -> tuple[str, dict[str, Any]]:
    """The start and the parameters of a search of this project."""
    search = search_of(project, key)
    recipe = recipe_found(search) if search else None
    if search is None or recipe is None:
        raise TrainingRefusedError(_("Cette recherche n'a pas trouvé de paramètres."))
    return str(search.payload.get("start", "")), recipe
