"""The layer that a person has on a note."""

from __future__ import annotations

from annotation.models import Document, Layer
from deidweb.accounts.models import User


def own_layer(user: User, document: Document) -> Layer | None:
    """Open or handed in."""
    return Layer.objects.filter(document=document, kind=Layer.Kind.ANNOTATOR, author=user).first()
