"""A person hands in a layer: it becomes gold, or one of two readings."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.domain.ops import accept_remaining
from annotation.models import Document, Layer, LayerSpan, Reread
from annotation.selectors.in_force import gold_in_force
from annotation.selectors.note_view import is_correction
from annotation.selectors.queue import CORRECTED, work_settings
from annotation.selectors.spans import rows_of, state_of
from annotation.services.apply_op import OpRefusedError, StaleRevisionError, append_op, lock_layer
from annotation.services.check_residues import Check, check_before, require_clear
from annotation.services.publish_gold import publish_gold, set_state
from annotation.services.renew_lease import renew_lease
from annotation.services.settle_readings import settle_readings
from annotation.services.tally import tally_submission
from deidweb.accounts.models import User
from deidweb.audit.services import record


@dataclass(frozen=True, slots=True)
class Submission:
    """The gold version that a submission made, None while a second reading or a comparison is
    awaited; `repeated` when it had been made before; `corrects`: see `is_correction`."""

    gold: Layer | None
    repeated: bool = False
    corrects: bool = False


def submit_layer(*, actor: User, layer: Layer, if_match: int) -> Submission:
    """Makes a new gold version of all spans that were not rejected; where a note has two readers,
    hands in one of the two readings (see `settle_readings`).

    What is still suggested is taken as accepted, by a recorded op. A second submission of the
    same layer changes nothing. Raises StaleRevisionError, then ResidualError while something that
    looks like an identifier is neither labelled nor explained.
    """
    check = check_before(actor, layer, if_match)
    return _submit(actor, layer, if_match, check)


@transaction.atomic
def _submit(actor: User, layer: Layer, if_match: int, check: Check) -> Submission:
    # Two people may submit one note at once: gold versions follow one another. The note comes
    # before its layers, as in `start_annotation`, or PostgreSQL would see a deadlock.
    Document.objects.select_for_update(of=("self",)).filter(pk=layer.document_id).first()
    held = lock_layer(actor, layer)
    if held.state == Layer.State.SUBMITTED:
        made = Layer.objects.filter(source_layer=held, kind=Layer.Kind.GOLD)
        return Submission(made.order_by("-version").first(), repeated=True)
    if if_match != held.rev:
        raise StaleRevisionError(held.rev)
    if not renew_lease(held, held.document.project):
        message = _("Une autre personne a repris cette note. Votre travail est conservé.")
        raise OpRefusedError(message, rev=held.rev)
    require_clear(check, held)
    corrects = is_correction(held)
    rest = accept_remaining(map(state_of, rows_of(held).values()), uuid.uuid4())
    if rest is not None:
        append_op(held, rest, actor)
    count = LayerSpan.objects.filter(layer=held).exclude(state=LayerSpan.State.REJECTED).count()
    held.state, held.submitted_at = Layer.State.SUBMITTED, timezone.now()
    held.save(update_fields=["state", "submitted_at"])
    tally_submission(held)
    Reread.objects.filter(document=held.document_id, done_at=None).update(done_at=held.submitted_at)
    gold = _gold_of(held, actor)
    record(
        "annotation.submitted",
        actor=actor,
        project=held.document.project_id,
        target=held,
        gold_version=gold.version if gold else 0,
        spans=count,
        rev=held.rev,
    )
    return Submission(gold, corrects=corrects)


def _gold_of(held: Layer, actor: User) -> Layer | None:
    """A correction of gold keeps what that came of."""
    came = Layer.Provenance.SINGLE
    if held.picked_by == CORRECTED:
        former = gold_in_force(held.document)
        came = Layer.Provenance((former and former.provenance) or came)
    elif work_settings(held.document.project).readers > 1:
        return settle_readings(held.document, actor)
    gold, _count = publish_gold(held, actor, came)
    set_state(held.document, Document.State.GOLD)
    return gold
