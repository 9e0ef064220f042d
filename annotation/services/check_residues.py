"""The check before a note is done: what still looks like an identifier is labelled or explained."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import ngettext

from annotation.models import Layer
from annotation.selectors.residues import Residue, residues_of
from deidweb.accounts.models import User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record


class ResidualError(Exception):
    """What must be labelled or explained before the note is done (422)."""

    def __init__(self, open_residues: Sequence[Residue]) -> None:
        count = len(open_residues)
        message = ngettext(
            "%(count)d passage ressemble encore à un identifiant : étiquetez-le ou dites pourquoi "
            "il reste.",
            "%(count)d passages ressemblent encore à des identifiants : étiquetez-les ou dites "
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


def require_clear(actor: User, layer: Layer) -> None:
    """Raises ResidualError unless every finding is labelled or has a reason."""
    left = [residue for residue in residues_of(actor, layer) if not residue.reason]
    if left:
        raise ResidualError(left)
