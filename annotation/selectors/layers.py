"""The layers of a note that count: a person's own, the gold in force, the newest suggestion."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet, Subquery

from annotation.models import Document, Layer
from deidweb.accounts.models import Project, User


def own_layer(user: User, document: Document) -> Layer | None:
    """The person's layer on the note."""
    return Layer.objects.filter(document=document, kind=Layer.Kind.ANNOTATOR, author=user).first()


def gold_layer(document: Document) -> Layer | None:
    """The gold version in force."""
    golds = Layer.objects.filter(document=document, kind=Layer.Kind.GOLD).select_related("author")
    return golds.order_by("-version").first()


def newest_suggestion(document: Document) -> Layer | None:
    layers = Layer.objects.filter(document=document, kind=Layer.Kind.SUGGESTION)
    return layers.order_by("-created_at", "-pk").first()


def gold_layers(project: Project) -> QuerySet[Layer]:
    """The gold version in force of each note of the project (for training and export)."""
    newest = (
        Layer.objects.filter(document=OuterRef("document"), kind=Layer.Kind.GOLD)
        .order_by("-version")
        .values("pk")[:1]
    )
    return Layer.objects.filter(document__project=project, pk=Subquery(newest)).select_related(
        "document"
    )
