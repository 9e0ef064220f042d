"""What counts of a note: the newest gold version, and without gold the newest suggestion.

Exports, data sets, training, agreement and the pages ask here, so that all of them speak of the same
spans. A note without either counts for nothing: nobody has looked for identifying text in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from annotation.models import Document, Layer, LayerSpan
from annotation.selectors.identities import identities_of
from annotation.selectors.spans import spans_of
from deidweb.accounts.models import Project

# The rule, once: gold before suggestions (the alphabet has them so), of gold the highest version, of
# suggestions the newest.
_COUNTING: Final = (Layer.Kind.GOLD, Layer.Kind.SUGGESTION)
_FIRST_COUNTS: Final = ("kind", "-version", "-created_at", "-pk")


def counting_layers() -> QuerySet[Layer]:
    """Every layer of a kind that can count: a note with one of them counts."""
    return Layer.objects.filter(kind__in=_COUNTING)


def gold_in_force(document: Document) -> Layer | None:
    """The newest gold version, with its author."""
    golds = Layer.objects.filter(document=document, kind=Layer.Kind.GOLD).select_related("author")
    return golds.order_by(*_FIRST_COUNTS).first()


def newest_suggestion(document: Document) -> Layer | None:
    layers = Layer.objects.filter(document=document, kind=Layer.Kind.SUGGESTION)
    return layers.order_by(*_FIRST_COUNTS).first()


def newest_suggestions(
    document_ids: Collection[UUID], among: QuerySet[Layer] | None = None
) -> dict[UUID, Layer]:
    """By note, one query. `among`: where to look, by default in what is published."""
    layers = Layer.objects.all() if among is None else among
    return _first_of_each(layers.filter(document__in=document_ids, kind=Layer.Kind.SUGGESTION))


def layer_in_force(document: Document) -> Layer | None:
    """The gold in force, else the newest suggestion."""
    return counting_layers().filter(document=document).order_by(*_FIRST_COUNTS).first()


def layers_in_force(document_ids: Collection[UUID]) -> dict[UUID, Layer]:
    """The same for many notes, by note: one query. Notes that count for nothing are not in it."""
    return _first_of_each(counting_layers().filter(document__in=document_ids))


def _first_of_each(layers: QuerySet[Layer]) -> dict[UUID, Layer]:
    found: dict[UUID, Layer] = {}
    for layer in layers.order_by(*_FIRST_COUNTS):
        found.setdefault(layer.document_id, layer)
    return found


def golds_in_force(project: Project) -> QuerySet[Layer]:
    """The gold in force of each note of the project, with the note."""
    layers = Layer.objects.filter(document__project=project, pk=newest_gold())
    return layers.select_related("document")


def newest_gold() -> Subquery:
    """Its key, of the note of a layer: ``Layer.objects.filter(pk=newest_gold())`` are those in force."""
    golds = Layer.objects.filter(document=OuterRef("document"), kind=Layer.Kind.GOLD)
    return Subquery(golds.order_by(*_FIRST_COUNTS).values("pk")[:1])


@dataclass(frozen=True, slots=True)
class NoteInForce:
    """A note with the layer that counts, its spans that were not rejected, in the order of the text,
    and its patient's identity (empty without a patient)."""

    document: Document
    layer: Layer
    spans: tuple[Span, ...] = field(repr=False)
    identity: PatientIdentity = field(repr=False)

    @property
    def engine(self) -> str:
        """Who found the spans: "gold", or an engine's version."""
        return "gold" if self.layer.kind == Layer.Kind.GOLD else self.layer.engine_version


def notes_in_force(documents: Iterable[Document]) -> list[NoteInForce]:
    """Those of the notes that count, in their order. Three queries, whatever their number."""
    wanted = list(documents)
    layers = layers_in_force([document.pk for document in wanted])
    return _with_spans(
        [(document, layers[document.pk]) for document in wanted if document.pk in layers]
    )


def notes_of_layers(layers: Iterable[Layer]) -> list[NoteInForce]:
    """Layers whose notes are loaded, as notes, in their order. Two queries, whatever their number."""
    return _with_spans([(layer.document, layer) for layer in layers])


def _with_spans(pairs: Sequence[tuple[Document, Layer]]) -> list[NoteInForce]:
    spans: dict[UUID, list[Span]] = {layer.pk: [] for _document, layer in pairs}
    rows = LayerSpan.objects.filter(layer__in=spans).exclude(state=LayerSpan.State.REJECTED)
    for layer_id, span in spans_of(rows.order_by("layer", "start", "-end", "pk")):
        spans[layer_id].append(span)
    patients = {document.patient_id for document, _layer in pairs if document.patient_id}
    known = identities_of(patients)
    nobody = PatientIdentity()
    return [
        NoteInForce(
            document,
            layer,
            tuple(spans[layer.pk]),
            known[document.patient_id] if document.patient_id else nobody,
        )
        for document, layer in pairs
    ]
