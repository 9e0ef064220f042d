"""Takes another site's two files in, when they hold what they say, and queues a training on them alone."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext as _

from annotation.services.store_upload import store_upload
from deidweb.accounts.models import Project, User
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.models import ModelVersion
from worker.private.reading import MATERIAL, MODEL
from worker.selectors.training_notes import training_material
from worker.selectors.versions import RECEIVED, received_models, work_folder
from worker.services.errors import TrainingRefusedError
from worker.services.read_pair_apart import read_pair_apart
from worker.services.training_ready import require_alone

LEARNING: Final = "learn_private"
MOST_BYTES: Final = 250 * 1024**2  # each; deploy/nginx.conf lets both through


def receive_representations(
    *,
    actor: User,
    project: Project,
    site: str,
    material: UploadedFile[Any],
    model: UploadedFile[Any],
) -> Job:
    """`site`: where they come from, for the page of the version. Nothing stays of what is refused. Raises BadMaterialError (with
    the file at fault), TrainingRefusedError, ImportNotAcceptedError."""
    _require_ready(actor, project)  # before minutes of reading
    # no job's yet: whoever tidies up leaves it alone for an hour (worker.tasks.work_folders)
    folder = work_folder(uuid4())
    folder.mkdir(parents=True, mode=0o700)
    try:
        digests = {
            name: store_upload(upload, folder / name, most=MOST_BYTES)[1]
            for name, upload in ((MATERIAL, material), (MODEL, model))
        }
        told = read_pair_apart(folder)
        return _queue(actor, project, folder, digests, {"site": site, **asdict(told)})
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # gone, once it is a job's


@transaction.atomic
def _queue(
    actor: User, project: Project, folder: Path, digests: dict[str, str], told: dict[str, Any]
) -> Job:
    _require_ready(actor, project)
    _refuse_known(actor, project, digests)
    job = jobs.enqueue(
        kind=LEARNING, project=project, actor=actor, payload={"sha256": digests, "told": told}
    )
    record(
        "model.representations_received",
        actor=actor,
        project=project,
        target=project,
        representations_sha256=digests[MATERIAL],
        network_sha256=digests[MODEL],
        job=str(job.pk),
    )
    folder.replace(work_folder(job.pk))
    return job


@transaction.atomic
def _require_ready(actor: User, project: Project) -> None:
    refusal = _("Un apprentissage sur des représentations est déjà en cours : attendez sa fin.")
    require_alone(actor, project, LEARNING, refusal)
    if refusal := training_material(project).refusal:
        raise TrainingRefusedError(refusal)


def _refuse_known(actor: User, project: Project, digests: dict[str, str]) -> None:
    """The same files make the same model, after as long."""
    for version in received_models(actor, project).exclude(state=ModelVersion.State.DISCARDED):
        if version.metrics[RECEIVED]["sha256"] == digests:
            told = _("Ces fichiers ont déjà appris le modèle n° %(number)d du projet.")
            raise TrainingRefusedError(told % {"number": version.number})
