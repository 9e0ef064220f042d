"""What processes that were killed between a file and its row have left."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from annotation.services.forget_snapshots import remove_drafts
from annotation.services.remove_unlisted import remove_unlisted
from deidweb.accounts.models import Project
from privacy.services import remove_leftovers as exports
from worker.engine.encoder import drafts
from worker.services.remove_unused import remove_discarded
from worker.tasks import work_folders


def remove_leftovers() -> None:
    """Of exports, data sets, models and their 8-bit copies; uploads are `purge_uploads`' affair. At a worker's start and every day."""
    exports.remove_leftovers()
    for project in Project.objects.all():
        remove_drafts(project)
        remove_unlisted(project)
    work_folders.remove_leftovers()
    remove_discarded()
    drafts.remove_drafts(Path(settings.ENGINE_CACHE))
