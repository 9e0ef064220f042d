"""A code that a person writes: found by search, or in the place of one that was proposed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from icdcoder.domain.codes import format_code
from icdcoder.domain.nomenclature import CodeEntry
from icdcoder.models import CodedNote, CodePrediction
from icdcoder.selectors.coder import nomenclature
from icdcoder.services.decide_code import State, hold_code, same_in_stay, set_state
from icdcoder.services.errors import CodingError


@transaction.atomic
def add_code(*, actor: User, note_id: UUID, code: str) -> CodePrediction:
    """Writes an accepted code beside those proposed; one that is there already is accepted.

    Raises Http404, PermissionDenied, CodingError for a code that PMSI forbids or nobody knows, and as
    `nomenclature` does.
    """
    note = CodedNote.objects.select_for_update(of=("self",)).filter(pk=note_id).first()
    if note is None:
        raise Http404
    require(actor, note.project, Permission.CODE)
    if not CodedNote.objects.visible_to(actor).filter(pk=note_id).exists():
        raise Http404  # of a patient who may have opposed
    prediction = _accepted(note, codable(code), actor, [])
    record("icd.added", actor=actor, project=note.project, target=prediction)
    return prediction


@transaction.atomic
def replace_code(
    *, actor: User, prediction_id: int, code: str, in_stay: bool = False
) -> CodePrediction:
    """Rejects a code and accepts another in its place, with its evidence; the principal diagnosis stays principal.

    `in_stay` rejects it in the other notes of the stay, too. Raises as `add_code`.
    """
    held = hold_code(actor, prediction_id)
    entry = codable(code)
    if entry.code == held.code:
        raise CodingError(_("Ce code est déjà celui de la note."))
    same = same_in_stay(held) if in_stay else [held]
    was_principal = any(own.is_principal for own in same)
    for own in same:
        set_state(own, State.REJECTED, actor)
    prediction = _accepted(held.note, entry, actor, held.evidence)
    if was_principal:
        prediction.is_principal = True
        prediction.save(update_fields=["is_principal"])
    record(
        "icd.replaced",
        actor=actor,
        project=held.note.project,
        target=prediction,
        replaces=held.pk,
    )
    return prediction


def codable(code: str) -> CodeEntry:
    """The code as PMSI admits it. Raises CodingError for one that nobody knows or that PMSI forbids, and as `nomenclature` does."""
    known = nomenclature()
    entry = known.get(code)
    if entry is None:
        raise CodingError(_("Ce code n'est pas dans la nomenclature installée."))
    if not known.is_codable(entry.code):
        raise CodingError(
            _("Le PMSI n'admet pas le code %(code)s : choisissez une de ses subdivisions.")
            % {"code": format_code(entry.code)}
        )
    return entry


def _accepted(
    note: CodedNote, entry: CodeEntry, actor: User, evidence: list[dict[str, Any]]
) -> CodePrediction:
    known = note.predictions.filter(code=entry.code).first()
    if known is not None:
        set_state(known, State.ACCEPTED, actor)
        return known
    return CodePrediction.objects.create(
        note=note,
        code=entry.code,
        label=entry.label[:400],
        score=None,
        evidence=evidence,
        coder_version="",
        state=State.ACCEPTED,
        decided_by=actor,
        decided_at=timezone.now(),
    )
