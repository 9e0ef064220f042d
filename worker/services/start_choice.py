"""Queues a choice of the notes to correct next."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.selectors.choices import CHOICE
from worker.services.errors import TrainingRefusedError
from worker.services.training_ready import require_alone

MOST_CHOSEN: Final = 200


@transaction.atomic
def start_choice(*, actor: User, project: Project, count: int, aim: str = "teach") -> Job:
    """`count` from 1 to MOST_CHOSEN; `aim`: "teach", or "lost" for what the newest reading hides no more.

    Raises TrainingRefusedError.
    """
    require_alone(actor, project, CHOICE, _("Un choix de notes est déjà en cours pour ce projet."))
    if not 1 <= count <= MOST_CHOSEN:
        raise TrainingRefusedError(
            _("Nombre de notes : entre 1 et %(most)d.") % {"most": MOST_CHOSEN}
        )
    payload = {"count": count, "aim": aim}
    return jobs.enqueue(kind=CHOICE, project=project, actor=actor, payload=payload)
