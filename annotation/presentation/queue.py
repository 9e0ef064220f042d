"""Why a note comes when it comes, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Document, DocumentPriority, WorkSettings
from annotation.models.work import SHIPPED
from annotation.selectors.queue import ASSIGNED
from annotation.selectors.tasks import Queued
from deidweb.ages import waiting_since


@dataclass(frozen=True, slots=True)
class QueueRow:
    """`says`: how risky the note is and how long it has waited, or that the person has begun it."""

    document: Document
    says: str


def queue_rows(queue: Iterable[Queued]) -> list[QueueRow]:
    return [QueueRow(item.document, _says(item)) for item in queue]


def _says(item: Queued) -> str:
    """ "2 oublis possibles · 7 peu sûres · 3 jours"."""
    if not item.picked_by:
        return _("commencée")
    told = [_("attribuée")] if item.picked_by == ASSIGNED else []
    if item.lost_by is not None:
        return " · ".join([_regression(item.lost_by), waiting_since(item.document.created_at)])
    if priority := item.priority:
        told += _counted(priority.bare, priority.unsure)
    return " · ".join([*told, waiting_since(item.document.created_at)])


def _counted(bare: int, unsure: int) -> list[str]:
    told = []
    if bare:
        told.append(_missed(bare))
    if unsure:
        told.append(ngettext("%(n)d peu sûre", "%(n)d peu sûres", unsure) % {"n": unsure})
    return told or [_("aucune peu sûre")]


def _missed(bare: int) -> str:
    return ngettext("%(n)d oubli possible", "%(n)d oublis possibles", bare) % {"n": bare}


def _regression(number: int) -> str:
    if number == SHIPPED:
        return _("régression du modèle livré")
    return _("régression du modèle n° %(n)d") % {"n": number}


def why_first(order: str, priority: DocumentPriority | None, lost_by: int | None = None) -> str:
    """`order`: the one the note was picked by; `lost_by`: the model for which it is read again. Empty where the order
    speaks for itself."""
    if lost_by is not None:
        return _regression(lost_by)
    if order == ASSIGNED:
        return _("elle vous est attribuée")
    if order == WorkSettings.Order.RANDOM:
        return _("tirée au hasard, pour des mesures honnêtes")
    if order not in (WorkSettings.Order.RISK, WorkSettings.Order.UNCERTAINTY) or priority is None:
        return ""
    reasons = []
    if priority.bare and order == WorkSettings.Order.RISK:
        reasons.append(_missed(priority.bare))
    if priority.unsure:
        reasons.append(
            ngettext(
                "%(count)d suggestion peu sûre",
                "%(count)d suggestions peu sûres",
                priority.unsure,
            )
            % {"count": priority.unsure}
        )
    return ", ".join(reasons) or _("aucune suggestion peu sûre")
