"""Job `build_export`: writes the file of an export, scans it, opens it for decision."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from privacy import building, services
from privacy.domain.errors import PrivacyError
from privacy.keys import StudyKeyError
from privacy.models import ExportRequest
from worker.tasks.context import JobContext, JobRefused

State = ExportRequest.State


def build(context: JobContext) -> dict[str, Any]:
    """Builds the export of the payload; again without harm when it is built already."""
    export = (
        ExportRequest.objects.select_related("project", "study")
        .filter(pk=UUID(context.job.payload["export"]), project=context.job.project)
        .first()
    )
    if export is None:
        raise JobRefused(_("Cet export n'existe plus."))
    if export.state not in (State.REQUESTED, State.FAILED):
        return _result(export)  # a former attempt published it and died before saying so
    built = _write(context, export)
    try:
        with transaction.atomic():
            context.assert_owned()
            return _result(services.publish_build(export, built))
    except (
        services.LedgerBehindError,
        services.OverCapError,
        services.StudyDestroyedError,
    ) as error:
        raise _failed(context, export, str(error)) from None
    finally:
        built.draft.unlink(missing_ok=True)  # still there only if nothing was published


def _write(context: JobContext, export: ExportRequest) -> building.BuiltFile:
    try:
        return building.write_draft(
            export,
            job_id=context.job.pk,
            attempt=context.job.fence,
            on_progress=context.check,
        )
    except building.NothingToExportError:
        reason = _("Aucune note à exporter : validez d'abord des notes, ou élargissez le choix.")
    except StudyKeyError as error:
        reason = error.reason
    except PrivacyError as error:
        reason = str(error)
    raise _failed(context, export, reason)


def _failed(context: JobContext, export: ExportRequest, reason: str) -> JobRefused:
    """Closes the build as failed; the caller raises what it returns."""
    with transaction.atomic():
        context.assert_owned()
        services.mark_build_failed(export)
    return JobRefused(reason)


def _result(export: ExportRequest) -> dict[str, Any]:
    return {
        "export": str(export.pk),
        "notes": export.document_count,
        "findings": export.finding_count,
        "sha256": export.sha256,
    }
