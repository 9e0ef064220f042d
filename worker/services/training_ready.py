"""What must be there before a training or a search is queued."""

from __future__ import annotations

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.jobs import services as jobs
from worker.selectors.training_notes import training_material
from worker.selectors.training_starts import UnknownStartError, folder_of_start
from worker.services.errors import TrainingRefusedError


def require_alone(actor: User, project: Project, kind: str, refusal: str) -> None:
    """The right to do it, and no job of this kind under way until the transaction ends. Raises as `require`, and
    TrainingRefusedError(refusal)."""
    require(actor, project, Permission.MANAGE_MODELS)
    if jobs.under_way(project, kind) is not None:
        raise TrainingRefusedError(refusal)


def require_ready(project: Project, start: str) -> None:
    """A model to start from (`start`, a key of `training_starts`) and enough gold notes. Raises TrainingRefusedError."""
    try:
        folder_of_start(project, start)
    except UnknownStartError as error:
        raise TrainingRefusedError(str(error)) from None
    refusal = training_material(project).refusal
    if refusal:
        raise TrainingRefusedError(refusal)
