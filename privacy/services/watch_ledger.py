"""Keeps the count of settled charges outside the database: a ledger restored from an older backup shows itself.

The files that left since the backup are unknown to it, and nothing more is charged before a steward has looked at them
and says so under his name.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from annotation.domain.files import replaced_when_done
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.keys.wrapping import sync_folder
from privacy.presentation.ledger import behind_sentence
from privacy.selectors.lost_charges import (
    lost_charges,
    settled_file,
    settled_in_table,
    settled_on_file,
)
from privacy.services.errors import LedgerBehindError


def remember_settled(project: Project) -> None:
    """To be called in the transaction that settles: the file follows when it is committed."""
    transaction.on_commit(lambda: _raise_to(project.pk, settled_in_table(project)))


def refuse_if_behind(project: Project) -> None:
    """Raises LedgerBehindError when the database has forgotten charges."""
    lost = lost_charges(project)
    if lost:
        raise LedgerBehindError(behind_sentence(lost))


@transaction.atomic
def accept_lost_charges(*, actor: User, project: Project) -> None:
    """The steward knows of the loss: charges are counted from here on. The audit keeps how many were lost."""
    require(actor, project, Permission.MANAGE_STUDIES)
    lost = lost_charges(project)
    if not lost:
        return
    record("ledger.loss_accepted", actor=actor, project=project, target=project, lost=lost)
    transaction.on_commit(lambda: _write(project.pk, settled_in_table(project)))


def _raise_to(project_id: UUID, count: int) -> None:
    if count > settled_on_file(project_id):
        _write(project_id, count)


def _write(project_id: UUID, count: int) -> None:
    path = settled_file(project_id)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with replaced_when_done(path) as file:
        file.write(str(count))
    sync_folder(path.parent)
