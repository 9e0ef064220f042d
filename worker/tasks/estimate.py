"""Job `estimate_export`: what an export of many notes would cost, before it is asked for."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from privacy.domain.errors import PrivacyError
from privacy.models import Study
from privacy.services.estimate_export import estimate_of_job
from privacy.services.keep_keys import StudyKeyError
from worker.tasks.context import JobContext, JobRefused


def run(context: JobContext) -> dict[str, Any]:
    """Counts; writes nothing but the job's own result."""
    try:
        return estimate_of_job(context.job, on_progress=context.check_often).as_json()
    except Study.DoesNotExist:
        raise JobRefused(_("Cette étude n'existe plus.")) from None
    except StudyKeyError as error:
        raise JobRefused(error.reason) from None
    except PrivacyError as error:
        raise JobRefused(str(error)) from None
