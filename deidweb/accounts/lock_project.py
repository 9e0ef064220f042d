"""One write around notes, exports, models and jobs after the other, project by project."""

from __future__ import annotations

from django.db.models import QuerySet

from deidweb.accounts.models import Project


def lock_project(project: Project) -> None:
    """One build, one number, one decision after the other: PostgreSQL waits here, SQLite's IMMEDIATE transactions do by themselves.

    `no_key`: a full lock would deadlock with who has written to the audit log and then adds a row
    of the project.
    """
    _waiting().get(pk=project.pk)


def lock_projects() -> None:
    """Every project, always in the same order: for what concerns the installation."""
    list(_waiting().order_by("pk").values_list("pk"))


def _waiting() -> QuerySet[Project]:
    return Project.objects.select_for_update(no_key=True)
