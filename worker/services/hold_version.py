"""One decision about the models of a project after the other."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from worker.models import ModelVersion
from worker.services.errors import WrongStateError

State = ModelVersion.State


def lock_models(project: Project) -> None:
    """One decision at a time per project; SQLite's IMMEDIATE transactions do it by themselves.

    `no_key`: see `privacy.services.lock_project`.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)


def hold_version(actor: User, version: ModelVersion, expected: State) -> ModelVersion:
    """The row as it is now, under the project's lock."""
    require(actor, version.project, Permission.MANAGE_MODELS)
    lock_models(version.project)
    held = ModelVersion.objects.select_related("project").get(pk=version.pk)
    if held.state != expected:
        raise WrongStateError(
            _("Le modèle n° %(number)d est maintenant « %(state)s » : rien n'a été changé.")
            % {"number": held.number, "state": held.get_state_display()}
        )
    return held


def set_state(version: ModelVersion, state: State, actor: User) -> None:
    version.state, version.decided_by, version.decided_at = state, actor, timezone.now()
    version.save(update_fields=["state", "decided_by", "decided_at"])
