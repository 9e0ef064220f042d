"""Refuses a candidate for good."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from annotation.services.dataset_source import forget_learned
from deidweb.accounts.models import User
from worker.services.hold_version import State, V, hold_version, set_state, tell
from worker.services.remove_unused import remove_unused


@transaction.atomic
def discard_version(*, actor: User, version: V) -> V:
    """A candidate is refused for good and its files are deleted. Raises WrongStateError."""
    held = hold_version(actor, version, State.CANDIDATE)
    set_state(held, State.DISCARDED, actor)
    tell("discarded", held, actor)
    forget_learned(held.pk)  # its weights, where they were about to leave
    transaction.on_commit(partial(remove_unused, held.content_hash))
    return held
