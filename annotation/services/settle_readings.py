"""Two blind readings of a note become one gold layer at once when they agree; else they are to be compared."""

from __future__ import annotations

import uuid
from typing import Final

from annotation.domain.adjudication import compare
from annotation.models import Adjudication, Document, Layer, LayerSpan
from annotation.selectors.queue import work_settings
from annotation.selectors.readings import drawn_in, submitted_readings
from annotation.services.publish_gold import publish_gold, set_state
from deidweb.accounts.models import User
from deidweb.audit.services import record

READINGS: Final = 2


def settle_readings(document: Document, actor: User) -> Layer | None:
    """After a submission in a project with two readers: the gold layer when both readings agree
    and the project wants no click for it; None while one is missing or they must be compared.

    The note is locked by the caller.
    """
    layers = submitted_readings(document)
    is_open = Adjudication.objects.filter(document=document, finished_at=None).exists()
    if len(layers) < READINGS or is_open:
        return None
    first, second = layers[:READINGS]
    comparison = compare(document.text, drawn_in(first), drawn_in(second))
    if comparison.is_unanimous and work_settings(document.project).unanimous_is_gold:
        gold, _count = publish_gold(first, actor, Layer.Provenance.UNANIMOUS)
        _carry_doubts(second, gold)
        set_state(document, Document.State.GOLD)
        return gold
    made = Adjudication.objects.create(
        document=document,
        first=first,
        second=second,
        swapped=bool(uuid.uuid4().int & 1),
        conflicts=len(comparison.conflicts),
    )
    set_state(document, Document.State.COMPARE)
    record("adjudication.opened", actor=actor, project=document.project_id, target=made)
    return None


def _carry_doubts(reading: Layer, gold: Layer) -> None:
    """What one reader doubts stays doubted in the gold that is made of the other's reading: the passages are the same."""
    for own in LayerSpan.objects.filter(layer=reading, doubt=True).exclude(state=LayerSpan.State.REJECTED):  # fmt: skip
        where = {"start": own.start, "end": own.end, "label": own.label, "subtype": own.subtype}
        for same in LayerSpan.objects.filter(layer=gold, **where):
            same.doubt, same.comment = True, same.comment or own.comment
            same.save(update_fields=["doubt", "comment"])
