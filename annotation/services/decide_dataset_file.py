"""Lets a file of a data set leave, or not: another person than the one who asked for it."""

from __future__ import annotations

import hmac

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import DatasetFile
from annotation.selectors.dataset_files import dataset_file_path, sha256_of
from annotation.selectors.oppositions import opposition_refusal
from annotation.services.dataset_source import source_of, source_refusal
from deidweb.accounts.apartness import may_sign_for_all
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record

State = DatasetFile.State


class NotDecidedError(Exception):
    """Nothing was decided; the message is for the person, `status` for the page."""

    def __init__(self, reason: str, status: int = 409) -> None:
        super().__init__(reason)
        self.status = status


def decide_dataset_file(
    *,
    actor: User,
    file: DatasetFile,
    approve: bool,
    sha256: str,
    reason: str,
    override: bool = False,
) -> None:
    """Decides about the bytes that the person saw named on the page. Notes leave with all that names people: always in writing.
    `override`: in spite of what speaks against it.

    Raises NotDecidedError.
    """
    project = file.snapshot.project
    require(actor, project, Permission.DECIDE_DATASET)
    source = source_of(file)
    is_risky = approve and source is not None and bool(source.risks)
    _check_signer(actor, file, reason, lacks_override=is_risky and not override)
    present = _present(file)
    with transaction.atomic():
        if approve and (refusal := source_refusal(file)):
            raise NotDecidedError(refusal)
        held = _held(file, sha256)
        if approve and (refusal := opposition_refusal(file.snapshot)):
            raise NotDecidedError(refusal)
        if approve and present != held.sha256:
            raise NotDecidedError(_("Ce fichier a changé ou disparu : demandez-le de nouveau."))
        held.state = State.RELEASED if approve else State.REFUSED
        held.decided_by, held.decided_at = actor, timezone.now()
        held.decided_sha256, held.decision_reason = held.sha256, reason.strip()
        held.save()
        record(
            "dataset.approved" if approve else "dataset.refused",
            actor=actor,
            project=project,
            target=held,
            sha256=held.sha256,
            notes=held.note_count,
            **({"override": True} if is_risky else {}),
        )


def _check_signer(actor: User, file: DatasetFile, reason: str, *, lacks_override: bool) -> None:
    """That another person decides, in writing, and says so where something speaks against it."""
    if not may_sign_for_all(actor, file.askers()):
        record(
            "dataset.self_decision_refused",
            actor=actor,
            project=file.snapshot.project,
            target=file,
        )
        raise NotDecidedError(
            _(
                "Vous avez demandé ce fichier, ou votre compte et celui qui l'a demandé dépendent l'un de l'autre. Une "
                "autre personne doit décider."
            ),
            403,
        )
    if not reason.strip():
        raise NotDecidedError(_("Écrivez à qui va ce fichier et pourquoi."), 422)
    if lacks_override:
        raise NotDecidedError(
            _("Ce fichier ne sort que par dérogation : cochez-la, ou refusez-le."), 422
        )


def _held(file: DatasetFile, sha256: str) -> DatasetFile:
    """The locked row, if its bytes are those that the person saw and nobody has decided."""
    held = DatasetFile.objects.select_for_update().get(pk=file.pk)
    if held.state != State.WRITTEN or not hmac.compare_digest(sha256, held.sha256):
        raise NotDecidedError(
            _("Ce fichier a été décidé ou écrit de nouveau depuis : relisez la page.")
        )
    return held


def _present(file: DatasetFile) -> str:
    """The digest of what lies there, taken before the row is locked: the file may be large."""
    path = dataset_file_path(file)
    return sha256_of(path) if path.is_file() else ""
