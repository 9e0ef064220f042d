"""The cap of the ledger, set by the steward."""

from __future__ import annotations

from decimal import Decimal

from django.db import transaction

from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.models import PrivacySettings


@transaction.atomic
def set_cap(*, actor: User, project: Project, cap: Decimal) -> None:
    """The steward's cap; what is spent above a lowered cap stays spent. Raises ValidationError."""
    require(actor, project, Permission.MANAGE_STUDIES)
    lock_project(project)
    row, _made = PrivacySettings.objects.get_or_create(project=project)
    before, row.epsilon_cap = row.epsilon_cap, cap
    row.full_clean()
    row.save()
    record(
        "ledger.cap_changed",
        actor=actor,
        project=project,
        target=project,
        before=str(before),
        after=str(cap),
    )
