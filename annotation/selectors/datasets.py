"""What the pages ask about data sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate

from django.db.models import QuerySet

from annotation.domain.datasets.diff import Difference, compare
from annotation.models import DatasetFile, DatasetSnapshot, Document, GoldDay
from annotation.selectors.dataset_files import read_snapshot
from deidweb.accounts.models import Project, User
from deidweb.accounts.roles import Permission


def snapshots_of(user: User, project: Project) -> QuerySet[DatasetSnapshot]:
    """Newest first."""
    projects = Project.objects.visible_to(user, Permission.SEE_DATASETS)
    found = DatasetSnapshot.objects.filter(project=project, project__in=projects)
    return found.select_related("created_by", "project")


def files_of(snapshot: DatasetSnapshot) -> QuerySet[DatasetFile]:
    files = DatasetFile.objects.filter(snapshot=snapshot)
    return files.select_related("created_by", "decided_by").prefetch_related("asked_by")


def files_to_decide(user: User, project: Project) -> QuerySet[DatasetFile]:
    """Files that wait for a decision that this person may take: never their own."""
    projects = Project.objects.visible_to(user, Permission.DECIDE_DATASET)
    waiting = DatasetFile.objects.filter(
        snapshot__project=project, snapshot__project__in=projects, state=DatasetFile.State.WRITTEN
    )
    return waiting.exclude(created_by=user).exclude(asked_by=user)


def gold_growth(project: Project) -> dict[date, int]:
    """Validated notes at the end of each week (its Monday), from the first gold version of each note; weeks without any
    included, so that a line's steps are equal. Five on Tuesday 3 March 2020, one on the 18th: {2 March: 5, 9 March: 5, 16 March: 6}."""
    weeks: dict[date, int] = {}
    for day, notes in GoldDay.objects.filter(project=project).values_list("day", "notes"):
        monday = day - timedelta(days=day.weekday())
        weeks[monday] = weeks.get(monday, 0) + notes
    if not weeks:
        return {}
    first = min(weeks)
    mondays = [first + timedelta(weeks=i) for i in range((max(weeks) - first).days // 7 + 1)]
    totals = accumulate(weeks.get(monday, 0) for monday in mondays)
    return dict(zip(mondays, totals, strict=True))


@dataclass(frozen=True, slots=True)
class Comparison:
    """`notes`: by their ids in the files, those that are still there and that the person may read."""

    difference: Difference
    notes: Mapping[str, Document]


def comparison(user: User, before: DatasetSnapshot, after: DatasetSnapshot) -> Comparison:
    """Reads both files. Raises FileNotFoundError."""
    found = compare(
        ((part.value, note) for part, note in read_snapshot(before)),
        ((part.value, note) for part, note in read_snapshot(after)),
    )
    ids = [*found.added, *found.removed, *(item.note for item in found.changed)]
    notes = Document.objects.visible_to(user).filter(project=after.project, external_id__in=ids)
    return Comparison(found, {note.external_id: note for note in notes.defer("text")})
