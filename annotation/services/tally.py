"""Keeps the counts of the dashboards, in the transaction that submits a layer."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotation.domain.active_time import active_seconds
from annotation.domain.tally import Assistance, assistance
from annotation.models import DayTally, GoldDay, Layer, LayerSpan, LayerTally, SpanOp
from annotation.services.count_entities import SPANS, count_entities, spans_of

_COUNTS = (*SPANS, "active_seconds")


@transaction.atomic
def tally_submission(layer: Layer) -> LayerTally:
    """Counts a submitted annotator's layer; one that was counted before is counted anew, on its first day: a re-read
    says what that day's suggestions were worth, and no later one's.

    The sums of a day change by the difference, so that they always are those of its layers.
    """
    former = LayerTally.objects.select_for_update().filter(pk=layer.pk).first()
    if former is not None:
        _shift(layer, former, -1)
        count_entities(layer, former, -1)
    tally = _counted(layer, former.day if former else timezone.localdate(layer.submitted_at))
    _shift(layer, tally, 1)
    count_entities(layer, tally, 1)
    return tally


def _counted(layer: Layer, day: date) -> LayerTally:
    states: dict[str, list[str]] = {}
    for label, state in LayerSpan.objects.filter(layer=layer).values_list("label", "state"):
        states.setdefault(label, []).append(state)
    labels = {label: assistance(own) for label, own in sorted(states.items())}
    found = sum(labels.values(), Assistance())
    moments = [
        layer.created_at,
        *SpanOp.objects.filter(layer=layer).order_by("rev").values_list("at", flat=True),
        layer.submitted_at or timezone.now(),
    ]
    tally, _created = LayerTally.objects.update_or_create(
        layer=layer,
        defaults={
            "day": day,
            "engine_version": engine_version_of(layer),
            "accepted": found.accepted,
            "corrected": found.corrected,
            "added": found.added,
            "rejected": found.rejected,
            "labels": {label: spans_of(own) for label, own in labels.items()},
            # the page's own signs of life when it gave any, else the gaps between gestures
            "active_seconds": layer.active_seconds or active_seconds(moments),
        },
    )
    return tally


def engine_version_of(layer: Layer) -> str:
    """Of the suggestion that the person began from; "" when they began from gold, or from nothing because there
    was none or it was kept from them."""
    source = layer.source_layer
    if source is None or layer.hides_suggestions or source.kind != Layer.Kind.SUGGESTION:
        return ""
    return source.engine_version


@transaction.atomic
def tally_first_gold(project_id: UUID, notes: int = 1) -> None:
    """Counts notes that have just become gold for the first time."""
    if notes:
        row, _created = GoldDay.objects.get_or_create(
            project_id=project_id, day=timezone.localdate()
        )
        GoldDay.objects.filter(pk=row.pk).update(notes=F("notes") + notes)


def _shift(layer: Layer, tally: LayerTally, sign: int) -> None:
    row, _created = DayTally.objects.get_or_create(
        project_id=layer.document.project_id,
        day=tally.day,
        author_id=layer.author_id,
        engine_version=tally.engine_version,
    )
    changes = {name: F(name) + sign * getattr(tally, name) for name in _COUNTS}
    DayTally.objects.filter(pk=row.pk).update(notes=F("notes") + sign, **changes)
