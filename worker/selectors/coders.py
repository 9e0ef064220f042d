"""The ICD-10 coder that works for a project now."""

from __future__ import annotations

import threading
from typing import Final
from uuid import UUID

from deidweb.accounts.models import Project
from deidweb.jobs.models import Job
from icdcoder.domain.coder import Coder
from icdcoder.domain.joint import JointCoder
from icdcoder.selectors.coder import default_coder, trained_coder
from worker.models import CoderVersion
from worker.selectors.trainings import running_job, stopped_job
from worker.selectors.versions import model_folder

TRAINING: Final = "train_icd"
_held: dict[str, Coder] = {}  # content hash → dictionary and network; one, as a network is large
_lock = threading.Lock()


def coder_for(project_id: UUID) -> Coder:
    """The dictionary, with the project's promoted network if there is one; asked anew each time.

    Raises icdcoder.selectors.coder.UnusableModelError, and as `default_coder` does.
    """
    promoted = CoderVersion.objects.in_service(project_id).first()
    if promoted is None:
        return default_coder()
    with _lock:
        if promoted.content_hash not in _held:
            network = trained_coder(model_folder(promoted.content_hash))
            _held.clear()
            _held[promoted.content_hash] = JointCoder(default_coder(), network)
        return _held[promoted.content_hash]


def running_coder_training(project: Project) -> Job | None:
    """The training that waits or runs."""
    return running_job(project, TRAINING)


def stopped_coder_training(project: Project) -> Job | None:
    """The latest training, if it ended without a coder: its reason is worth showing."""
    return stopped_job(project, TRAINING)
