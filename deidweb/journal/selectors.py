"""The journal of a project as its page and its file show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from deidweb.accounts.models import Membership, Project, User
from deidweb.audit.models import AuditEntry


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an auditor looks for; what is empty is not asked. Both days are meant whole."""

    actor: int | None = None
    action: str = ""
    object_type: str = ""
    object_id: str = ""
    first: date | None = None
    last: date | None = None


def journal_of(project: Project, wanted: Wanted) -> QuerySet[AuditEntry]:
    """The project's rows, the newest first."""
    rows = AuditEntry.objects.filter(project_ref=project.pk)
    if wanted.actor is not None:
        rows = rows.filter(actor=wanted.actor)
    if wanted.action:
        rows = rows.filter(action=wanted.action)
    if wanted.object_type:
        rows = rows.filter(object_type=wanted.object_type)
    if wanted.object_id:
        rows = rows.filter(object_id__startswith=wanted.object_id)
    if wanted.first:
        rows = rows.filter(at__gte=_midnight(wanted.first))
    if wanted.last:
        rows = rows.filter(at__lt=_midnight(wanted.last + timedelta(days=1)))
    return rows.select_related("actor").order_by("-pk")


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))


def people_of(project: Project) -> list[tuple[int, str]]:
    """Whom the journal can be asked for: members, and who has left but is written there."""
    members = Membership.objects.filter(project=project).order_by().values("user")
    written = AuditEntry.objects.filter(actor=OuterRef("pk"), project_ref=project.pk).order_by()
    people = User.objects.filter(Q(pk__in=members) | Exists(written))
    return [(one.pk, one.display_name) for one in people.order_by("last_name", "username")]
