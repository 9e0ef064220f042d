"""A count kept beside the keys, outside the database: a ledger restored from an older backup shows itself.

The file holds how many charges of a project have been settled. These rows are never deleted, so the table can hold fewer
only if it went back in time; the files that left since are then unknown to it, and nothing more is charged before a
steward has looked at them and says so under his name.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.translation import ngettext

from annotation.domain.files import replaced_when_done
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.errors import LedgerBehindError
from privacy.keys import sync_folder
from privacy.models import LedgerCharge


def settled_in_table(project: Project) -> int:
    """Charges of approved exports that the database knows."""
    return LedgerCharge.objects.filter(project=project).exclude(settled_at=None).count()


def missing(project: Project) -> int:
    """How many settled charges the database has lost; 0 when all is well."""
    return max(0, _read(project.pk) - settled_in_table(project))


def remember(project: Project) -> None:
    """To be called in the transaction that settles: the file follows when it is committed."""
    transaction.on_commit(lambda: _raise_to(project.pk, settled_in_table(project)))


def refuse_if_behind(project: Project) -> None:
    """Raises LedgerBehindError when the database has forgotten charges."""
    lost = missing(project)
    if lost:
        raise LedgerBehindError(behind_sentence(lost))


def behind_sentence(lost: int) -> str:
    """What happened and what to do."""
    return ngettext(
        "Le registre a oublié %(lost)d tirage d'un export approuvé : la base a sans doute été restaurée d'une sauvegarde "
        "plus ancienne. Aucun export n'est fabriqué avant qu'un responsable des données l'ait constaté sur la page Budget.",
        "Le registre a oublié %(lost)d tirages d'exports approuvés : la base a sans doute été restaurée d'une sauvegarde "
        "plus ancienne. Aucun export n'est fabriqué avant qu'un responsable des données l'ait constaté sur la page Budget.",
        lost,
    ) % {"lost": lost}


@transaction.atomic
def accept(*, actor: User, project: Project) -> None:
    """The steward knows of the loss: charges are counted from here on. The audit keeps how many were lost."""
    require(actor, project, Permission.MANAGE_STUDIES)
    lost = missing(project)
    if not lost:
        return
    record("ledger.loss_accepted", actor=actor, project=project, target=project, lost=lost)
    transaction.on_commit(lambda: _write(project.pk, settled_in_table(project)))


def _path(project_id: UUID) -> Path:
    return Path(settings.STUDY_KEY_DIR) / f"ledger-{project_id}.settled"


def _read(project_id: UUID) -> int:
    with suppress(OSError, ValueError):
        return int(_path(project_id).read_text(encoding="ascii"))
    return 0


def _raise_to(project_id: UUID, count: int) -> None:
    if count > _read(project_id):
        _write(project_id, count)


def _write(project_id: UUID, count: int) -> None:
    path = _path(project_id)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with replaced_when_done(path) as file:
        file.write(str(count))
    sync_folder(path.parent)
