"""Refuses a candidate for good."""

from __future__ import annotations

import shutil

from django.db import transaction

from deidweb.accounts.models import User
from worker.models import CoderVersion, ModelVersion
from worker.selectors.versions import model_folder
from worker.services.hold_version import State, V, hold_version, set_state, tell


@transaction.atomic
def discard_version(*, actor: User, version: V) -> V:
    """A candidate is refused for good and its files are deleted. Raises WrongStateError."""
    held = hold_version(actor, version, State.CANDIDATE)
    set_state(held, State.DISCARDED, actor)
    tell("discarded", held, actor)
    transaction.on_commit(lambda: _remove_unused_files(held))
    return held


def _remove_unused_files(version: ModelVersion | CoderVersion) -> None:
    """Deletes its files unless a version of any project still needs them."""
    if not type(version).objects.with_files(version.content_hash).exists():
        shutil.rmtree(model_folder(version.content_hash), ignore_errors=True)
