"""Signs the review of a month of a project's journal."""

from __future__ import annotations

from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.models import AuditReview
from deidweb.audit.months import month_of, next_month
from deidweb.audit.services import record


class ReviewRefusedError(Exception):
    """The month can't be signed; the message says why."""


def review_month(*, actor: User, project: Project, month: date, conclusion: str) -> AuditReview:
    """Once a month and project, in writing. Raises PermissionDenied, ReviewRefusedError."""
    require(actor, project, Permission.READ_AUDIT)
    if month.day != 1 or next_month(month) > timezone.localdate():
        raise ReviewRefusedError(_("Ce mois n'est pas terminé."))
    conclusion = conclusion.strip()
    if not conclusion:
        raise ReviewRefusedError(_("Écrivez votre conclusion, même « rien à signaler »."))
    alerts = len(month_of(project.pk, month).alerts)
    try:
        with transaction.atomic():
            review = AuditReview.objects.create(
                project_ref=project.pk, month=month, by=actor, alert_count=alerts,
                conclusion=conclusion[:500],
            )  # fmt: skip
            record("audit.reviewed", actor=actor, project=project, target=project,
                   month=f"{month:%Y-%m}", alerts=alerts)  # fmt: skip
    except IntegrityError:
        raise ReviewRefusedError(_("Ce mois a déjà été relu.")) from None
    return review
