"""The diagnosis for which the patient came."""

from __future__ import annotations

from django.db import transaction

from deidweb.accounts.models import User
from deidweb.audit.services import record
from icdcoder.models import CodePrediction
from icdcoder.selectors.coded_notes import notes_of_stay
from icdcoder.services.decide_code import State, hold_code, set_state


@transaction.atomic
def mark_principal(*, actor: User, prediction_id: int) -> CodePrediction:
    """Accepts the code and makes it the only principal diagnosis of its stay; a second time takes the mark off.

    Raises as `decide_code`.
    """
    prediction = hold_code(actor, prediction_id)
    is_principal = not prediction.is_principal
    CodePrediction.objects.filter(
        note__in=notes_of_stay(prediction.note), is_principal=True
    ).update(is_principal=False)
    if prediction.state != State.ACCEPTED:
        set_state(prediction, State.ACCEPTED, actor)
    prediction.is_principal = is_principal
    prediction.save(update_fields=["is_principal"])
    record(
        "icd.principal",
        actor=actor,
        project=prediction.note.project,
        target=prediction,
        principal=is_principal,
    )
    return prediction
