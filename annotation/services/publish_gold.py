"""Makes the next gold version of a note."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from annotation.models import Document, Layer, LayerSpan
from annotation.selectors.in_force import gold_in_force
from annotation.services.tally import tally_first_gold
from deidweb.accounts.models import User


def copy_spans(spans: Iterable[LayerSpan], layer: Layer) -> int:
    """Copies rows into `layer` with the same span ids; returns how many."""
    rows = []
    for span in spans:
        span.pk, span.layer, span._state.adding = None, layer, True
        rows.append(span)
    LayerSpan.objects.bulk_create(rows, batch_size=500)
    return len(rows)


def new_gold(
    document: Document, source: Layer, author: User, provenance: Layer.Provenance
) -> Layer:
    """The next gold version of the note, still without spans. The note is locked by the caller."""
    last = gold_in_force(document)
    if last is None:
        tally_first_gold(document.project_id)
    return Layer.objects.create(
        document=document,
        kind=Layer.Kind.GOLD,
        author=author,
        version=(last.version if last else 0) + 1,
        source_layer=source,
        state=Layer.State.SUBMITTED,
        submitted_at=timezone.now(),
        provenance=provenance,
    )


def publish_gold(
    layer: Layer, author: User, provenance: Layer.Provenance = Layer.Provenance.SINGLE
) -> tuple[Layer, int]:
    """A new gold version of the layer's spans that were not rejected, and how many there are."""
    gold = new_gold(layer.document, layer, author, provenance)
    kept = LayerSpan.objects.filter(layer=layer).exclude(state=LayerSpan.State.REJECTED)
    return gold, copy_spans(kept, gold)


def set_state(document: Document, state: Document.State) -> None:
    """The note's state, without touching its text."""
    Document.objects.filter(pk=document.pk).update(state=state)
