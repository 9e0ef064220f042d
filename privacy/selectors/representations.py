"""Representations without a text that were made of a project's data sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from annotation.domain.formats.registry import REPRESENTATIONS, WITHOUT_NOTES
from annotation.models import DatasetFile
from annotation.selectors.dataset_files import dataset_file_path
from annotation.selectors.datasets import snapshots_of
from deidweb.accounts.models import Project, User
from privacy.domain.representation_file import SharedContent, content_of

KIND: Final = "share_private"


@dataclass(frozen=True, slots=True)
class RepresentationFile:
    """`content` is what the file on the disk says of itself; None for the network beside it, and for a file that is gone."""

    file: DatasetFile
    content: SharedContent | None


def representation_files(user: User, project: Project) -> list[RepresentationFile]:
    """Of data sets that the person may see, the newest first."""
    files = DatasetFile.objects.filter(
        snapshot__in=snapshots_of(user, project), format__in=WITHOUT_NOTES
    ).select_related("snapshot__project", "decided_by")
    return [
        RepresentationFile(
            file, content_of(dataset_file_path(file)) if file.format == REPRESENTATIONS else None
        )
        for file in files
    ]
