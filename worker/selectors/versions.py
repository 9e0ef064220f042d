"""A project's versions of the model, and where their files lie."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet

from deidweb.accounts.models import Project, User
from worker.models import ModelVersion


def versions_of(user: User, project: Project) -> QuerySet[ModelVersion]:
    """The project's versions, the newest first."""
    visible = ModelVersion.objects.visible_to(user).filter(project=project)
    return visible.select_related("project", "created_by", "decided_by", "job")


def models_to_decide(user: User, project: Project) -> QuerySet[ModelVersion]:
    """Candidates: to be promoted or discarded."""
    candidates = ModelVersion.objects.filter(project=project, state=ModelVersion.State.CANDIDATE)
    return candidates.visible_to(user)


def promoted_model(project: Project) -> ModelVersion | None:
    """The version in service; None when the shipped model works."""
    return ModelVersion.objects.filter(project=project, state=ModelVersion.State.PROMOTED).first()


def promoted_hash(project_id: UUID) -> str:
    """Content hash of the model that the project has promoted, "" for the shipped one."""
    promoted = ModelVersion.objects.filter(project=project_id, state=ModelVersion.State.PROMOTED)
    return promoted.values_list("content_hash", flat=True).first() or ""


def has_files(version: ModelVersion) -> bool:
    """False where its weights are not on this server: it can be compared, not put into service."""
    return (model_folder(version.content_hash) / "ner.json").is_file()


def model_folder(content_hash: str) -> Path:
    """Where a model's files lie."""
    return Path(settings.MODEL_DIR) / content_hash
