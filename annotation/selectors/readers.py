"""Who annotates in a project."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from deidweb.accounts.models import Membership, Project
from deidweb.accounts.roles import Permission


def annotators(project: Project) -> frozenset[int]:
    """Accounts that annotate in the project."""
    return frozenset(annotating(project.pk).values_list("user_id", flat=True))


def annotating(project_id: UUID) -> QuerySet[Membership]:
    """The same as rows, for a query's condition."""
    in_force = Membership.objects.in_force().with_permission(Permission.ANNOTATE)
    return in_force.filter(project=project_id, user__is_active=True)
