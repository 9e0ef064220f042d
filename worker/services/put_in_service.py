"""Puts a version into service, in place of another."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import User
from deidweb.jobs import services as jobs
from worker.models import ModelVersion
from worker.selectors.gate import gate_of
from worker.selectors.versions import has_files
from worker.services.errors import GateRefusedError, ModelFilesMissingError
from worker.services.hold_version import State, V, hold_version, set_state, tell


def promote_version(*, actor: User, version: V, preannotate: bool = False) -> V:
    """A candidate (of the detection: one that passes the gate) goes into service; the one before it becomes "replaced".

    `preannotate` also queues the reading of the notes by the new engine; suggestions on which
    somebody works already stay as they are. Raises WrongStateError, GateRefusedError,
    ModelFilesMissingError.
    """
    return put_in_service(actor, version, State.CANDIDATE, "promoted", preannotate=preannotate)


def roll_back_version(*, actor: User, version: V, preannotate: bool = False) -> V:
    """A replaced version goes back into service. Raises as `promote_version`."""
    return put_in_service(actor, version, State.RETIRED, "rolled_back", preannotate=preannotate)


@transaction.atomic
def put_in_service(
    actor: User,
    version: V,
    expected: State,
    action: str,
    *,
    preannotate: bool = False,
    is_waived: bool = False,
) -> V:
    """`is_waived`: two people have overruled the gate (`worker.services.waive_gate`)."""
    held = hold_version(actor, version, expected)
    if isinstance(held, ModelVersion) and expected == State.CANDIDATE and not is_waived:
        _require_gate(held)
    if not has_files(held):
        raise ModelFilesMissingError(str(held.LOST))
    before = type(held).objects.in_service(held.project_id).first()
    if before is not None:
        set_state(before, State.RETIRED, actor)
    set_state(held, State.PROMOTED, actor)
    tell(
        action,
        held,
        actor,
        replaces=before.number if before else None,
        **({"waived": True} if is_waived else {}),
    )
    if preannotate:
        jobs.enqueue(kind="preannotate", project=held.project, actor=actor, follows=True)
    return held


def _require_gate(version: ModelVersion) -> None:
    """Under the project's lock: what was compared is what is in service."""
    if not gate_of(version).is_open:
        raise GateRefusedError(
            _(
                "La barrière refuse le modèle n° %(number)d. Une dérogation demande un motif écrit et "
                "l'accord d'une seconde personne."
            )
            % {"number": version.number}
        )
