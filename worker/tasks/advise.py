"""Job `advise`: what each ε would do to the project's own notes."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from privacy.domain.errors import PrivacyError
from privacy.services.advise import NothingToReadError, advice_of_job
from worker.tasks.context import JobContext, JobRefused
from worker.tasks.text_codes import installed_codes


def run(context: JobContext) -> dict[str, Any]:
    """Reads the notes; writes nothing but the job's own result, which holds means and counts."""
    try:
        found = advice_of_job(context.job, on_progress=context.check, codes_of=installed_codes())
        return found.as_json()
    except NothingToReadError:
        raise JobRefused(_("Aucune note annotée à lire.")) from None
    except PrivacyError as error:
        raise JobRefused(str(error)) from None
