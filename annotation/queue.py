"""Which notes nobody has begun: shared by the service that takes one and the pages that count."""

from django.db.models import Exists, OuterRef, QuerySet

from annotation.models import Document, Layer


def unclaimed(documents: QuerySet[Document]) -> QuerySet[Document]:
    """In order of arrival."""
    begun = Layer.staged_too.filter(document=OuterRef("pk"), kind=Layer.Kind.ANNOTATOR)
    return documents.filter(~Exists(begun)).order_by("position")
