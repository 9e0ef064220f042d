"""Says of one note of an export what was seen in it."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.models import ExportReading, ExportRequest
from privacy.services.errors import StateConflictError
from privacy.services.move_export import State, lock_export, move_export
from privacy.services.read_sample import is_sealed

Verdict = ExportReading.Verdict


@transaction.atomic
def tick_note(
    *, actor: User, export: ExportRequest, public_id: str, seal: str, verdict: str
) -> ExportRequest:
    """Writes down the person's verdict on a note that was shown to him. Where somebody is recognisable the export goes
    into quarantine: it leaves, if at all, with a written reason. Raises StateConflictError, PermissionDenied."""
    require(actor, export.project, Permission.DECIDE_EXPORT)
    export = lock_export(export)
    if export.state not in (State.BUILT, State.QUARANTINED):
        raise StateConflictError(_("Cet export n'attend plus de décision : rien n'est à lire."))
    if not is_sealed(seal, export, public_id, actor):
        raise StateConflictError(
            _(
                "L'export a été fabriqué de nouveau, ou la note a été ouverte il y a longtemps : rouvrez-la."
            )
        )
    ExportReading.objects.update_or_create(
        export=export, sha256=export.sha256, public_id=public_id, reader=actor,
        defaults={"verdict": Verdict(verdict)},
    )  # fmt: skip
    record(
        "export.note_ticked", actor=actor, project=export.project, target=export,
        sha256=export.sha256, note=public_id, verdict=verdict,
    )  # fmt: skip
    if verdict == Verdict.RECOGNISED and export.state == State.BUILT:
        move_export(export, State.QUARANTINED)
        export.save(update_fields=["state"])
        record(
            "export.quarantined",
            actor=actor,
            project=export.project,
            target=export,
            sha256=export.sha256,
        )
    return export
