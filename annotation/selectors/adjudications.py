"""Comparisons, and doubts in what is validated, that wait for a person."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet, Subquery

from annotation.models import Adjudication, Document, Layer, LayerSpan
from annotation.models.aside import notes_aside
from annotation.selectors.in_force import newest_gold
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import held_in
from deidweb.accounts.roles import Permission


def adjudications_for(user: User, project: Project) -> QuerySet[Adjudication]:
    """Open comparisons of notes that the person did not read, the oldest first."""
    visible = Project.objects.visible_to(user, Permission.ADJUDICATE)
    # EXISTS, not a join: from the few open comparisons, never from all notes of the project
    notes = Document.objects.filter(pk=OuterRef("document"), project=project, project__in=visible)
    waiting = Adjudication.objects.filter(Exists(notes), finished_at=None)
    waiting = waiting.exclude(first__author=user).exclude(second__author=user)
    return waiting.select_related("document").defer("document__text").order_by("created_at")


def doubts_for(user: User, project: Project) -> QuerySet[Layer]:
    """Gold in force with passages that a reader doubts and nobody has compared, since lone readers and two who agree make
    gold at once: those that others validated, the oldest first, with `doubts`, the number of passages. For who compares
    and may open them again; a doubt that is lifted there, or a note that is opened, is gone from here.

    Example: one note, with `doubts` 2.
    """
    if not {Permission.ADJUDICATE, Permission.ANNOTATE} <= held_in(user, project.pk):
        return Layer.objects.none()
    kept = LayerSpan.objects.filter(doubt=True).exclude(state=LayerSpan.State.REJECTED)
    # EXISTS, not a join: from the few doubts, never from all gold of the project
    notes = Document.objects.filter(
        pk=OuterRef("document"), project=project, state=Document.State.GOLD
    )
    found = Layer.objects.filter(
        Exists(notes),
        ~Exists(Adjudication.objects.filter(gold=OuterRef("pk"))),
        pk__in=kept.values("layer"),
    ).filter(pk=newest_gold())
    count = kept.filter(layer=OuterRef("pk")).order_by().values("layer").annotate(n=Count("pk"))
    found = found.exclude(author=user).annotate(doubts=Subquery(count.values("n")))
    found = found.select_related("document", "author").defer("document__text")
    return found.order_by("submitted_at")


class Comparisons(NamedTuple):
    """Double readings of a project: how many have become gold, and since when the oldest open one waits."""

    finished: int
    since: datetime | None


def comparisons_of(project: Project) -> Comparisons:
    """Reopened ones have ended without gold: they count as neither."""
    # EXISTS, as above
    notes = Document.staged_too.filter(pk=OuterRef("document"), project=project)
    present = Adjudication.objects.filter(Exists(notes)).exclude(document__in=notes_aside())
    told = present.order_by().aggregate(
        finished=Count("pk", filter=Q(gold__isnull=False)),
        since=Min("created_at", filter=Q(finished_at=None)),
    )
    return Comparisons(**told)
