"""Jobs `build_dataset` and `write_dataset`. See annotation.services.datasets."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.datasets.split import ShareError, Shares
from annotation.models import DatasetSnapshot
from annotation.services import dataset_files, datasets
from deidweb.accounts.models import User
from worker.tasks.context import JobContext, JobRefused


def build(context: JobContext) -> dict[str, Any]:
    """Payload: {"seed": 0, "test": 0.1, "validation": 0.1}."""
    job = context.job
    try:
        shares = Shares(float(job.payload["test"]), float(job.payload["validation"]))
        order = datasets.Order(int(job.payload["seed"]), shares)
        draft = datasets.write_draft(
            job.project, order, name=f"{job.pk}-{job.fence}", on_progress=context.check
        )
    except ShareError as error:
        raise JobRefused(str(error)) from None
    except datasets.NoGoldError:
        raise JobRefused(_("Aucune note validée : validez d'abord des notes.")) from None
    try:
        with transaction.atomic():
            context.assert_owned()
            snapshot, is_new = datasets.publish_snapshot(
                project=job.project, actor=_actor(context), order=order, draft=draft
            )
    finally:
        draft.path.unlink(missing_ok=True)  # still there only if nothing was published
    return {"snapshot": str(snapshot.pk), "number": snapshot.number, "is_new": is_new}


def write(context: JobContext) -> dict[str, Any]:
    """Payload: {"snapshot": id, "format": name, "part": name}."""
    job, payload = context.job, context.job.payload
    snapshot = (
        DatasetSnapshot.objects.select_related("project")
        .filter(pk=UUID(payload["snapshot"]), project=job.project)
        .first()
    )
    if snapshot is None:
        raise JobRefused(_("Ce jeu de données n'existe plus."))
    draft = datasets.path_of(snapshot).with_name(f".draft-{job.pk}-{job.fence}")
    chosen = {"format_name": payload["format"], "part": payload["part"]}
    try:
        writing = dataset_files.write_draft(
            snapshot, path=draft, on_progress=context.check, **chosen
        )
        with transaction.atomic():
            context.assert_owned()
            file = dataset_files.publish_file(
                actor=_actor(context), snapshot=snapshot, draft=draft, writing=writing, **chosen
            )
    except FileNotFoundError:
        reason = _("Le fichier de ce jeu de données a disparu : constituez-le de nouveau.")
        raise JobRefused(reason) from None
    finally:
        draft.unlink(missing_ok=True)
    return {"file": str(file.pk), "notes": file.note_count}


def _actor(context: JobContext) -> User:
    actor = context.job.created_by
    if actor is None:
        raise JobRefused(_("La personne qui a demandé ce travail n'existe plus."))
    return actor
