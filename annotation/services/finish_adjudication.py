"""The gold layer of two readings, once every conflict is decided."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.domain.adjudication import Choice, Decision, Drawn, resolved
from annotation.models import Adjudication, Document, Layer, LayerSpan
from annotation.selectors.readings import comparison_of
from annotation.services.decide_conflict import AdjudicationError, lock_adjudication
from annotation.services.publish_gold import new_gold, set_state
from deidweb.accounts.models import User
from deidweb.audit.services import record


@transaction.atomic
def finish_adjudication(*, actor: User, adjudication: Adjudication) -> Layer:
    """Publishes the gold layer once every conflict is decided. Raises AdjudicationError."""
    held = lock_adjudication(actor, adjudication)
    comparison = comparison_of(held)
    stored = {row.key: row for row in held.decisions.all()}
    missing = sum(conflict.key not in stored for conflict in comparison.conflicts)
    if missing:
        raise AdjudicationError(
            _("Il reste des désaccords à trancher : %(count)d.") % {"count": missing}
        )
    decisions = {
        key: Decision(Choice(row.choice), tuple(Drawn(*span) for span in row.spans))
        for key, row in stored.items()
    }
    provenance = (
        Layer.Provenance.UNANIMOUS if comparison.is_unanimous else Layer.Provenance.ADJUDICATED
    )
    gold = _publish(held, resolved(comparison, decisions), actor, provenance)
    held.gold, held.finished_at, held.adjudicator = gold, timezone.now(), actor
    held.save(update_fields=["gold", "finished_at", "adjudicator"])
    set_state(held.document, Document.State.GOLD)
    record(
        "adjudication.finished",
        actor=actor,
        project=held.document.project_id,
        target=held,
        gold_version=gold.version,
        conflicts=len(comparison.conflicts),
    )
    return gold


def _publish(
    held: Adjudication, spans: Sequence[Drawn], actor: User, provenance: Layer.Provenance
) -> Layer:
    """A gold layer of these spans; those of a reading keep their identity and their source."""
    gold = new_gold(held.document, held.first, actor, provenance)
    known: dict[Drawn, LayerSpan] = {}
    for layer in (held.second, held.first):
        for row in LayerSpan.objects.filter(layer=layer).exclude(state=LayerSpan.State.REJECTED):
            known[Drawn(row.start, row.end, row.label, row.subtype)] = row
    rows = [_gold_row(span, known.get(span), held.document.text, gold, actor) for span in spans]
    taken: set[uuid.UUID] = set()
    for row in rows:
        if row.span_id in taken:  # one suggestion corrected in two ways, both kept
            row.span_id = uuid.uuid4()
        taken.add(row.span_id)
    LayerSpan.objects.bulk_create(rows, batch_size=500)
    return gold


def _gold_row(span: Drawn, row: LayerSpan | None, text: str, gold: Layer, actor: User) -> LayerSpan:
    if row is not None:
        row.pk, row.layer, row._state.adding = None, gold, True
        return row
    return LayerSpan(
        layer=gold,
        start=span.start,
        end=span.end,
        label=span.label,
        subtype=span.subtype,
        source=f"user:{actor.pk}",
        state=LayerSpan.State.MANUAL,
        surface=text[span.start : span.end],
    )
