"""The check before a note is done: what still looks like an identifier is labelled or explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from annotation.models import Layer
from annotation.selectors.residues import Residue, residues_of
from annotation.services.apply_op import StaleRevisionError
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record


class ResidualError(Exception):
    """What must be labelled or explained before the note is done (422)."""

    def __init__(self, open_residues: Sequence[Residue]) -> None:
        count = len(open_residues)
        message = ngettext(
            "%(count)d endroit ressemble encore à un identifiant : étiquetez-le ou dites pourquoi "
            "il reste.",
            "%(count)d endroits ressemblent encore à des identifiants : étiquetez-les ou dites "
            "pourquoi ils restent.",
            count,
        )
        super().__init__(message % {"count": count})
        self.open = tuple(open_residues)


def check_residues(*, actor: User, layer: Layer) -> list[Residue]:
    """Every finding of the note at hand, then of the patient's other notes, in their order.

    Writes nothing; the reading of other notes is audited.
    """
    require(actor, layer.document.project, Permission.ANNOTATE)
    residues = residues_of(actor, layer)
    others = {r.document.pk for r in residues} - {layer.document_id}
    if others:
        record(
            "residual.checked",
            actor=actor,
            project=layer.document.project_id,
            target=layer,
            notes=len(others),
            findings=len(residues),
        )
    return residues


@dataclass(frozen=True, slots=True)
class Check:
    """What the layer's revision `rev` leaves unexplained."""

    rev: int
    left: tuple[Residue, ...] = ()


def check_before(actor: User, layer: Layer, rev: int) -> Check:
    """For a decision about revision `rev`. It reads the whole of a patient's file: outside of any transaction, or everybody who
    writes waits for it. Whoever locks the layer compares the revision."""
    require(actor, layer.document.project, Permission.ANNOTATE)
    fresh = Layer.objects.select_related("document__project").get(pk=layer.pk)
    if fresh.rev != rev or fresh.state == Layer.State.SUBMITTED:
        return Check(fresh.rev)  # refused, or answered, without the check
    return Check(rev, tuple(one for one in residues_of(actor, fresh) if not one.reason))


def require_clear(check: Check, held: Layer) -> None:
    """Raises ResidualError unless every finding is labelled or has a reason; StaleRevisionError when they were looked for
    in another revision."""
    if check.rev != held.rev:
        raise StaleRevisionError(held.rev)
    if check.left:
        raise ResidualError(check.left)
