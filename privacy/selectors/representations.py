"""Representations without a text that were made of a project's data sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from annotation.domain.formats.registry import LEARNED_WORDS, REPRESENTATIONS
from annotation.models import DatasetFile
from annotation.selectors.dataset_files import dataset_file_path
from annotation.selectors.datasets import snapshots_of
from deidweb.accounts.models import Project, User
from deidweb.jobs.models import Job
from privacy.domain.representation_file import SharedContent, content_of
from privacy.models import ExportRequest

KIND: Final = "share_private"


@dataclass(frozen=True, slots=True)
class Trials:
    """Ended trials of a data set, as far as their jobs are kept."""

    ended: int
    refused: int
    is_last_refused: bool


@dataclass(frozen=True, slots=True)
class RepresentationFile:
    """`content` is what the file on the disk says of itself; None for the network beside it, and for a file that is gone. `export`: the
    number of the one that it was learned from."""

    file: DatasetFile
    content: SharedContent | None
    export: int | None
    trials: Trials


def representation_files(user: User, project: Project) -> list[RepresentationFile]:
    """Of data sets that the person may see, the newest first."""
    files = DatasetFile.objects.filter(
        snapshot__in=snapshots_of(user, project), format__in=LEARNED_WORDS
    ).select_related("snapshot__project", "decided_by")
    exports = dict(ExportRequest.objects.filter(project=project).values_list("pk", "number"))
    trials = _trials(project)
    return [
        RepresentationFile(
            file,
            content_of(dataset_file_path(file)) if file.format == REPRESENTATIONS else None,
            exports.get(file.source_id) if file.source_id else None,
            trials.get(str(file.snapshot_id), Trials(0, 0, is_last_refused=False)),
        )
        for file in files
    ]


def _trials(project: Project) -> dict[str, Trials]:
    """By data set: who tries until one passes is seen."""
    written: dict[str, list[bool]] = {}
    ended = Job.objects.filter(project=project, kind=KIND, state=Job.State.DONE)
    for payload, result in ended.order_by("finished_at").values_list("payload", "result"):
        written.setdefault(payload["snapshot"], []).append(bool(result.get("written")))
    return {
        snapshot: Trials(len(each), each.count(False), is_last_refused=not each[-1])
        for snapshot, each in written.items()
    }
