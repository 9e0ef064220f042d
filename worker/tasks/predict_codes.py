"""Job `predict_codes`: ICD-10 codes for the notes of a released export, from its approved bytes."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.selectors.coder import UnusableModelError
from icdcoder.services.store_predictions import CodingCancelledError, store_predictions
from privacy.models import ExportRequest
from privacy.selectors.export_files import substituted_notes
from privacy.services.errors import ExportError
from privacy.services.open_released import open_released, refuse_if_opposed_since
from worker.selectors.coders import coder_for
from worker.tasks.context import JobCancelled, JobContext, JobRefused


def run(context: JobContext) -> dict[str, Any]:
    """Codes the export of the payload; goes on where an earlier attempt stopped."""
    export = ExportRequest.objects.filter(
        pk=UUID(context.job.payload["export"]), project=context.job.project
    ).first()
    if export is None:
        raise JobRefused(_("Cet export n'existe plus."))
    try:
        coder = coder_for(context.job.project_id)
        with open_released(export) as file:
            stored = store_predictions(
                project=context.job.project,
                export_id=export.pk,
                notes=substituted_notes(file),
                coder=coder,
                on_progress=lambda done: context.progress(done, export.document_count),
                is_cancelled=context.is_cancelled,
                assert_owned=lambda: _still_ours(context, export),
                effects_seen=export.effects_seen,
            )
    except UnusableModelError:
        reason = _(
            "Le codeur en service ne peut pas être lu. Revenez au précédent ou au dictionnaire."
        )
        raise JobRefused(reason) from None
    except (NomenclatureMissingError, NomenclatureInvalidError, ExportError) as error:
        raise JobRefused(str(error)) from None
    except CodingCancelledError:
        raise JobCancelled from None
    return {"export": str(export.pk), "notes": stored.notes + stored.skipped, "codes": stored.codes}


def _still_ours(context: JobContext, export: ExportRequest) -> None:
    """Before each batch is written. Raises LeaseLost, ExportError when a patient has opposed since the build."""
    context.assert_owned()
    refuse_if_opposed_since(export)
