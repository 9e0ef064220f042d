"""Puts the notes in which a version lost something before all others of the queue, and takes them back."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.services.ask_rereads import ask_rereads, take_back_rereads
from annotation.services.assign_notes import Assigned
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from worker.models import ModelVersion
from worker.selectors.note_results import note_results
from worker.selectors.regressions import regressions, to_read_again
from worker.services.errors import RegressionError


@transaction.atomic
def reread_regressions(
    *, actor: User, version: ModelVersion, lost_only: bool, reader_id: int | None
) -> Assigned:
    """`lost_only`: without notes in which everything is masked still. Raises RegressionError where there are none,
    and as `ask_rereads` does."""
    require(actor, version.project, Permission.MANAGE_MODELS)
    notes = to_read_again(regressions(actor, version, note_results(version)), lost_only=lost_only)
    if not notes:
        raise RegressionError(_("Aucune note à relire pour ce modèle."))
    return ask_rereads(
        actor=actor,
        project=version.project,
        documents=notes,
        model_number=version.number,
        reader_id=reader_id,
    )


def take_back_regressions(*, actor: User, version: ModelVersion) -> int:
    """How many were taken back. Raises as `take_back_rereads`."""
    return take_back_rereads(actor=actor, project=version.project, model_number=version.number)


def take_back_all(*, actor: User, project: Project) -> int:
    """Whatever engine lost something in them, the shipped one too, which has no page of its own."""
    return take_back_rereads(actor=actor, project=project, model_number=None)
