"""What must be there before a training or a search is queued."""

from __future__ import annotations

from deidweb.accounts.models import Project
from worker.selectors.training_notes import training_material
from worker.selectors.training_starts import UnknownStartError, folder_of_start
from worker.services.errors import TrainingRefusedError


def require_ready(project: Project, start: str) -> None:
    """A model to start from (`start`, a key of `training_starts`) and enough gold notes. Raises TrainingRefusedError."""
    try:
        folder_of_start(project, start)
    except UnknownStartError as error:
        raise TrainingRefusedError(str(error)) from None
    refusal = training_material(project).refusal
    if refusal:
        raise TrainingRefusedError(refusal)
