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

State = CodePrediction.State


@transaction.atomic
def decide_code(*, actor: User, prediction_id: int, decision: str) -> CodePrediction:
    """Accepts, rejects, or takes a decision back ("proposed"). Audited; a repeat changes nothing.

    Raises Http404 for a code that the person may not know of, PermissionDenied without the
    right to code, ValueError for an unknown decision.
    """
    state = State(decision)
    prediction = (
        CodePrediction.objects.select_for_update(of=("self",))
        .select_related("note__project")
        .filter(pk=prediction_id)
        .first()
    )
    if prediction is None:
        raise Http404
    project = prediction.note.project
    require(actor, project, Permission.CODE)
    if not CodePrediction.objects.visible_to(actor).filter(pk=prediction_id).exists():
        raise Http404  # of a patient who may have opposed
    if prediction.state == state:
        return prediction
    is_open = state == State.PROPOSED
    prediction.state = state
    prediction.decided_by = None if is_open else actor
    prediction.decided_at = None if is_open else timezone.now()
    prediction.save(update_fields=["state", "decided_by", "decided_at"])
    record("icd.decided", actor=actor, project=project, target=prediction, decision=str(state))
    return prediction
