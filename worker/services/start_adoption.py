"""Queues the comparison of a classifier of others' with the engine in service: a candidate as any other."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.selectors.taggers import offered_taggers
from worker.selectors.training_notes import training_material
from worker.services.errors import TrainingRefusedError
from worker.services.training_ready import require_alone

ADOPTION: Final = "adopt_tagger"


@transaction.atomic
def start_adoption(*, actor: User, project: Project, name: str) -> Job:
    """`name`: one of `offered_taggers`. Raises TrainingRefusedError."""
    require_alone(actor, project, ADOPTION, _("Un autre modèle est déjà en cours de comparaison."))
    if name not in offered_taggers():
        raise TrainingRefusedError(_("Ce dossier de modèle n'est pas proposé ici."))
    if refusal := training_material(project).refusal:
        raise TrainingRefusedError(refusal)
    job = jobs.enqueue(kind=ADOPTION, project=project, actor=actor, payload={"tagger": name})
    record("model.adoption_asked", actor=actor, project=project, target=project, tagger=name)
    return job
