"""Why a note comes when it comes, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Document, DocumentPriority, WorkSettings
from annotation.selectors.queue import ASSIGNED
from annotation.selectors.tasks import Queued


@dataclass(frozen=True, slots=True)
class QueueRow:
    document: Document
    why: str


def queue_rows(queue: Iterable[Queued]) -> list[QueueRow]:
    return [QueueRow(item.document, why_first(item.picked_by, item.priority)) for item in queue]


def why_first(order: str, priority: DocumentPriority | None) -> str:
    """`order`: the one the note was picked by. Empty where the order speaks for itself."""
    if order == ASSIGNED:
        return _("elle vous est attribuée")
    if order == WorkSettings.Order.RANDOM:
        return _("tirée au hasard, pour des mesures honnêtes")
    if order not in (WorkSettings.Order.RISK, WorkSettings.Order.UNCERTAINTY) or priority is None:
        return ""
    reasons = []
    if priority.bare and order == WorkSettings.Order.RISK:
        reasons.append(
            ngettext(
                "%(count)d passage ressemble à un identifiant oublié",
                "%(count)d passages ressemblent à des identifiants oubliés",
                priority.bare,
            )
            % {"count": priority.bare}
        )
    if priority.unsure:
        reasons.append(
            ngettext(
                "%(count)d suggestion peu sûre",
                "%(count)d suggestions peu sûres",
                priority.unsure,
            )
            % {"count": priority.unsure}
        )
    return ", ".join(reasons) or _("rien d'inquiétant")
