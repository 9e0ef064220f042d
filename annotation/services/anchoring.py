"""Readings whose suggestions were hidden against those that were shown; see `domain.anchoring`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from annotation.domain.anchoring import Anchoring
from annotation.domain.spans import Span
from annotation.models import Layer, LayerSpan
from annotation.selectors.layers import gold_layers
from annotation.services.datasets import pure_span
from deidweb.accounts.models import Project

MAX_READINGS: Final = 2000  # the newest of each side
CHUNK: Final = 100
OnRead = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Reading:
    """One person's submitted layer, the suggestion it began from, and a gold layer that says more
    than this reading alone; None without one."""

    layer: UUID
    model: UUID
    gold: UUID | None
    is_hidden: bool


def readings_of(project: Project) -> list[Reading]:
    """The newest MAX_READINGS of each side."""
    layers = Layer.objects.filter(
        document__project=project,
        kind=Layer.Kind.ANNOTATOR,
        state=Layer.State.SUBMITTED,
        source_layer__kind=Layer.Kind.SUGGESTION,
    ).order_by("-submitted_at")
    found: list[Reading] = []
    for is_hidden in (True, False):
        side = layers.filter(hides_suggestions=is_hidden)
        rows = list(side.values_list("pk", "document_id", "source_layer_id")[:MAX_READINGS])
        golds = _golds(project, [document for _pk, document, _source in rows])
        for pk, document, source in rows:
            gold = golds.get(document)
            theirs = gold is not None and (gold.is_from_two or gold.source != pk)
            found.append(Reading(pk, source, gold.pk if gold and theirs else None, is_hidden))
    return found


@dataclass(frozen=True, slots=True)
class _Gold:
    pk: UUID
    source: UUID | None
    is_from_two: bool


def _golds(project: Project, documents: list[UUID]) -> dict[UUID, _Gold]:
    """The gold in force of each note."""
    found: dict[UUID, _Gold] = {}
    for start in range(0, len(documents), 500):
        golds = gold_layers(project).filter(document__in=documents[start : start + 500])
        rows = golds.values_list("document_id", "pk", "source_layer_id", "provenance")
        for document, pk, source, provenance in rows:
            single = provenance in ("", Layer.Provenance.SINGLE)
            found[document] = _Gold(pk, source, not single)
    return found


def measure_anchoring(readings: list[Reading], on_read: OnRead) -> dict[str, Any]:
    """`domain.anchoring`'s JSON; `on_read` is told how many readings are done."""
    found = Anchoring()
    for start in range(0, len(readings), CHUNK):
        part = readings[start : start + CHUNK]
        for reading, spans in _with_spans(part):
            gold = None if reading.gold is None else spans[reading.gold]
            found.add(spans[reading.layer], spans[reading.model], gold, is_hidden=reading.is_hidden)
        on_read(start + len(part))
    return found.to_json()


def _with_spans(part: list[Reading]) -> Iterator[tuple[Reading, dict[UUID, list[Span]]]]:
    ids = {pk for r in part for pk in (r.layer, r.model, r.gold) if pk is not None}
    spans: dict[UUID, list[Span]] = {pk: [] for pk in ids}
    rows = LayerSpan.objects.filter(layer__in=ids).exclude(state=LayerSpan.State.REJECTED)
    for row in rows:
        spans[row.layer_id].append(pure_span(row))
    return ((reading, spans) for reading in part)
