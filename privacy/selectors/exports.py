"""The register of exports, and who decides."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from deidweb.accounts.apartness import Hands
from deidweb.accounts.models import Membership, Project, User
from deidweb.accounts.roles import Permission
from privacy.models import ExportRequest


def exports_of(project: Project) -> QuerySet[ExportRequest]:
    """The register, newest first."""
    return ExportRequest.objects.filter(project=project).select_related(
        "study", "requested_by", "decided_by", "job"
    )


def exports_to_decide(user: User, project: Project) -> QuerySet[ExportRequest]:
    """Exports that wait for a decision that this person may take: never their own."""
    states = (ExportRequest.State.BUILT, ExportRequest.State.QUARANTINED)
    waiting = ExportRequest.objects.visible_to(user).filter(project=project, state__in=states)
    return waiting.exclude(requested_by=user).exclude(asked_by=user)


def deciders(export: ExportRequest) -> list[User]:
    """People who may decide this export: never who asked for it or had it built again, nor an account that was in their hands."""
    memberships = (
        Membership.objects.in_force()
        .filter(project=export.project_id)
        .with_permission(Permission.DECIDE_EXPORT)
        .exclude(user=export.requested_by_id)
    )
    people = User.objects.filter(pk__in=memberships.values("user"), is_active=True)
    people = people.order_by("username")
    askers = export.askers()
    hands = Hands([*people, *askers])
    return [one for one in people if hands.may_sign(one, askers)]


def titles_of(export_ids: Iterable[UUID]) -> dict[UUID, str]:
    """Their numbers, for pages that know their ids only (`settings.EXPORT_TITLES`); not the study, which coders needn't see."""
    found = ExportRequest.objects.filter(pk__in=list(export_ids))
    return {export.pk: _("Export n° %(number)d") % {"number": export.number} for export in found}
