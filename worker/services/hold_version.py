"""One decision about the models of a project after the other."""

from __future__ import annotations

from typing import TypeVar

from django.utils import timezone

from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from worker.models import CoderVersion, ModelVersion, Version
from worker.services.errors import WrongStateError

State = Version.State
V = TypeVar("V", ModelVersion, CoderVersion)


def hold_version(actor: User, version: V, expected: State) -> V:
    """The row as it is now, under the project's lock."""
    require(actor, version.project, Permission.MANAGE_MODELS)
    lock_project(version.project)
    held = type(version).objects.select_related("project").get(pk=version.pk)
    if held.state != expected:
        raise WrongStateError(
            str(held.MOVED) % {"number": held.number, "state": held.get_state_display()}
        )
    return held


def set_state(version: Version, state: State, actor: User) -> None:
    version.state, version.decided_by, version.decided_at = state, actor, timezone.now()
    version.save(update_fields=["state", "decided_by", "decided_at"])


def tell(action: str, version: Version, actor: User | None, **details: int | bool | None) -> None:
    """The journal's line about a decision."""
    record(
        f"{version.KIND}.{action}",
        actor=actor,
        project=version.project,
        target=version,
        number=version.number,
        **details,
    )
