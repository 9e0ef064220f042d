"""Job "import": the file of an ImportBatch becomes notes. See annotation.services.import_documents."""

from __future__ import annotations

import time
from typing import Any, Final

from annotation.models import ImportBatch
from annotation.services.import_documents import (
    ImportCancelledError,
    ImportRefusedError,
    import_documents,
)
from worker.tasks.context import JobCancelled, JobContext, JobRefused

PROGRESS_SECONDS: Final = 0.5  # each progress line is a write: not one a batch


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {"batch": id, "gold": bool}."""
    payload = context.job.payload
    batch = ImportBatch.objects.select_related("project", "created_by").get(pk=payload["batch"])
    reporter = _Reporter(context)
    try:
        summary = import_documents(
            batch,
            on_progress=reporter.progress,
            is_cancelled=reporter.is_cancelled,
            guard=context.assert_owned,
            entities_are_gold=bool(payload.get("gold")),
        )
    except ImportRefusedError as refusal:
        raise JobRefused(str(refusal)) from None
    except ImportCancelledError:
        raise JobCancelled from None
    return {
        "documents": summary.documents,
        "gold": summary.gold,
        "normalised": summary.normalised,
    }


class _Reporter:
    """Progress and cancellation at most twice a second."""

    def __init__(self, context: JobContext) -> None:
        self.context = context
        self.last = 0.0
        self.cancelled = False

    def progress(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self.last >= PROGRESS_SECONDS or done >= total:
            self.last = now
            self.context.progress(done, total)
            self.cancelled = self.context.is_cancelled()

    def is_cancelled(self) -> bool:
        return self.cancelled
