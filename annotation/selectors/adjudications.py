"""Comparisons that wait for a person."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

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


def finished_comparisons(project: Project) -> int:
    """Double readings of the project that have become gold; reopened ones have ended without it."""
    # EXISTS, as above
    notes = Document.staged_too.filter(pk=OuterRef("document"), project=project)
    done = Adjudication.objects.filter(Exists(notes), gold__isnull=False)
    return done.exclude(document__in=notes_aside()).order_by().count()
