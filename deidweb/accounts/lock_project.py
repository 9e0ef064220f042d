"""One write around exports, models and jobs after the other, project by project."""

from __future__ import annotations

from deidweb.accounts.models import Project


def lock_project(project: Project) -> None:
    """One build, one number, one decision after the other: PostgreSQL waits here, SQLite's IMMEDIATE transactions do by themselves.

    `no_key`: a full lock would deadlock with who has written to the audit log and then adds a row
    of the project.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
