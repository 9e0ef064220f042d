"""Takes the request of an export back."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy.models import ExportRequest
from privacy.services.charge_ledger import release_charges
from privacy.services.errors import StateConflictError
from privacy.services.move_export import State, lock_export, move_export, remove_export_file


@transaction.atomic
def withdraw_export(*, actor: User, export: ExportRequest) -> ExportRequest:
    """The person who asked takes the request back before it is decided; its file is removed.

    Raises PermissionDenied, StateConflictError.
    """
    require(actor, export.project, Permission.REQUEST_EXPORT)
    if actor.pk != export.requested_by_id:
        raise PermissionDenied(_("Seule la personne qui a demandé l'export peut le retirer."))
    # before the export, as a worker that publishes does
    jobs_of_export = Job.objects.select_for_update().filter(pk__in=[export.job_id])
    job = jobs_of_export.first()
    export = lock_export(export)
    if export.decided_by_id is not None:
        raise StateConflictError(_("Cet export a déjà été décidé : il ne peut plus être retiré."))
    move_export(export, State.WITHDRAWN)
    export.save(update_fields=["state"])
    release_charges(export)
    if job is not None and not job.is_finished:
        jobs.request_cancel(job, actor=actor)
    record("export.withdrawn", actor=actor, project=export.project, target=export)
    remove_export_file(export)
    return export
