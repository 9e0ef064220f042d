"""Ends a study's key, for ever."""

from __future__ import annotations

import hmac

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.models import Study
from privacy.services.errors import NameMismatchError
from privacy.services.keep_keys import destroy_keys
from privacy.services.lock_study import lock_study

study_ending = (
    Signal()
)  # with `study` and `actor`, in the same transaction: what others keep of its links goes, too


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
    study = lock_study(study)
    study_ending.send(Study, study=study, actor=actor)  # before the journal is locked
    study.destroyed_at = timezone.now()
    study.save(update_fields=["destroyed_at"])
    record("study.key_destroyed", actor=actor, project=study.project, target=study)
    # last: if the transaction is given up after all, the key is gone and no export is possible anyway
    destroy_keys(study.pk)
    return study
