"""Who annotates in a project."""

from __future__ import annotations

from deidweb.accounts.models import Membership, Project
from deidweb.accounts.roles import Permission, roles_with


def annotators(project: Project) -> frozenset[int]:
    """Accounts that annotate in the project."""
    members = Membership.objects.in_force().filter(
        project=project, role__in=roles_with(Permission.ANNOTATE), user__is_active=True
    )
    return frozenset(members.values_list("user_id", flat=True))
