"""From an address to an object the person may see: 404 for strangers, 403 without the right."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404

from deidweb.accounts.models import Project, User
from deidweb.jobs.models import Job
from privacy.models import ExportRequest, FeatureFile, Study


def export_or_404(user: User, project: Project, export_id: UUID) -> ExportRequest:
    """One export of the project that the person may see."""
    export = (
        ExportRequest.objects.visible_to(user)
        .filter(project=project, pk=export_id)
        .select_related("project", "study", "requested_by", "decided_by", "job")
        .first()
    )
    if export is None:
        raise Http404
    return export


def study_or_404(user: User, project: Project, study_id: UUID) -> Study:
    """One study of the project that the person may see."""
    study = (
        Study.objects.visible_to(user)
        .filter(project=project, pk=study_id)
        .select_related("project", "created_by")
        .first()
    )
    if study is None:
        raise Http404
    return study


def feature_file_or_404(user: User, project: Project, file_id: UUID) -> FeatureFile:
    """One table of features of the project that the person may see."""
    file = FeatureFile.objects.visible_to(user).listed().filter(project=project, pk=file_id).first()
    if file is None:
        raise Http404
    return file


def estimate_or_404(user: User, project: Project, job_id: UUID) -> Job:
    """The person's own job that counts what an export would cost."""
    jobs = Job.objects.filter(project=project, kind="estimate_export", created_by=user)
    job = jobs.filter(pk=job_id).first()
    if job is None:
        raise Http404
    return job
