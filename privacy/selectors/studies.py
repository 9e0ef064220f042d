"""Studies of a project."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from deidweb.accounts.models import Project
from privacy.models import Study


def studies_of(project: Project) -> QuerySet[Study]:
    """Studies that a new export may join."""
    return Study.objects.filter(project=project, destroyed_at=None)


def studies_and_exports(project: Project) -> QuerySet[Study]:
    """Every study, with `export_count`."""
    return Study.objects.filter(project=project).annotate(export_count=Count("exports"))
