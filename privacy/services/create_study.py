"""Makes a study and its key."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import permissions_in
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.models import Study
from privacy.services.errors import ExportError, StudyExistsError
from privacy.services.keep_keys import StudyKeyError, create_key


def _require_one_of(user: User, project: Project, *wanted: Permission) -> None:
    held = permissions_in(user, project)
    if not held:
        raise Http404
    if not user.is_active or held.isdisjoint(wanted):
        raise PermissionDenied


@transaction.atomic
def create_study(
    *, actor: User, project: Project, name: str, recipient: str, purpose: str
) -> Study:
    """A study and its key file, by who requests exports or by the steward.

    Raises StudyExistsError, ExportError (no key-encryption key). If the transaction is given up later,
    a key without a study stays: it opens nothing.
    """
    _require_one_of(actor, project, Permission.REQUEST_EXPORT, Permission.MANAGE_STUDIES)
    lock_project(project)
    if Study.objects.filter(project=project, name=name).exists():
        raise StudyExistsError(_("Une étude porte déjà ce nom dans le projet."))
    study = Study.objects.create(
        project=project, name=name, recipient=recipient, purpose=purpose, created_by=actor
    )
    try:
        create_key(study.pk)
    except StudyKeyError as error:
        raise ExportError(error.reason) from None
    record("study.created", actor=actor, project=project, target=study)
    return study
