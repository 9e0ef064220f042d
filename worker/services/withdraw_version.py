"""Takes the version in service out of it."""

from __future__ import annotations

from django.db import transaction

from deidweb.accounts.models import User
from worker.services.hold_version import State, V, hold_version, set_state, tell


@transaction.atomic
def withdraw_version(*, actor: User, version: V) -> V:
    """It becomes "replaced"; what ships works alone. Raises WrongStateError."""
    held = hold_version(actor, version, State.PROMOTED)
    set_state(held, State.RETIRED, actor)
    tell("withdrawn", held, actor)
    return held
