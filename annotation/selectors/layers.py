"""The layer that a person has on a note."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import QuerySet

from annotation.models import Document, Layer
from deidweb.accounts.models import User


def own_layer(user: User, document: Document) -> Layer | None:
    """Open or handed in."""
    return Layer.objects.filter(document=document, kind=Layer.Kind.ANNOTATOR, author=user).first()


def own_layers(user: User, document_ids: Collection[UUID]) -> QuerySet[Layer]:
    """The same for many notes."""
    return Layer.objects.filter(
        document__in=document_ids, kind=Layer.Kind.ANNOTATOR, author=user
    ).order_by()
