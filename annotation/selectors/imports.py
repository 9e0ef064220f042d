"""The imports of a project."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet

from annotation.models import ImportBatch
from deidweb.accounts.models import Project, User
from deidweb.accounts.roles import Permission
from deidweb.jobs.models import Job

_RECENT: Final = 8


def recent_imports(user: User, project: Project) -> QuerySet[ImportBatch]:
    """The newest imports of the project, with their jobs."""
    projects = Project.objects.visible_to(user, Permission.IMPORT_NOTES)
    batches = ImportBatch.objects.filter(project=project, project__in=projects)
    return batches.select_related("job", "created_by")[:_RECENT]


def pending_imports(project: Project) -> QuerySet[ImportBatch]:
    """Imports that wait or run."""
    return ImportBatch.objects.filter(
        project=project,
        state=ImportBatch.State.PENDING,
        job__state__in=[Job.State.QUEUED, Job.State.RUNNING],
    )
