"""A person's decision on one code."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from icdcoder.models import CodePrediction
from icdcoder.selectors.coded_notes import notes_of_stay

State = CodePrediction.State


@transaction.atomic
def decide_code(*, actor: User, prediction_id: int, decision: str) -> CodePrediction | None:
    """Accepts, rejects, or takes a decision back ("proposed"). Audited; a repeat changes nothing.

    A code that a person added and that is taken back is gone: None. What is no longer accepted is no
    principal diagnosis. Raises Http404 for a code that the person may not know of, PermissionDenied without
    the right to code, ValueError for an unknown decision.
    """
    state = State(decision)
    prediction = hold_code(actor, prediction_id)
    if prediction.state == state:
        return prediction
    if prediction.is_added and state == State.PROPOSED:
        record("icd.withdrawn", actor=actor, project=prediction.note.project, target=prediction)
        prediction.delete()
        return None
    set_state(prediction, state, actor)
    record(
        "icd.decided",
        actor=actor,
        project=prediction.note.project,
        target=prediction,
        decision=str(state),
    )
    return prediction


@transaction.atomic
def decide_in_stay(*, actor: User, prediction_id: int, decision: str) -> list[CodePrediction]:
    """The same decision for this code in every note of the stay; those that are left. Raises as `decide_code`."""
    same = same_in_stay(hold_code(actor, prediction_id))
    decided = [decide_code(actor=actor, prediction_id=own.pk, decision=decision) for own in same]
    return [left for left in decided if left is not None]


def same_in_stay(prediction: CodePrediction) -> list[CodePrediction]:
    """The predictions of the same code in all notes of the stay, this one included."""
    same = CodePrediction.objects.filter(
        note__in=notes_of_stay(prediction.note), code=prediction.code
    )
    return list(same.order_by("pk"))


def hold_code(actor: User, prediction_id: int) -> CodePrediction:
    """The row as it is now, locked, for a person who may code. Raises Http404, PermissionDenied."""
    prediction = (
        CodePrediction.objects.select_for_update(of=("self",))
        .select_related("note__project")
        .filter(pk=prediction_id)
        .first()
    )
    if prediction is None:
        raise Http404
    require(actor, prediction.note.project, Permission.CODE)
    if not CodePrediction.objects.visible_to(actor).filter(pk=prediction_id).exists():
        raise Http404  # of a patient who may have opposed
    return prediction


def set_state(prediction: CodePrediction, state: State, actor: User) -> None:
    """Writes the state with who decided and when."""
    is_open = state == State.PROPOSED
    prediction.state = state
    prediction.is_principal = prediction.is_principal and state == State.ACCEPTED
    prediction.decided_by = None if is_open else actor
    prediction.decided_at = None if is_open else timezone.now()
    prediction.save(update_fields=["state", "is_principal", "decided_by", "decided_at"])
