"""Which headers and footers of an import's PDFs stay in the notes; then the import goes on."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.domain.formats.margins import DROP
from annotation.models import ImportBatch
from annotation.services.drop_staged import close_refused
from annotation.services.store_upload import delete_upload
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs


class MarginsChosenError(Exception):
    """Nothing is asked any more: somebody has answered, or the lines are others."""


@transaction.atomic
def choose_margins(*, actor: User, batch: ImportBatch, kept: Collection[int]) -> ImportBatch:
    """`kept`: places in `batch.margin_lines`. Raises MarginsChosenError."""
    locked = _asking(actor, batch)
    if not all(0 <= place < len(locked.margin_lines) for place in kept):
        raise MarginsChosenError(_("Ces lignes ne sont pas celles du fichier."))
    locked.margins = ",".join(str(place) for place in sorted(set(kept))) or DROP
    locked.state = ImportBatch.State.PENDING
    gold = bool(locked.job is not None and locked.job.payload.get("gold"))
    payload = {"batch": str(locked.pk), "gold": gold}
    locked.job = jobs.enqueue(kind="import", project=locked.project, actor=actor, payload=payload)
    locked.save(update_fields=["margins", "state", "job"])
    record(
        "import.margins_chosen",
        actor=actor,
        project=locked.project,
        target=locked,
        kept=len(set(kept)),
        dropped=len(locked.margin_lines) - len(set(kept)),
    )
    return locked


def drop_import(*, actor: User, batch: ImportBatch) -> None:
    """Gives up an import that asks: nothing of the file remains. Raises MarginsChosenError."""
    with transaction.atomic():
        close_refused(_asking(actor, batch), actor)
    delete_upload(batch)


def _asking(actor: User, batch: ImportBatch) -> ImportBatch:
    require(actor, batch.project, Permission.IMPORT_NOTES)
    locked = ImportBatch.objects.select_for_update(of=("self",)).select_related("project", "job", "created_by").get(pk=batch.pk)  # fmt: skip
    if locked.state != ImportBatch.State.REVIEW:
        raise MarginsChosenError(_("Cet import n'attend plus de réponse."))
    return locked
