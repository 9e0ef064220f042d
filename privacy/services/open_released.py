"""The way out of an approved file, hashed at the door."""

from __future__ import annotations

import hashlib
import hmac
from io import BufferedReader
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.selectors.oppositions import has_lost_patients
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.domain.export_moves import may_move
from privacy.models import ExportRequest
from privacy.selectors.export_files import open_export_file
from privacy.services.errors import FileChangedError, StateConflictError
from privacy.services.move_export import State, lock_export


def open_download(
    *, actor: User, export: ExportRequest, format_name: str = "jsonl", start: int = 0
) -> BufferedReader:
    """The released file for a person; the caller closes it. Leaves an audit line, which says what it becomes, and
    from which byte on when an interrupted download goes on.

    Raises PermissionDenied, StateConflictError, FileChangedError (the export is quarantined).
    """
    require(actor, export.project, Permission.DOWNLOAD_EXPORT)
    export.refresh_from_db()
    refuse_if_expired(export)
    file = open_released(export, actor=actor)
    record(
        "export.downloaded",
        actor=actor,
        project=export.project,
        target=export,
        sha256=export.decided_sha256,
        format=format_name,
        start=start,
    )
    return file


def open_released(export: ExportRequest, *, actor: User | None = None) -> BufferedReader:
    """The approved bytes, hashed just now from the handle that is returned.

    Raises StateConflictError, FileChangedError (the export is quarantined).
    """
    export.refresh_from_db()
    if export.state != State.RELEASED:
        raise StateConflictError(_("Cet export n'est pas approuvé : rien à télécharger."))
    refuse_if_opposed_since(export)
    refuse_without_pool(export)
    file = open_export_file(export)
    digest = "" if file is None else hashlib.file_digest(file, "sha256").hexdigest()
    if file is None or not hmac.compare_digest(digest, export.decided_sha256):
        if file is not None:
            file.close()
        quarantine_changed_file(export, actor)
        raise FileChangedError(
            _("Le fichier n'est plus celui qui a été approuvé : il est mis en quarantaine.")
        )
    file.seek(0)
    return file


def refuse_if_expired(export: ExportRequest) -> None:
    """Past its date it neither leaves nor teaches. Raises StateConflictError."""
    if export.is_expired:
        raise StateConflictError(
            _("Ce fichier ne se télécharge plus : son délai est passé. Demandez un nouvel export.")
        )


def refuse_if_opposed_since(export: ExportRequest) -> None:
    """A file that was built before an opposition may hold the person's notes. Raises StateConflictError."""
    if export.built_at is not None and has_lost_patients(export.project_id, export.effects_seen):
        raise StateConflictError(
            _(
                "Un patient du projet s'est opposé à l'usage de ses données depuis la fabrication : demandez un nouvel export."
            )
        )


def refuse_without_pool(export: ExportRequest) -> None:
    """Whole texts hold the words of the export that they were drawn from, and leave as long as it does. Raises
    StateConflictError."""
    if not export.texts:
        return
    pool = export.pool
    if pool is None or pool.sha256 != export.manifest["pool"]["sha256"]:
        raise StateConflictError(
            _("L'export dont ce fichier tient ses mots n'est plus celui qui a été approuvé.")
        )
    require_teaching(pool)


def require_same(export: ExportRequest) -> None:
    """What is learned of it meanwhile is published under this lock: it may have expired, been built again or lost a patient. Raises
    StateConflictError."""
    present = lock_export(export)
    if present.sha256 != export.sha256:
        raise StateConflictError(_("Cet export n'est pas approuvé : on n'en apprend rien."))
    require_teaching(present)


def require_teaching(export: ExportRequest) -> None:
    """Something may be learned of it: approved, before its date, nobody opposed since. Raises StateConflictError."""
    if export.state != State.RELEASED:
        raise StateConflictError(_("Cet export n'est pas approuvé : on n'en apprend rien."))
    refuse_if_expired(export)
    refuse_if_opposed_since(export)


def source_refusal(export_id: UUID, sha256: str) -> str:
    """Why what was learned of these bytes may not leave; "" when it may. In a transaction: it locks the export."""
    export = ExportRequest.objects.filter(pk=export_id, sha256=sha256).first()
    if export is None:
        return _("L'export dont ce fichier tient ses mots n'est plus celui qui a été approuvé.")
    try:
        require_same(export)
    except StateConflictError as error:
        return str(error)
    return ""


@transaction.atomic
def quarantine_changed_file(export: ExportRequest, actor: User | None) -> None:
    locked = lock_export(export)
    if may_move(locked.state, State.QUARANTINED):
        locked.state = State.QUARANTINED
        locked.save(update_fields=["state"])
    record("export.file_changed", actor=actor, project=export.project, target=export)
    export.state = locked.state
