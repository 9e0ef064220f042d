"""Job `share_blind_notes`: who codes which notes of an export, as originals or as copies, in a blind study."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from annotation.models import Document
from icdcoder.models import BlindStudy
from icdcoder.services.blind_study import share_out_study
from icdcoder.services.errors import CodingError
from privacy.models import ExportRequest
from privacy.selectors.export_notes import notes_by_pseudonym
from privacy.services.errors import ExportError
from privacy.services.keep_keys import StudyKeyError, load_key
from privacy.services.open_released import refuse_if_opposed_since
from worker.tasks.context import JobContext, JobRefused


def run(context: JobContext) -> dict[str, Any]:
    """Payload: the study. Only the export's key tells which note a copy was made from."""
    project = context.job.project
    studies = BlindStudy.objects.select_related("project")
    study = studies.filter(pk=UUID(context.job.payload["study"]), project=project).first()
    released = ExportRequest.objects.filter(project=project, state=ExportRequest.State.RELEASED)
    export = released.filter(pk=study.export_id).first() if study else None
    if study is None or export is None:
        raise JobRefused(_("Cet export n'est pas approuvé, ou n'existe plus."))
    try:
        refuse_if_opposed_since(export)
        key = load_key(export.study_id, export.key_version)
    except (ExportError, StudyKeyError) as error:
        raise JobRefused(str(error)) from None
    originals = notes_by_pseudonym(export, key, Document.objects.all())
    try:
        notes = share_out_study(study, originals, assert_owned=context.assert_owned)
    except CodingError as error:
        raise JobRefused(str(error)) from None
    if not notes:
        raise JobRefused(_("Aucune note de cet export n'a encore son original ici."))
    return {"study": str(study.pk), "notes": notes}
