"""Takes the version in service out of it."""

from __future__ import annotations

from django.db import transaction

from deidweb.accounts.models import User
from deidweb.audit.services import record
from worker.models import ModelVersion
from worker.services.hold_version import State, hold_version, set_state


@transaction.atomic
def withdraw_model(*, actor: User, version: ModelVersion) -> ModelVersion:
    """The version in service becomes "replaced"; the shipped model works. Raises WrongStateError."""
    held = hold_version(actor, version, State.PROMOTED)
    set_state(held, State.RETIRED, actor)
    record("model.withdrawn", actor=actor, project=held.project, target=held, number=held.number)
    return held
