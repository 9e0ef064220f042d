"""Studies: made, their key rotated or destroyed. Each checks the actor and leaves one audit line."""

from __future__ import annotations

import hmac

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import permissions_in, require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy import keys
from privacy.errors import ExportError, NameMismatchError, StudyDestroyedError, StudyExistsError
from privacy.ledger import lock_project
from privacy.models import Study


def _require_one_of(user: User, project: Project, *wanted: Permission) -> None:
    held = permissions_in(user, project)
    if not held:
        raise Http404
    if not user.is_active or held.isdisjoint(wanted):
        raise PermissionDenied(_("Votre rôle ne permet pas cette action."))


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
        keys.create(study.pk)
    except keys.StudyKeyError as error:
        raise ExportError(error.reason) from None
    record("study.created", actor=actor, project=project, target=study)
    return study


@transaction.atomic
def rotate_study_key(*, actor: User, study: Study, version: int) -> Study:
    """A new version of the key: other surrogates from now on, charged anew. Old exports keep theirs.

    `version` is the one that the person saw: pressing twice rotates once. Raises StudyDestroyedError,
    ExportError (no key-encryption key).
    """
    require(actor, study.project, Permission.MANAGE_STUDIES)
    study = _locked(study)
    if study.key_version != version:
        return study
    study.key_version += 1
    study.rotated_at = timezone.now()
    study.save(update_fields=["key_version", "rotated_at"])
    try:
        # a file left by a rotation that was given up has drawn nothing: it serves
        if not keys.exists(study.pk, study.key_version):
            keys.create(study.pk, study.key_version)
    except keys.StudyKeyError as error:
        raise ExportError(error.reason) from None
    record(
        "study.key_rotated",
        actor=actor,
        project=study.project,
        target=study,
        version=study.key_version,
    )
    return study


@transaction.atomic
def destroy_study_key(*, actor: User, study: Study, confirmation: str) -> Study:
    """Ends a study, for ever: what was exported can't be linked to the patients or extended any more.

    `confirmation` is the study's name, typed. Raises NameMismatchError, StudyDestroyedError.
    """
    require(actor, study.project, Permission.MANAGE_STUDIES)
    if not hmac.compare_digest(confirmation.strip().encode(), study.name.strip().encode()):
        raise NameMismatchError(
            _("Le nom saisi n'est pas celui de l'étude : rien n'a été détruit.")
        )
    study = _locked(study)
    study.destroyed_at = timezone.now()
    study.save(update_fields=["destroyed_at"])
    record("study.key_destroyed", actor=actor, project=study.project, target=study)
    # last: if the transaction is given up after all, the key is gone and no export is possible anyway
    keys.destroy(study.pk)
    return study


def refuse_destroyed(study: Study) -> None:
    """Raises StudyDestroyedError once the key is gone."""
    if study.is_destroyed:
        raise StudyDestroyedError(
            _(
                "La clé de cette étude a été détruite : aucun export ne peut être ajouté ou refabriqué."
            )
        )


def _locked(study: Study) -> Study:
    lock_project(study.project)
    found = Study.objects.select_for_update(of=("self",)).select_related("project").get(pk=study.pk)
    refuse_destroyed(found)
    return found
