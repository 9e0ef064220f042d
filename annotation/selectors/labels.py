"""The labels that a project uses."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from annotation.models import ProjectLabel


def enabled_labels(project_id: UUID) -> QuerySet[ProjectLabel]:
    """Those that may be given, in the project's order."""
    return ProjectLabel.objects.filter(project=project_id, enabled=True)


def label_pairs(project_id: UUID) -> frozenset[tuple[str, str]]:
    """(label, sub-type) of the labels that may be given."""
    return frozenset(enabled_labels(project_id).order_by().values_list("label", "subtype"))
