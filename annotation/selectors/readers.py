"""Who annotates in a project."""

from __future__ import annotations

from deidweb.accounts.models import Membership, Project
from deidweb.accounts.roles import Permission


def annotators(project: Project) -> frozenset[int]:
    """Accounts that annotate in the project."""
    in_force = Membership.objects.in_force().with_permission(Permission.ANNOTATE)
    members = in_force.filter(project=project, user__is_active=True)
    return frozenset(members.values_list("user_id", flat=True))
