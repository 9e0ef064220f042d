"""What the canvas needs of a note: its spans, who signed them, the labels, the ops of its layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from annotation.domain.ops import SpanState
from annotation.models import Document, Layer, ProjectLabel, SpanOp
from annotation.selectors.labels import enabled_labels, label_uses
from annotation.selectors.spans import rows_of, state_of
from deidweb.accounts.models import User


@dataclass(frozen=True, slots=True)
class CanvasNote:
    """`layer` is what the page shows: the person's own, a gold version, or nothing. `people`: names of
    those who signed a span (`{"7": "Anne Roy"}`); `ops`: those of a layer to edit, none of another; `uses`: how often each
    sub-type occurs in the project's notes of this kind."""

    document: Document
    layer: Layer | None
    labels: tuple[ProjectLabel, ...]
    spans: tuple[SpanState, ...]
    people: Mapping[str, str]
    ops: tuple[SpanOp, ...]
    uses: Mapping[str, int]


def canvas_note(document: Document, layer: Layer | None, *, read_only: bool) -> CanvasNote:
    spans = tuple(map(state_of, rows_of(layer).values())) if layer else ()
    is_own = layer is not None and layer.kind == Layer.Kind.ANNOTATOR
    return CanvasNote(
        document=document,
        layer=layer,
        labels=tuple(enabled_labels(document.project_id)),
        spans=spans,
        people=_people(spans),
        ops=tuple(ops_since(layer, 0)) if layer and is_own and not read_only else (),
        uses={} if read_only else label_uses(document),
    )


def ops_since(layer: Layer, rev: int) -> list[SpanOp]:
    """The layer's ops after revision `rev`, oldest first."""
    return list(SpanOp.objects.filter(layer=layer, rev__gt=rev).order_by("rev"))


def _people(spans: Iterable[SpanState]) -> dict[str, str]:
    sources = {span.source for span in spans}
    numbers = {source.removeprefix("user:") for source in sources if source.startswith("user:")}
    # An imported source may say anything: only what can be a number of ours is looked up.
    known = User.objects.filter(pk__in=[n for n in numbers if n.isdecimal() and len(n) < 10])
    return {str(person.pk): person.display_name for person in known}
