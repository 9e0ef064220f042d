"""Removes the uploads that nothing will read any more."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from annotation.domain.import_file import LineError
from annotation.models import ImportBatch
from annotation.services.drop_staged import close_refused
from annotation.services.store_upload import delete_upload
from deidweb.jobs.models import Job
from deidweb.keys.wrapping import KeyFileError

logger = logging.getLogger(__name__)
FORGOTTEN: Final = timedelta(days=7)
UNANSWERED: Final = "personne n'a répondu pendant sept jours : importez le fichier de nouveau"


def purge_uploads() -> int:
    """Removes uploads that nothing will read any more; returns how many. The sweeper calls it.

    An import that was cancelled while it waited never runs, so nobody else closes it. A file
    without a batch is what a crash between the upload and its row has left.
    """
    purged = 0
    waiting = ImportBatch.objects.filter(state=ImportBatch.State.PENDING)
    for batch in waiting.filter(job__state=Job.State.CANCELLED).select_related("created_by"):
        with transaction.atomic():
            close_refused(batch)
        delete_upload(batch)
        purged += 1
    purged += _close_forgotten()
    asked = ImportBatch.objects.filter(state=ImportBatch.State.REVIEW)
    needed = {str(pk) for rows in (waiting, asked) for pk in rows.values_list("pk", flat=True)}
    an_hour_ago = time.time() - 3600
    folder = Path(settings.IMPORT_DIR)
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name not in needed and path.stat().st_mtime < an_hour_ago:
            path.unlink(missing_ok=True)
            purged += 1
    return purged


def _close_forgotten() -> int:
    """Imports whose headers and footers nobody has looked at: a confidential file does not wait for ever."""
    asked = ImportBatch.objects.filter(
        state=ImportBatch.State.REVIEW, created_at__lt=timezone.now() - FORGOTTEN
    )
    closed = 0
    for key in list(asked.values_list("pk", flat=True)):
        with transaction.atomic():
            locked = asked.select_for_update(of=("self",)).select_related("created_by", "project")
            batch = locked.filter(pk=key).first()
            if batch is None:  # somebody has answered just now
                continue
            _say_why(batch)
            close_refused(batch)
        delete_upload(batch)
        closed += 1
    return closed


def _say_why(batch: ImportBatch) -> None:
    """Sealed as any report. Without the project's key it goes all the same: the upload must not wait for the key."""
    try:
        batch.report = [LineError(0, "", UNANSWERED).as_report()]
    except KeyFileError:
        logger.warning("import %s: no key to seal why it was given up", batch.pk)
