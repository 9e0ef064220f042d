"""The way of a project's notes: imported, annotated, compared, a model, exported, coded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Min, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.models import Document
from annotation.selectors.adjudications import comparisons_of
from deidweb.accounts.roles import Permission
from deidweb.ages import waiting_since
from deidweb.home.awaiting import Asked
from privacy.models import ExportRequest
from worker.selectors.versions import promoted_model


@dataclass(frozen=True, slots=True)
class Stage:
    """`count` are through, `waits` says what is not and for how long ("" when nothing waits). One button."""

    name: str
    count: str
    unit: str
    waits: str
    action: str
    url: str


def stages(asked: Asked) -> Iterator[Stage]:
    """Those that the person may see."""
    for permission, stage in _STAGES:
        if permission in asked.held:
            yield stage(asked)


def _in(asked: Asked, name: str) -> str:
    return reverse(name, args=[asked.project.pk])


def _waits(words: str, since: str) -> str:
    return f"{words}, {since}" if since else words


def _imported(asked: Asked) -> Stage:
    total = asked.counts.of()
    may = Permission.IMPORT_NOTES in asked.held
    return Stage(
        name=_("Importées"),
        count=str(total),
        unit=ngettext("note", "notes", total),
        waits="",
        action=_("Importer") if may else _("Voir les notes"),
        url=_in(asked, "annotation:import-create" if may else "annotation:document-list"),
    )


def _annotated(asked: Asked) -> Stage:
    state = asked.counts.by_state()
    done = state.get(Document.State.GOLD, 0) + state.get(Document.State.COMPARE, 0)
    left = asked.counts.of() - done
    words = ngettext("%(n)d attend", "%(n)d attendent", left) % {"n": left} if left else ""
    shares = Permission.MANAGE_WORK in asked.held
    return Stage(
        name=_("Annotées"),
        count=str(done),
        unit=ngettext("note", "notes", done),
        waits=_waits(words, waiting_since(asked.notes_since) if left else ""),
        action=_("Répartir") if shares else _("Suivre"),
        url=_in(asked, "annotation:work" if shares else "annotation:dashboard"),
    )


def _compared(asked: Asked) -> Stage:
    left = asked.counts.of(Document.State.COMPARE)
    done, since = comparisons_of(asked.project)
    words = ngettext("%(n)d attend", "%(n)d attendent", left) % {"n": left} if left else ""
    may = Permission.ADJUDICATE in asked.held and bool(left or done)
    return Stage(
        name=_("Comparées"),
        count=str(done),
        unit=ngettext("double lecture", "doubles lectures", done),
        waits=_waits(words, waiting_since(since) if left else ""),
        action=_("Comparer") if may else "",
        url=_in(asked, "annotation:adjudication-list"),
    )


def _model(asked: Asked) -> Stage:
    promoted = promoted_model(asked.project)
    waiting = asked.models
    left = len(waiting)
    words = ngettext("%(n)d à décider", "%(n)d à décider", left) % {"n": left} if left else ""
    return Stage(
        name=_("Modèle"),
        count=_("n° %(n)d") % {"n": promoted.number} if promoted else _("livré"),
        unit=_("en service"),
        waits=_waits(words, waiting_since(waiting[0].created_at) if waiting else ""),
        action=_("Examiner") if left else _("Réentraîner"),
        url=_in(asked, "worker:model-list"),
    )


def _exported(asked: Asked) -> Stage:
    states = ExportRequest.State
    waiting = Q(state__in=(states.BUILT, states.QUARANTINED))
    exports = ExportRequest.objects.visible_to(asked.user).filter(project=asked.project)
    told = exports.order_by().aggregate(
        done=Count("pk", filter=Q(state=states.RELEASED)),
        left=Count("pk", filter=waiting),
        since=Min("built_at", filter=waiting),
    )
    left = told["left"]
    words = ngettext("%(n)d à décider", "%(n)d à décider", left) % {"n": left} if left else ""
    asks = Permission.REQUEST_EXPORT in asked.held
    return Stage(
        name=_("Exportées"),
        count=str(told["done"]),
        unit=ngettext("export approuvé", "exports approuvés", told["done"]),
        waits=_waits(words, waiting_since(told["since"])),
        action=_("Demander") if asks else _("Voir les exports"),
        url=_in(asked, "privacy:export-create" if asks else "privacy:export-list"),
    )


def _coded(asked: Asked) -> Stage:
    count, left = asked.coding.notes, asked.coding.left
    words = ngettext("%(n)d à décider", "%(n)d à décider", left) % {"n": left} if left else ""
    return Stage(
        name=_("Codées"),
        count=str(count),
        unit=ngettext("note lue par le codeur", "notes lues par le codeur", count),
        waits=_waits(words, waiting_since(asked.coding.since)),
        action=_("Coder") if count else "",
        url=_in(asked, "icdcoder:export-list"),
    )


_STAGES: Final[list[tuple[Permission, Callable[[Asked], Stage]]]] = [
    (Permission.READ_NOTES, _imported),
    (Permission.READ_NOTES, _annotated),
    (Permission.READ_NOTES, _compared),
    (Permission.MANAGE_MODELS, _model),
    (Permission.SEE_EXPORTS, _exported),
    (Permission.CODE, _coded),
]
