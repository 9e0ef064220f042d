"""Gives a study a new version of its key."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.models import Study
from privacy.services.errors import ExportError
from privacy.services.keep_keys import StudyKeyError, create_key, has_key
from privacy.services.lock_study import lock_study


@transaction.atomic
def rotate_study_key(*, actor: User, study: Study, version: int) -> Study:
    """A new version of the key: other surrogates from now on, charged anew. Old exports keep theirs.

    `version` is the one that the person saw: pressing twice rotates once. Raises StudyDestroyedError,
    ExportError (no key-encryption key).
    """
    require(actor, study.project, Permission.MANAGE_STUDIES)
    study = lock_study(study)
    if study.key_version != version:
        return study
    study.key_version += 1
    study.rotated_at = timezone.now()
    study.save(update_fields=["key_version", "rotated_at"])
    try:
        # a file left by a rotation that was given up has drawn nothing: it serves
        if not has_key(study.pk, study.key_version):
            create_key(study.pk, study.key_version)
    except StudyKeyError as error:
        raise ExportError(error.reason) from None
    record(
        "study.key_rotated",
        actor=actor,
        project=study.project,
        target=study,
        version=study.key_version,
    )
    return study
