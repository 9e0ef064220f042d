"""What an administrator does with the coders of a project: train, promote, go back, withdraw, discard."""

from __future__ import annotations

import shutil
from typing import Any, Final

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
from icdcoder.models import CodeSnapshot
from icdcoder.selectors.accepted import material_of
from icdcoder.services.take_snapshot import take_snapshot
from worker.models import CoderVersion
from worker.selectors.coders import (
    TRAINING,
    coder_folder,
    promoted_coder,
    running_coder_training,
)
from worker.services.errors import ModelFilesMissingError, TrainingRefusedError, WrongStateError
from worker.services.hold_version import lock_models

State = CoderVersion.State
FEWEST_STAYS: Final = 20  # of fewer a fifth judges nothing


@transaction.atomic
def start_coder_training(*, actor: User, project: Project) -> Job:
    """Freezes the accepted codes and queues a training on them. Raises TrainingRefusedError."""
    require(actor, project, Permission.MANAGE_MODELS)
    lock_models(project)
    if running_coder_training(project) is not None:
        raise TrainingRefusedError(_("Un apprentissage est déjà en cours pour ce projet."))
    stays = material_of(project).stays
    if stays < FEWEST_STAYS:
        raise TrainingRefusedError(
            _(
                "Il faut au moins %(fewest)d séjours codés jusqu'au bout ; il y en a %(stays)d. Codez-en "
                "d'autres."
            )
            % {"fewest": FEWEST_STAYS, "stays": stays}
        )
    snapshot = take_snapshot(actor=actor, project=project)
    return jobs.enqueue(
        kind=TRAINING, project=project, actor=actor, payload={"snapshot": str(snapshot.pk)}
    )


def add_coder(
    job: Job, snapshot: CodeSnapshot, *, content_hash: str, metrics: dict[str, Any], **counts: int
) -> CoderVersion:
    """The result of a training, under the project's next number. Call it in the job's publishing transaction."""
    lock_models(job.project)
    last = CoderVersion.objects.filter(project=job.project).aggregate(last=Max("number"))["last"]
    version = CoderVersion.objects.create(
        project=job.project,
        job=job,
        snapshot=snapshot,
        number=(last or 0) + 1,
        content_hash=content_hash,
        metrics=metrics,
        created_by=job.created_by,
        **counts,
    )
    record(
        "coder.trained",
        actor=job.created_by,
        project=job.project,
        target=version,
        number=version.number,
    )
    return version


def promote_coder(*, actor: User, version: CoderVersion) -> CoderVersion:
    """A candidate goes into service. Raises WrongStateError, ModelFilesMissingError."""
    return _put_in_service(actor, version, State.CANDIDATE, "coder.promoted")


def roll_back_coder(*, actor: User, version: CoderVersion) -> CoderVersion:
    """A replaced version goes back into service. Raises as `promote_coder`."""
    return _put_in_service(actor, version, State.RETIRED, "coder.rolled_back")


@transaction.atomic
def withdraw_coder(*, actor: User, version: CoderVersion) -> CoderVersion:
    """The dictionary works alone again. Raises WrongStateError."""
    held = _hold(actor, version, State.PROMOTED)
    _set_state(held, State.RETIRED, actor)
    _tell("coder.withdrawn", held, actor)
    return held


@transaction.atomic
def discard_coder(*, actor: User, version: CoderVersion) -> CoderVersion:
    """A candidate is refused for good and its files are deleted. Raises WrongStateError."""
    held = _hold(actor, version, State.CANDIDATE)
    _set_state(held, State.DISCARDED, actor)
    _tell("coder.discarded", held, actor)
    transaction.on_commit(lambda: _remove_unused_files(held.content_hash))
    return held


@transaction.atomic
def _put_in_service(
    actor: User, version: CoderVersion, expected: State, action: str
) -> CoderVersion:
    held = _hold(actor, version, expected)
    if not (coder_folder(held.content_hash) / "icd.json").is_file():
        raise ModelFilesMissingError(
            _("Les fichiers de ce codeur ne sont plus sur le serveur. Entraînez-en un autre.")
        )
    before = promoted_coder(held.project_id)
    if before is not None:
        _set_state(before, State.RETIRED, actor)
    _set_state(held, State.PROMOTED, actor)
    _tell(action, held, actor, replaces=before.number if before else None)
    return held


def _hold(actor: User, version: CoderVersion, expected: State) -> CoderVersion:
    """The row as it is now, under the project's lock."""
    require(actor, version.project, Permission.MANAGE_MODELS)
    lock_models(version.project)
    held = CoderVersion.objects.select_related("project").get(pk=version.pk)
    if held.state != expected:
        raise WrongStateError(
            _("Le codeur n° %(number)d est maintenant « %(state)s » : rien n'a été changé.")
            % {"number": held.number, "state": held.get_state_display()}
        )
    return held


def _set_state(version: CoderVersion, state: State, actor: User) -> None:
    version.state, version.decided_by, version.decided_at = state, actor, timezone.now()
    version.save(update_fields=["state", "decided_by", "decided_at"])


def _tell(action: str, version: CoderVersion, actor: User, **details: int | None) -> None:
    record(
        action,
        actor=actor,
        project=version.project,
        target=version,
        number=version.number,
        **details,
    )


def _remove_unused_files(content_hash: str) -> None:
    """Deletes a coder's files unless a version of any project still needs them."""
    needed = CoderVersion.objects.filter(content_hash=content_hash).exclude(state=State.DISCARDED)
    if not needed.exists():
        shutil.rmtree(coder_folder(content_hash), ignore_errors=True)
