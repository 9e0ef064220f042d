"""A project's versions of the ICD-10 coder, and the coder that works for it now."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet

from deidweb.accounts.models import Project, User
from deidweb.jobs.models import Job
from icdcoder.domain.coder import Coder
from icdcoder.domain.joint import JointCoder
from icdcoder.selectors.coder import default_coder, trained_coder
from worker.models import CoderVersion
from worker.selectors.trainings import running_job, stopped_job

TRAINING: Final = "train_icd"
_held: dict[str, Coder] = {}  # content hash → dictionary and network; one, as a network is large
_lock = threading.Lock()


def coders_of(user: User, project: Project) -> QuerySet[CoderVersion]:
    """The project's versions, the newest first."""
    visible = CoderVersion.objects.visible_to(user).filter(project=project)
    return visible.select_related("project", "snapshot", "created_by", "decided_by")


def promoted_coder(project_id: UUID) -> CoderVersion | None:
    """The version in service; None when the dictionary works alone."""
    return CoderVersion.objects.filter(
        project=project_id, state=CoderVersion.State.PROMOTED
    ).first()


def coder_for(project_id: UUID) -> Coder:
    """The dictionary, with the project's promoted network if there is one; asked anew each time.

    Raises icdcoder.selectors.coder.UnusableModelError, and as `default_coder` does.
    """
    promoted = promoted_coder(project_id)
    if promoted is None:
        return default_coder()
    with _lock:
        if promoted.content_hash not in _held:
            network = trained_coder(coder_folder(promoted.content_hash))
            _held.clear()
            _held[promoted.content_hash] = JointCoder(default_coder(), network)
        return _held[promoted.content_hash]


def coder_folder(content_hash: str) -> Path:
    """Where a coder's files lie."""
    return Path(settings.MODEL_DIR) / content_hash


def running_coder_training(project: Project) -> Job | None:
    """The training that waits or runs."""
    return running_job(project, TRAINING)


def stopped_coder_training(project: Project) -> Job | None:
    """The latest training, if it ended without a coder: its reason is worth showing."""
    return stopped_job(project, TRAINING)
