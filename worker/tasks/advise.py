"""Job `advise`: what each ε would do to the project's own notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from icdcoder.selectors.coder import installed_coder
from privacy.domain.advice import CodesOf
from privacy.domain.errors import PrivacyError
from privacy.services.advise import NothingToReadError, advice_of_job
from worker.tasks.context import JobContext, JobRefused


def run(context: JobContext) -> dict[str, Any]:
    """Reads the notes; writes nothing but the job's own result, which holds means and counts."""
    try:
        found = advice_of_job(context.job, on_progress=context.check, codes_of=_codes_of())
        return found.as_json()
    except NothingToReadError:
        raise JobRefused(_("Aucune note annotée à lire.")) from None
    except PrivacyError as error:
        raise JobRefused(str(error)) from None


def _codes_of() -> CodesOf | None:
    """The codes of a text, where a coder is installed."""
    coder = installed_coder()
    if coder is None:
        return None

    def codes_of(text: str, hidden: Sequence[tuple[int, int]]) -> set[str]:
        return {found.code for found in coder.predict([text], hidden=[hidden])[0]}

    return codes_of
