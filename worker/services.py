"""Training, promotion and withdrawal of models. Every function checks the actor and is audited."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker import selectors, starts
from worker.models import ModelVersion

State = ModelVersion.State


class ModelError(Exception):
    """What was asked can't be done now; the message (French) says why and what to do."""


class TrainingRefusedError(ModelError):
    """Too few gold notes, or a training is under way."""


class WrongStateError(ModelError):
    """Somebody decided in between, or the version's state doesn't allow it."""


class ModelFilesMissingError(ModelError):
    """The version's files are not in MODEL_DIR any more."""


def _lock(project: Project) -> None:
    """One decision at a time per project; SQLite's IMMEDIATE transactions do it by themselves.

    `no_key`: see `privacy.services.lock_project`.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)


@transaction.atomic
def start_training(*, actor: User, project: Project, start: str = "") -> Job:
    """Queues a training on the project's gold notes from `start` (a key of worker.starts, "" for
    the usual one). Raises TrainingRefusedError."""
    require(actor, project, Permission.MANAGE_MODELS)
    _lock(project)
    if selectors.running_training(project) is not None:
        raise TrainingRefusedError(_("Un réentraînement est déjà en cours pour ce projet."))
    try:
        starts.folder_of_start(project, start)
    except starts.UnknownStartError as error:
        raise TrainingRefusedError(str(error)) from None
    refusal = selectors.training_material(project).refusal
    if refusal:
        raise TrainingRefusedError(refusal)
    return jobs.enqueue(
        kind=selectors.TRAINING, project=project, actor=actor, payload={"start": start}
    )


def promote(*, actor: User, version: ModelVersion, preannotate: bool = False) -> ModelVersion:
    """A candidate goes into service; the one before it becomes "replaced".

    `preannotate` also queues the reading of the notes by the new engine; suggestions on which
    somebody works already stay as they are. Raises WrongStateError, ModelFilesMissingError.
    """
    return _put_in_service(
        actor, version, State.CANDIDATE, "model.promoted", preannotate=preannotate
    )


def roll_back(*, actor: User, version: ModelVersion, preannotate: bool = False) -> ModelVersion:
    """A replaced version goes back into service. Raises as `promote`."""
    return _put_in_service(
        actor, version, State.RETIRED, "model.rolled_back", preannotate=preannotate
    )


@transaction.atomic
def _put_in_service(
    actor: User, version: ModelVersion, expected: State, action: str, *, preannotate: bool
) -> ModelVersion:
    held = _held(actor, version, expected)
    if not (folder_of(held.content_hash) / "ner.json").is_file():
        raise ModelFilesMissingError(
            _("Les fichiers de ce modèle ne sont plus sur le serveur. Réentraînez un modèle.")
        )
    before = selectors.promoted_model(held.project)
    if before is not None:
        _decide(before, State.RETIRED, actor)
    _decide(held, State.PROMOTED, actor)
    record(
        action,
        actor=actor,
        project=held.project,
        target=held,
        number=held.number,
        replaces=before.number if before else None,
    )
    if preannotate:
        jobs.enqueue(kind="preannotate", project=held.project, actor=actor)
    return held


@transaction.atomic
def withdraw(*, actor: User, version: ModelVersion) -> ModelVersion:
    """The version in service becomes "replaced"; the shipped model works. Raises WrongStateError."""
    held = _held(actor, version, State.PROMOTED)
    _decide(held, State.RETIRED, actor)
    record("model.withdrawn", actor=actor, project=held.project, target=held, number=held.number)
    return held


@transaction.atomic
def discard(*, actor: User, version: ModelVersion) -> ModelVersion:
    """A candidate is refused for good and its files are deleted. Raises WrongStateError."""
    held = _held(actor, version, State.CANDIDATE)
    _decide(held, State.DISCARDED, actor)
    record("model.discarded", actor=actor, project=held.project, target=held, number=held.number)
    transaction.on_commit(lambda: remove_unused_files(held.content_hash))
    return held


def _held(actor: User, version: ModelVersion, expected: State) -> ModelVersion:
    """The row as it is now, under the project's lock."""
    require(actor, version.project, Permission.MANAGE_MODELS)
    _lock(version.project)
    held = ModelVersion.objects.select_related("project").get(pk=version.pk)
    if held.state != expected:
        raise WrongStateError(
            _("Le modèle n° %(number)d est maintenant « %(state)s » : rien n'a été changé.")
            % {"number": held.number, "state": held.get_state_display()}
        )
    return held


def _decide(version: ModelVersion, state: State, actor: User) -> None:
    version.state, version.decided_by, version.decided_at = state, actor, timezone.now()
    version.save(update_fields=["state", "decided_by", "decided_at"])


def folder_of(content_hash: str) -> Path:
    """Where a model's files lie."""
    return Path(settings.MODEL_DIR) / content_hash


def remove_unused_files(content_hash: str) -> None:
    """Deletes a model's files unless a version of any project still needs them."""
    needed = ModelVersion.objects.filter(content_hash=content_hash).exclude(state=State.DISCARDED)
    if not needed.exists():
        shutil.rmtree(folder_of(content_hash), ignore_errors=True)


def add_candidate(
    job: Job, *, content_hash: str, train_notes: int, test_notes: int, metrics: dict[str, Any]
) -> ModelVersion:
    """The result of a training, under the project's next number.

    Call it in the job's publishing transaction.
    """
    _lock(job.project)
    last = ModelVersion.objects.filter(project=job.project).aggregate(last=Max("number"))["last"]
    version = ModelVersion.objects.create(
        project=job.project,
        job=job,
        number=(last or 0) + 1,
        content_hash=content_hash,
        train_notes=train_notes,
        test_notes=test_notes,
        metrics=metrics,
        created_by=job.created_by,
    )
    record(
        "model.trained",
        actor=job.created_by,
        project=job.project,
        target=version,
        number=version.number,
        train_notes=train_notes,
        test_notes=test_notes,
    )
    return version
