"""Overrules the gate: one person asks and says why, another decides."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from deidweb.accounts.apartness import may_sign_for
from deidweb.accounts.models import User
from deidweb.audit.services import record
from worker.models import GateWaiver, ModelVersion
from worker.selectors.gate import gate_of, open_waiver
from worker.services.errors import WaiverError
from worker.services.hold_version import State, hold_version
from worker.services.put_in_service import put_in_service


@transaction.atomic
def ask_waiver(*, actor: User, version: ModelVersion, reason: str) -> GateWaiver:
    """Of a candidate that the gate refuses. Raises WaiverError, WrongStateError."""
    held = hold_version(actor, version, State.CANDIDATE)
    gate = gate_of(held)
    reason = reason.strip()
    if gate.is_open:
        raise WaiverError(_("La barrière accepte ce modèle : il n'a besoin d'aucune dérogation."))
    if not reason:
        raise WaiverError(_("Expliquez par écrit pourquoi ce modèle devrait être mis en service."))
    if open_waiver(held) is not None:
        raise WaiverError(_("Une dérogation attend déjà la décision d'une autre personne."))
    waiver = GateWaiver.objects.create(
        version=held,
        reason=reason,
        failed=list(gate.failed),
        shipped_hash=gate.shipped_hash,
        asked_by=actor,
    )
    _record("model.waiver_asked", actor, waiver)
    return waiver


@transaction.atomic
def decide_waiver(*, actor: User, version: ModelVersion, grant: bool) -> GateWaiver:
    """Grants the waiver, which puts the version into service, or refuses it; an account that the asker has made is the
    asker. Raises WaiverError,
    WrongStateError, ModelFilesMissingError."""
    held = hold_version(actor, version, State.CANDIDATE)
    waiver = open_waiver(held)
    if waiver is None:
        raise WaiverError(_("Aucune dérogation n'attend de décision pour ce modèle."))
    if waiver.asked_by_id == actor.pk:
        raise WaiverError(_("Vous avez demandé cette dérogation : une autre personne décide."))
    if not may_sign_for(actor, waiver.asked_by):
        raise WaiverError(
            _(
                "Votre compte et celui qui a demandé cette dérogation dépendent l'un de l'autre. Une autre personne "
                "doit décider."
            )
        )
    if grant and set(gate_of(held).failed) - set(waiver.failed):
        raise WaiverError(
            _(
                "La barrière refuse ce modèle pour une raison de plus que lors de la demande : refusez "
                "celle-ci, puis demandez-en une nouvelle."
            )
        )
    if grant and _compared_since(held, waiver):
        raise WaiverError(
            _(
                "Ce modèle a été comparé de nouveau depuis cette demande : refusez celle-ci, puis demandez-en une "
                "nouvelle."
            )
        )
    waiver.state = GateWaiver.State.GRANTED if grant else GateWaiver.State.REFUSED
    waiver.decided_by, waiver.decided_at = actor, timezone.now()
    waiver.save(update_fields=["state", "decided_by", "decided_at"])
    _record("model.waiver_granted" if grant else "model.waiver_refused", actor, waiver)
    if grant:
        put_in_service(actor, held, State.CANDIDATE, "promoted", is_waived=True)
    return waiver


def _compared_since(version: ModelVersion, waiver: GateWaiver) -> bool:
    """The asker saw other figures than those that stand there now."""
    compared: dict[str, str] | None = version.metrics.get("compared")
    return compared is not None and datetime.fromisoformat(compared["at"]) > waiver.asked_at


def _record(action: str, actor: User, waiver: GateWaiver) -> None:
    """The reason stays in the row: somebody may have named a patient in it."""
    version = waiver.version
    record(
        action,
        actor=actor,
        project=version.project,
        target=version,
        number=version.number,
        failed=" ".join(waiver.failed),
        shipped=waiver.shipped_hash,
    )
