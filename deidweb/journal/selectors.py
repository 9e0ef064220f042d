"""The journal of a project as its page and its file show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from deidweb.accounts.models import Membership, Project, User
from deidweb.audit.models import AuditEntry

# of « Essayer » outside projects: lines of none
OUTSIDE: Final = ("trial.document_read", "trial.text_read", "trial.pdf_shown")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an auditor looks for; what is empty is not asked. Both days are meant whole. `object_id`: of
    one object of that type. `outside`: what was tried outside projects."""

    actor: int | None = None
    action: str = ""
    object_type: str = ""
    object_id: str = ""
    first: date | None = None
    last: date | None = None
    outside: bool = False


def journal_of(project: Project, wanted: Wanted) -> QuerySet[AuditEntry]:
    """The project's rows, the newest first."""
    rows = (
        _outside(project) if wanted.outside else AuditEntry.objects.filter(project_ref=project.pk)
    )
    if wanted.actor is not None:
        rows = rows.filter(actor=wanted.actor)
    if wanted.action:
        rows = rows.filter(action=wanted.action)
    if wanted.object_type:
        rows = rows.filter(object_type=wanted.object_type)
    if wanted.object_type and wanted.object_id:  # objects of several types bear one number
        rows = rows.filter(object_id=wanted.object_id)
    if wanted.first:
        rows = rows.filter(at__gte=_midnight(wanted.first))
    if wanted.last:
        rows = rows.filter(at__lt=_midnight(wanted.last + timedelta(days=1)))
    return rows.select_related("actor").order_by("-pk")


def _outside(project: Project) -> QuerySet[AuditEntry]:
    """What the project's members have tried outside all projects, and who belongs to none: nobody else would see it."""
    others = Membership.objects.exclude(project=project).order_by().values("user")
    own = Membership.objects.filter(project=project).order_by().values("user")
    rows = AuditEntry.objects.filter(project_ref=None, action__in=OUTSIDE)
    return rows.filter(Q(actor__in=own) | ~Q(actor__in=others))


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))


def people_of(project: Project) -> list[tuple[int, str]]:
    """Whom the journal can be asked for: members, who has left but is written there, and who belongs to no project but has
    tried something."""
    members = Membership.objects.filter(project=project).order_by().values("user")
    written = AuditEntry.objects.filter(actor=OuterRef("pk"), project_ref=project.pk).order_by()
    tried = AuditEntry.objects.filter(actor=OuterRef("pk"), project_ref=None, action__in=OUTSIDE)
    is_in_none = ~Exists(Membership.objects.filter(user=OuterRef("pk"))) & Exists(tried.order_by())
    people = User.objects.filter(Q(pk__in=members) | Exists(written) | is_in_none)
    return [(one.pk, one.display_name) for one in people.order_by("last_name", "username")]
