"""Compares readings whose suggestions were hidden with those that were shown; see `domain.anchoring`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final
from uuid import UUID

from annotation.domain.anchoring import Anchoring
from annotation.domain.spans import Span
from annotation.models import LayerSpan
from annotation.selectors.anchored_readings import Reading
from annotation.selectors.spans import spans_of

CHUNK: Final = 100
OnRead = Callable[[int], None]


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
    for layer_id, span in spans_of(rows):
        spans[layer_id].append(span)
    return ((reading, spans) for reading in part)
