"""Takes a table of features out of the choice."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.models import FeatureFile
from privacy.selectors.place_policy import place_policy_of
from privacy.services.errors import FeatureFileError


@transaction.atomic
def retire_features(*, actor: User, file: FeatureFile) -> FeatureFile:
    """Takes a table out of the choice; exports asked for with it can still be built again.

    Raises FeatureFileError while the project's place policy names it.
    """
    require(actor, file.project, Permission.MANAGE_STUDIES)
    lock_project(file.project)
    file = FeatureFile.objects.select_for_update(of=("self",)).listed().get(pk=file.pk)
    if file.is_retired:
        return file
    if file.pk in {item.file for item in place_policy_of(file.project).features}:
        raise FeatureFileError(
            _("La distance en vigueur compare cette table : décochez d'abord ses variables.")
        )
    file.retired_by, file.retired_at = actor, timezone.now()
    file.save(update_fields=["retired_by", "retired_at"])
    record("features.retired", actor=actor, project=file.project, target=file)
    return file
