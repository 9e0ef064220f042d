"""Comparisons that wait for a person."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet

from annotation.models import Adjudication, Document
from annotation.models.aside import notes_aside
from deidweb.accounts.models import Project, User
from deidweb.accounts.roles import Permission


def adjudications_for(user: User, project: Project) -> QuerySet[Adjudication]:
    """Open comparisons of notes that the person did not read, the oldest first."""
    visible = Project.objects.visible_to(user, Permission.ADJUDICATE)
    # EXISTS, not a join: from the few open comparisons, never from all notes of the project
    notes = Document.objects.filter(pk=OuterRef("document"), project=project, project__in=visible)
    waiting = Adjudication.objects.filter(Exists(notes), finished_at=None)
    waiting = waiting.exclude(first__author=user).exclude(second__author=user)
    return waiting.select_related("document").defer("document__text").order_by("created_at")


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
