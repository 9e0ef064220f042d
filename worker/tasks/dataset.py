"""Jobs `build_dataset` and `write_dataset`. See annotation.services.build_snapshot and write_dataset_file."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.datasets.split import ShareError, Shares
from annotation.models import DatasetSnapshot
from annotation.selectors.dataset_files import sha256_of, snapshot_path
from annotation.selectors.oppositions import opposition_refusal
from annotation.services.build_snapshot import (
    NoGoldError,
    OpposedMeanwhileError,
    Order,
    publish_snapshot,
    write_snapshot,
)
from annotation.services.write_dataset_file import publish_dataset_file, write_dataset_file
from deidweb.accounts.lock_project import lock_project
from deidweb.accounts.models import User
from deidweb.jobs.services import asked_by
from worker.tasks.context import JobContext, JobRefused


def build(context: JobContext) -> dict[str, Any]:
    """Payload: {"seed": 0, "test": 0.1, "validation": 0.1}."""
    job = context.job
    try:
        shares = Shares(float(job.payload["test"]), float(job.payload["validation"]))
        order = Order(int(job.payload["seed"]), shares)
        draft = write_snapshot(
            job.project, order, name=f"{job.pk}-{job.fence}", on_progress=context.check
        )
    except ShareError as error:
        raise JobRefused(str(error)) from None
    except NoGoldError:
        raise JobRefused(_("Aucune note validée : validez d'abord des notes.")) from None
    try:
        with transaction.atomic():
            context.assert_owned()
            snapshot, is_new = publish_snapshot(
                project=job.project, actor=actor_of(context), order=order, draft=draft
            )
    except OpposedMeanwhileError as error:
        raise JobRefused(str(error)) from None
    finally:
        draft.path.unlink(missing_ok=True)  # still there only if nothing was published
    return {"snapshot": str(snapshot.pk), "number": snapshot.number, "is_new": is_new}


def write(context: JobContext) -> dict[str, Any]:
    """Payload: {"snapshot": id, "format": name, "part": name}."""
    job, payload = context.job, context.job.payload
    snapshot = snapshot_of(context)
    draft = snapshot_path(snapshot).with_name(f".draft-{job.pk}-{job.fence}")
    chosen = {"format_name": payload["format"], "part": payload["part"]}
    try:
        writing = write_dataset_file(snapshot, path=draft, on_progress=context.check, **chosen)
        sha256 = sha256_of(draft)
        with transaction.atomic():
            context.assert_owned()
            # an opposition takes the same lock: it came before, or it finds the file
            lock_project(job.project)
            refuse_opposed(snapshot)
            file = publish_dataset_file(
                actor=actor_of(context),
                snapshot=snapshot,
                draft=draft,
                sha256=sha256,
                writing=writing,
                askers=asked_by(job),
                **chosen,
            )
    except FileNotFoundError:
        reason = _("Le fichier de ce jeu de données a disparu : constituez-le de nouveau.")
        raise JobRefused(reason) from None
    finally:
        draft.unlink(missing_ok=True)
    return {"file": str(file.pk), "notes": file.note_count}


def snapshot_of(context: JobContext) -> DatasetSnapshot:
    """The one that the payload names. Raises JobRefused."""
    snapshot = (
        DatasetSnapshot.objects.select_related("project")
        .filter(pk=UUID(context.job.payload["snapshot"]), project=context.job.project)
        .first()
    )
    if snapshot is None:
        raise JobRefused(_("Ce jeu de données n'existe plus."))
    refuse_opposed(snapshot)
    return snapshot


def refuse_opposed(snapshot: DatasetSnapshot) -> None:
    if refusal := opposition_refusal(snapshot):
        raise JobRefused(refusal)


def actor_of(context: JobContext) -> User:
    actor = context.job.created_by
    if actor is None:
        raise JobRefused(_("La personne qui a demandé ce travail n'existe plus."))
    return actor
