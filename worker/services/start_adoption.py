"""Queues the comparison of another engine (`worker.selectors.taggers`) with the one in service: a candidate as any other."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.selectors.taggers import offered_engines
from worker.selectors.training_notes import training_material
from worker.services.errors import TrainingRefusedError
from worker.services.training_ready import require_alone

ADOPTION: Final = "adopt_tagger"


@transaction.atomic
def start_adoption(*, actor: User, project: Project, name: str, alone: bool = False) -> Job:
    """`name`: a key of `offered_engines`; `alone`: without the rules. Raises TrainingRefusedError."""
    require_alone(actor, project, ADOPTION, _("Un autre modèle est déjà en cours de comparaison."))
    if name not in dict(offered_engines()):
        raise TrainingRefusedError(_("Ce modèle n'est pas proposé ici."))
    if refusal := training_material(project).refusal:
        raise TrainingRefusedError(refusal)
    job = jobs.enqueue(
        kind=ADOPTION, project=project, actor=actor, payload={"tagger": name, "alone": alone}
    )
    record("model.adoption_asked", actor=actor, project=project, target=project, tagger=name)
    return job
