"""Removes the files of models and coders that no version needs."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final
from uuid import uuid4

from django.conf import settings
from django.db import transaction

from deidweb.accounts.lock_project import lock_projects
from worker.models import CoderVersion, ModelVersion, Version
from worker.selectors.versions import model_folder

_GONE: Final = ".gone-"  # set aside whole: half a folder would be taken for a model
_KINDS: Final = (ModelVersion, CoderVersion)


def remove_unused(content_hash: str) -> None:
    """Deletes these files unless a version of any project needs them."""
    with transaction.atomic():
        # who publishes holds its project, puts the files in place and then has a row
        lock_projects()
        folder = model_folder(content_hash)
        if not folder.is_dir() or any(k.objects.with_files(content_hash).exists() for k in _KINDS):
            return
        gone = folder.with_name(
            f"{_GONE}{uuid4().hex}"
        )  # one that can't be emptied is in nobody's way
        folder.replace(gone)
    shutil.rmtree(gone, ignore_errors=True)


def remove_discarded() -> None:
    """What discarding a version left because its process was killed."""
    for kind in _KINDS:
        discarded = kind.objects.filter(state=Version.State.DISCARDED)
        for content_hash in set(discarded.values_list("content_hash", flat=True)):
            if model_folder(content_hash).is_dir():
                remove_unused(content_hash)
    for gone in Path(settings.MODEL_DIR).glob(f"{_GONE}*"):
        shutil.rmtree(gone, ignore_errors=True)
