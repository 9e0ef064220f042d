"""Keeps what the page of the drift adds up: a day's spans by label, type of document, service and engine."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final

from django.db.models import QuerySet

from annotation.domain.labels import Label
from annotation.domain.tally import Assistance
from annotation.models import EntityDay, Layer, LayerTally

SPANS: Final = ("accepted", "corrected", "added", "rejected")
_NONE: Final = (0, 0, 0, 0)
_Key = tuple[str, str]  # axis and name


def spans_of(counts: Assistance | LayerTally) -> list[int]:
    """The four counts, in the order of SPANS."""
    return [getattr(counts, name) for name in SPANS]


def count_entities(layer: Layer, tally: LayerTally, sign: int) -> None:
    """Adds the layer to the rows of its day (1), or takes it out again (-1): two queries, four for the day's first
    of a kind. In the caller's transaction."""
    if tally.labels is None:
        return
    changes = _changes(layer, tally)
    day = EntityDay.objects.filter(project=layer.document.project_id, day=tally.day)
    rows = _rows(day, changes.keys())
    if missing := changes.keys() - rows.keys():
        _make_rows(layer, tally, missing)
        rows = _rows(day, changes.keys())
    for key, row in rows.items():
        row.notes += sign
        for name, change in zip(SPANS, changes[key], strict=True):
            setattr(row, name, getattr(row, name) + sign * change)
    # all are there and locked; `bulk_update` would write a condition for each row and field: 16 ms a note, not 4
    EntityDay.objects.bulk_create(
        rows.values(), update_conflicts=True, unique_fields=["pk"], update_fields=["notes", *SPANS]
    )


def _rows(day: QuerySet[EntityDay], keys: Collection[_Key]) -> dict[_Key, EntityDay]:
    """Locked, in one order: who hands in at the same moment waits."""
    found = day.select_for_update().order_by("pk")
    return {(row.axis, row.name): row for row in found if (row.axis, row.name) in keys}


def _make_rows(layer: Layer, tally: LayerTally, keys: Collection[_Key]) -> None:
    own = {
        "project_id": layer.document.project_id,
        "day": tally.day,
        "monday": tally.day - timedelta(days=tally.day.weekday()),
    }
    rows = [EntityDay(**own, axis=axis, name=name) for axis, name in sorted(keys)]
    EntityDay.objects.bulk_create(rows, ignore_conflicts=True)


def _changes(layer: Layer, tally: LayerTally) -> dict[_Key, Sequence[int]]:
    """What the layer brings to each row. All labels have one: a label that never came has a rate, too."""
    axis, document, labels = EntityDay.Axis, layer.document, tally.labels or {}
    spans = spans_of(tally)
    found: dict[_Key, Sequence[int]] = {
        (axis.ALL, ""): spans,
        (axis.TYPE, document.doc_type): spans,
    }
    if document.service:
        found[axis.SERVICE, document.service] = spans
    if tally.engine_version:
        found[axis.ENGINE, tally.engine_version] = spans
    every = {*map(str, Label), *labels}
    return found | {(axis.LABEL, label): labels.get(label, _NONE) for label in every}
