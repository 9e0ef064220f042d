"""Builds an export again."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from annotation.services.dataset_source import forget_learned
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from privacy.models import ExportRequest
from privacy.services.charge_ledger import release_charges
from privacy.services.lock_study import refuse_destroyed
from privacy.services.move_export import State, lock_export, move_export
from privacy.services.remove_leftovers import remove_leftovers
from privacy.services.request_export import start_build


@transaction.atomic
def rebuild_export(*, actor: User, export: ExportRequest) -> ExportRequest:
    """Builds again a quarantined or failed export; any earlier decision on it is void.
    Whoever does so has asked for it, too, and does not decide about it.

    What only the former build held is given back. Raises StateConflictError, StudyDestroyedError.
    """
    require(actor, export.project, Permission.REQUEST_EXPORT)
    export = lock_export(export)
    refuse_destroyed(export.study)
    move_export(export, State.REQUESTED)
    release_charges(export)
    export.decided_by = None
    export.decided_at = None
    export.decided_sha256 = ""
    export.decision_reason = ""
    export.is_override = False
    export.save()
    export.asked_by.add(actor)
    forget_learned(export.pk)
    # not before: a row whose transaction is given up keeps its file
    transaction.on_commit(partial(remove_leftovers, export))
    start_build(export, actor)
    record("export.rebuilt", actor=actor, project=export.project, target=export)
    return export
