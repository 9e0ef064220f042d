"""Readings of a note that were handed in, and what they disagree on."""

from __future__ import annotations

from annotation.domain.adjudication import Comparison, Drawn, compare
from annotation.models import Adjudication, Document, Layer, LayerSpan


def submitted_readings(document: Document) -> list[Layer]:
    """Handed in, the earliest first."""
    layers = Layer.objects.filter(
        document=document, kind=Layer.Kind.ANNOTATOR, state=Layer.State.SUBMITTED
    )
    return list(layers.order_by("submitted_at", "pk"))


def drawn_in(layer: Layer) -> list[Drawn]:
    """The spans of a reading that were not rejected."""
    rows = LayerSpan.objects.filter(layer=layer).exclude(state=LayerSpan.State.REJECTED)
    return [Drawn(*row) for row in rows.values_list("start", "end", "label", "subtype")]


def comparison_of(adjudication: Adjudication) -> Comparison:
    """With the readers as the page shows them: which one is A is drawn once a note."""
    one, other = drawn_in(adjudication.first), drawn_in(adjudication.second)
    if adjudication.swapped:
        one, other = other, one
    return compare(adjudication.document.text, one, other)
