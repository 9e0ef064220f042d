"""A project's versions of a model or a coder, and where their files lie."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeVar
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet

from deidweb.accounts.models import Project, User
from worker.models import CoderVersion, ModelVersion, Version
from worker.models.model_version import ENCODER

# what a version's metrics say of another site's files (worker.tasks.learn_private)
RECEIVED: Final = "private"
WORK_PREFIX: Final = ".training-"
V = TypeVar("V", ModelVersion, CoderVersion)


def versions_of(user: User, project: Project, kind: type[V]) -> QuerySet[V]:
    """The project's versions, the newest first."""
    visible = kind.objects.visible_to(user).filter(project=project)
    return visible.select_related("project", "created_by", "decided_by")


def received_models(user: User, project: Project) -> QuerySet[ModelVersion]:
    """Those that were learned from another site's representations, the newest first."""
    return versions_of(user, project, ModelVersion).filter(metrics__has_key=RECEIVED)


def models_to_decide(user: User, project: Project) -> list[ModelVersion]:
    """Candidates to be promoted or discarded, the oldest first; one without its weights waits for nobody."""
    candidates = ModelVersion.objects.filter(project=project, state=ModelVersion.State.CANDIDATE)
    waiting = candidates.visible_to(user).order_by("created_at")
    return [version for version in waiting if has_files(version)]


def promoted_model(project: Project) -> ModelVersion | None:
    """The version in service; None when the shipped model works."""
    return ModelVersion.objects.in_service(project.pk).first()


def learnable_model(project_id: UUID) -> ModelVersion | None:
    """The version in service, where a training can go on from it."""
    return ModelVersion.objects.in_service(project_id).filter(kind=ENCODER).first()


def is_learnable(project: Project, content_hash: str) -> bool:
    """Whether a training can go on from a version of the project with this content."""
    own = ModelVersion.objects.filter(project=project, kind=ENCODER, content_hash=content_hash)
    version = own.first()
    return version is not None and has_files(version)


def promoted_hash(project_id: UUID) -> str:
    """Content hash of the model that the project has promoted, "" for the shipped one."""
    promoted = ModelVersion.objects.in_service(project_id)
    return promoted.values_list("content_hash", flat=True).first() or ""


def has_files(version: Version) -> bool:
    """False where its weights are not on this server: it can be compared, not put into service."""
    return (model_folder(version.content_hash) / version.MAIN_FILE).is_file()


def model_folder(content_hash: str) -> Path:
    """Where the files of a model or a coder lie."""
    return Path(settings.MODEL_DIR) / content_hash


def work_folder(job: UUID | str) -> Path:
    """Of a job of hours, from one attempt to the next."""
    return Path(settings.MODEL_DIR) / f"{WORK_PREFIX}{job}"
