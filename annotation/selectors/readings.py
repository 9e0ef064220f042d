"""Readings of a note that were handed in, and what they disagree on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q

from annotation.domain.adjudication import Comparison, Drawn, compare
from annotation.models import Adjudication, Document, Layer, LayerSpan
from annotation.selectors.queue import CORRECTED


def submitted_readings(document: Document) -> list[Layer]:
    """Handed in, the earliest first, without corrections of gold."""
    layers = Layer.objects.filter(
        document=document, kind=Layer.Kind.ANNOTATOR, state=Layer.State.SUBMITTED
    )
    return list(layers.exclude(picked_by=CORRECTED).order_by("submitted_at", "pk"))


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


class Remark(NamedTuple):
    """What a reader doubts, or has written beside a passage. `reader` is "A" or "B", `drawn` what was marked there."""

    reader: str
    drawn: Drawn
    words: str


def remarks_of(adjudication: Adjudication) -> list[Remark]:
    """Of both readings, in reading order. Example: [Remark("A", Drawn(18, 23, "LOC", "VILLE"), "ville ou nom ?")]."""
    layers = [adjudication.first_id, adjudication.second_id]
    if adjudication.swapped:
        layers.reverse()
    letters = dict(zip(layers, "AB", strict=True))
    rows: Iterable[LayerSpan] = LayerSpan.objects.filter(
        Q(doubt=True) | ~Q(comment=""), layer__in=layers
    ).exclude(state=LayerSpan.State.REJECTED)
    found = [
        Remark(letters[s.layer_id], Drawn(s.start, s.end, s.label, s.subtype), s.comment)
        for s in rows
    ]
    return sorted(found, key=lambda remark: (remark.drawn, remark.reader))
