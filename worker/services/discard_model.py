"""Refuses a candidate for good."""

from __future__ import annotations

import shutil

from django.db import transaction

from deidweb.accounts.models import User
from deidweb.audit.services import record
from worker.models import ModelVersion
from worker.selectors.versions import model_folder
from worker.services.hold_version import State, hold_version, set_state


@transaction.atomic
def discard_model(*, actor: User, version: ModelVersion) -> ModelVersion:
    """A candidate is refused for good and its files are deleted. Raises WrongStateError."""
    held = hold_version(actor, version, State.CANDIDATE)
    set_state(held, State.DISCARDED, actor)
    record("model.discarded", actor=actor, project=held.project, target=held, number=held.number)
    transaction.on_commit(lambda: remove_unused_files(held.content_hash))
    return held


def remove_unused_files(content_hash: str) -> None:
    """Deletes a model's files unless a version of any project still needs them."""
    needed = ModelVersion.objects.filter(content_hash=content_hash).exclude(state=State.DISCARDED)
    if not needed.exists():
        shutil.rmtree(model_folder(content_hash), ignore_errors=True)
