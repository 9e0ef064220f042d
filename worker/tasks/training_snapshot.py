"""The data set that a training learns from: made once, kept for every attempt of the job."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.files import replaced_when_done
from annotation.models import DatasetSnapshot
from annotation.selectors.oppositions import has_lost_patients
from annotation.services.build_snapshot import (
    NoGoldError,
    OpposedMeanwhileError,
    Order,
    publish_snapshot,
    write_snapshot,
)
from worker.tasks.context import JobContext, JobRefused
from worker.training.encoder import checkpoint
from worker.training.splitting import TooFewNotesError

_NAME: Final = "snapshot"  # a file of the work folder: the row's id


def training_snapshot(context: JobContext, folder: Path) -> DatasetSnapshot:
    """Every gold note, in parts as any data set of the project with the usual shares and seed 0. An attempt
    that goes on gets what the first one learned from, unless a patient has opposed since. Raises TooFewNotesError."""
    known = _known(context, folder)
    if known is not None:
        context.say(_("reprise là où le travail s'était arrêté"))
        return known
    context.say(_("constitution du jeu de données"))
    job, order = context.job, Order()
    if job.created_by is None:
        raise JobRefused(_("La personne qui a demandé ce travail n'existe plus."))
    try:
        draft = write_snapshot(
            job.project,
            order,
            name=f"{job.pk}-{job.fence}",
            on_progress=lambda _done, _all: context.sign_or_stop(),
        )
    except NoGoldError:
        raise TooFewNotesError(0, 0) from None
    try:
        with transaction.atomic():
            context.assert_owned()
            snapshot, _is_new = publish_snapshot(
                project=job.project, actor=job.created_by, order=order, draft=draft
            )
    except OpposedMeanwhileError as error:
        raise JobRefused(str(error)) from None
    finally:
        draft.path.unlink(missing_ok=True)  # still there only if nothing was published
    if (folder / _NAME).exists():  # who has opposed since has taught an attempt that was killed
        checkpoint.forget(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with replaced_when_done(folder / _NAME) as stream:
        stream.write(str(snapshot.pk))
    context.say(_("lecture du modèle et des notes"))
    return snapshot


def _known(context: JobContext, folder: Path) -> DatasetSnapshot | None:
    try:
        key = UUID((folder / _NAME).read_text(encoding="ascii"))
    except (FileNotFoundError, ValueError):
        return None  # no attempt before, or one that was cut off while it wrote
    found = DatasetSnapshot.objects.filter(pk=key, project=context.job.project).first()
    if found is None or has_lost_patients(found.project_id, found.effects_seen):
        return None
    return found
