"""A PDF that somebody tries, with what is found in it made unreadable. Nothing of it is kept."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.sentences import localised
from worker.services import trial_processes
from worker.services.try_document import TrialRefused, count_use, engine_of, may_try, one_more_of


def show_redacted(*, actor: User, project: Project | None, data: bytes) -> dict[str, Any]:
    """`pages` (pictures before and after), `sheets` (how many pages there are), `scanned` (numbers of those that
    tesseract read), `found` (spans). Raises as `try_document.read_document` does."""
    may_try(actor, project)
    with one_more_of(actor):
        count_use(actor, project, "trial.pdf_shown", bytes=len(data))
        return _redacted(project, data, preview=True)


def take_redacted(*, actor: User, project: Project, data: bytes) -> bytes:
    """The file: a permission of its own. Raises as `try_document.read_document` does."""
    require(actor, project, Permission.TAKE_TRIAL)
    with one_more_of(actor):
        count_use(actor, project, "trial.document_read", bytes=len(data))
        told = _redacted(project, data, preview=False)
        record(
            "trial.pdf_taken", actor=actor, project=project, bytes=told["bytes"], pages=told["sheets"], found=told["found"]
        )  # fmt: skip
    return b64decode(told["pdf"])


def _redacted(project: Project | None, data: bytes, *, preview: bool) -> dict[str, Any]:
    text = _told(trial_processes.work_on_pdf(data, {"do": "read"}))["text"]
    found = trial_processes.ask(engine_of(project), {"do": "find", "text": text})
    spans = [span[:2] for span in found["spans"]]
    asked = {"do": "redact", "text": text, "spans": spans, "preview": preview}
    told = _told(trial_processes.work_on_pdf(data, asked))
    return {**told, "found": len(spans), "doubts": len(found["doubts"])}


def _told(told: dict[str, Any]) -> dict[str, Any]:
    if "refusal" in told:
        raise TrialRefused(localised(str(told["refusal"])))
    return told
