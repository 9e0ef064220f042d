"""With a study's key go the blind studies on its exports: they know which original a copy was made from."""

from __future__ import annotations

from django.dispatch import receiver

from deidweb.accounts.models import User
from icdcoder.services.blind_study import close_studies_on
from privacy.models import ExportRequest, Study
from privacy.services.destroy_study_key import study_ending


@receiver(study_ending)
def close_blind_studies(*, study: Study, actor: User, **_more: object) -> None:
    exports = ExportRequest.objects.filter(study=study)
    close_studies_on(exports.values_list("pk", flat=True), actor=actor)
