"""The labels that a project uses."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db.models import Count, QuerySet

from annotation.models import Document, Layer, LayerSpan, ProjectLabel

_NOTES_ASKED: Final = 30


def enabled_labels(project_id: UUID) -> QuerySet[ProjectLabel]:
    """Those that may be given, in the project's order."""
    return ProjectLabel.objects.filter(project=project_id, enabled=True)


def label_pairs(project_id: UUID) -> frozenset[tuple[str, str]]:
    """(label, sub-type) of the labels that may be given."""
    return frozenset(enabled_labels(project_id).order_by().values_list("label", "subtype"))


def label_uses(document: Document) -> dict[str, int]:
    """How often each sub-type was validated in up to thirty notes of the project that are of the same
    kind as `document`: enough to know what a nursing note is made of. One query along indexes."""
    alike = Document.objects.filter(
        project=document.project_id, doc_type=document.doc_type, state=Document.State.GOLD
    )
    asked = alike.order_by("position").values("pk")[:_NOTES_ASKED]
    spans = LayerSpan.objects.filter(
        layer__document__in=asked, layer__kind=Layer.Kind.GOLD
    ).exclude(state=LayerSpan.State.REJECTED)
    counted = spans.order_by().values_list("subtype").annotate(count=Count("pk"))
    return dict(counted)
