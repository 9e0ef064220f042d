"""Accounts of the time when each project had its own: which are still to be joined, and which can't be any more."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db.models import Count

from privacy.models import LedgerCharge


def former_key_path(project_id: UUID) -> Path:
    """The key that named the accounts of one project."""
    return Path(settings.STUDY_KEY_DIR) / f"ledger-{project_id}.key"


def projects_to_join() -> list[UUID]:
    """Projects with charges that still bear an account of their own."""
    rows = LedgerCharge.objects.filter(is_joined=False).order_by()
    return list(rows.values_list("project", flat=True).distinct())


def unknown_spending() -> Fraction:
    """What anybody may have spent under accounts whose key is lost: the fullest one of each such project, summed.

    Nobody knows whose accounts these are, so that everybody is taken for the one who spent most.
    """
    lost = [pk for pk in projects_to_join() if not former_key_path(pk).is_file()]
    if not lost:
        return Fraction(0)
    totals: dict[tuple[UUID, str], Fraction] = defaultdict(Fraction)
    rows = (
        LedgerCharge.objects.filter(is_joined=False, project__in=lost)
        .order_by()
        .values_list("project", "account", "epsilon")
        .annotate(times=Count("pk"))
    )
    for project, account, epsilon, times in rows:
        totals[project, account] += Fraction(epsilon) * times
    fullest: dict[UUID, Fraction] = defaultdict(Fraction)
    for (project, _account), spent in totals.items():
        fullest[project] = max(fullest[project], spent)
    return sum(fullest.values(), Fraction(0))
