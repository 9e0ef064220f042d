"""A file that was learned holds what taught it: it leaves and stays as its export or its model does."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from annotation.domain.datasets.source import Source
from annotation.models import DatasetFile
from annotation.services.remove_unlisted import remove_unlisted
from deidweb.audit.services import record


def source_refusal(file: DatasetFile) -> str:
    """Why it may not leave; "" when nothing of it was learned elsewhere, or that is free still. Locks the source: in a
    transaction, before the file. `settings.DATASET_SOURCE_CHECK` names who knows: this app must not know exports."""
    if file.holds_notes:
        return ""
    if file.is_weights:
        check = import_string(settings.WEIGHTS_SOURCE_CHECK)
        return str(check(file.source_id, file.source_sha256))
    if file.source_id is None:
        return _("On ne sait plus de quel export ce fichier tient ses mots : fabriquez-le de nouveau.")  # fmt: skip
    refusal: str = import_string(settings.DATASET_SOURCE_CHECK)(file.source_id, file.source_sha256)
    return refusal


def source_of(file: DatasetFile) -> Source | None:
    """What is told of a model's weights; None for any other file."""
    if not file.is_weights:
        return None
    found: Source = import_string(settings.WEIGHTS_SOURCE)(file.source_id, file.source_sha256)
    return found


@transaction.atomic
def forget_learned(source: UUID) -> int:
    """Removes what was learned from it: rows, then files. How many."""
    learned = DatasetFile.objects.select_for_update(of=("self",)).filter(source_id=source)
    files = list(learned.select_related("snapshot__project"))
    for file in files:
        record("dataset.file_forgotten", actor=None, project=file.snapshot.project_id, target=file,
               format=file.format)  # fmt: skip
        file.delete()
    for project in {file.snapshot.project for file in files}:
        transaction.on_commit(partial(remove_unlisted, project))
    return len(files)
