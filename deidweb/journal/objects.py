"""What the journal's objects are called on their own pages, and the address of these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from annotation.models import (
    Adjudication,
    AgreementReport,
    DatasetFile,
    DatasetSnapshot,
    Document,
    ImportBatch,
    Layer,
)
from annotation.presentation.datasets import format_title
from deidweb.accounts.access import reason_is_sealed
from deidweb.accounts.models import Emergency, Project, User
from deidweb.accounts.roles import Permission
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from icdcoder.models import BlindReading, BlindStudy, CodedNote, CodePrediction, CodeSnapshot
from privacy.models import ExportRequest, FeatureFile, Study
from worker.models import CoderVersion, ModelVersion


@dataclass(frozen=True, slots=True)
class Kind:
    """`rows` of a project; `name` of one; its page ("" where it has none), by the ids that `page_of` tells after the
    project's, for who holds `permission` (None: whoever sees the journal)."""

    rows: Callable[[Project], QuerySet[Any]]
    name: Callable[[Any], str]
    page: str = ""
    permission: Permission | None = None
    page_of: Callable[[Any], tuple[object, ...]] = lambda row: (row.pk,)


@dataclass(frozen=True, slots=True)
class Named:
    name: str
    url: str


def _layers(project: Project) -> QuerySet[Layer]:
    layers = Layer.objects.filter(document__project=project)
    return layers.select_related("document").defer("document__text")


def _comparisons(project: Project) -> QuerySet[Adjudication]:
    comparisons = Adjudication.objects.filter(document__project=project)
    return comparisons.select_related("document").defer("document__text")


def _codes(project: Project) -> QuerySet[CodePrediction]:
    codes = CodePrediction.objects.filter(note__project=project)
    return codes.select_related("note").defer("note__text")


def _dated(row: Any) -> str:
    day = date_format(timezone.localtime(row.created_at), "j N Y")
    return _("du %(day)s") % {"day": day}


def _numbered(row: Any) -> str:
    return _("n° %(n)d") % {"n": row.number}


def _of_the_note(code: CodePrediction) -> str:
    """Not which code: who reads the journal need not be one who codes."""
    return _("de la note n° %(n)d") % {"n": code.note.order + 1}


def _file(row: DatasetFile) -> str:
    names = {"format": format_title(row.format), "n": row.snapshot.number}
    return _("%(format)s, jeu n° %(n)d") % names


def _reading(row: BlindReading) -> str:
    return _("n° %(n)d de l'étude n° %(study)d") % {"n": row.order, "study": row.study.number}


def _reason(emergency: Emergency) -> str:
    if reason_is_sealed(emergency):
        return emergency.reason
    return _("%(reason)s (ce n'est plus la raison qui a été scellée)") % {
        "reason": emergency.reason
    }


# every type of `deidweb.audit.presentation.OBJECTS`
_KINDS: Final[dict[str, Kind]] = {
    "accounts.emergency": Kind(
        lambda project: Emergency.objects.filter(project=project), _reason
    ),
    "accounts.project": Kind(
        lambda project: Project.objects.filter(pk=project.pk), lambda row: row.name
    ),
    "accounts.user": Kind(lambda project: User.objects.all(), lambda row: row.display_name),
    "annotation.adjudication": Kind(
        _comparisons, lambda row: row.document.title, "annotation:document-detail",
        Permission.READ_NOTES, lambda row: (row.document_id,),
    ),
    "annotation.agreementreport": Kind(
        lambda project: AgreementReport.objects.filter(project=project), _dated,
        "annotation:agreement", Permission.SEE_TEAM, lambda row: (),
    ),
    "annotation.datasetfile": Kind(
        lambda project: DatasetFile.objects.filter(snapshot__project=project).select_related("snapshot"),
        _file, "annotation:dataset-detail", Permission.SEE_DATASETS, lambda row: (row.snapshot_id,),
    ),
    "annotation.datasetsnapshot": Kind(
        lambda project: DatasetSnapshot.objects.filter(project=project), _numbered,
        "annotation:dataset-detail", Permission.SEE_DATASETS,
    ),
    "annotation.document": Kind(
        lambda project: Document.objects.filter(project=project).defer("text"),
        lambda row: row.title, "annotation:document-detail", Permission.READ_NOTES,
    ),
    "annotation.importbatch": Kind(
        lambda project: ImportBatch.objects.filter(project=project), _dated,
        "annotation:import-detail", Permission.IMPORT_NOTES,
    ),
    "annotation.layer": Kind(
        _layers, lambda row: row.document.title, "annotation:document-detail",
        Permission.READ_NOTES, lambda row: (row.document_id,),
    ),
    "icdcoder.blindreading": Kind(
        lambda project: BlindReading.objects.filter(study__project=project).select_related("study"),
        _reading, "icdcoder:blind-detail", Permission.CODE, lambda row: (row.study_id,),
    ),
    "icdcoder.blindstudy": Kind(
        lambda project: BlindStudy.objects.filter(project=project), _numbered,
        "icdcoder:blind-detail", Permission.CODE,
    ),
    "icdcoder.codednote": Kind(
        lambda project: CodedNote.objects.filter(project=project).defer("text"),
        lambda row: _("n° %(n)d") % {"n": row.order + 1},
        "icdcoder:note-detail", Permission.CODE, lambda row: (row.export_id, row.pk),
    ),
    "icdcoder.codeprediction": Kind(
        _codes, _of_the_note, "icdcoder:note-detail", Permission.CODE,
        lambda row: (row.note.export_id, row.note_id),
    ),
    "icdcoder.codesnapshot": Kind(
        lambda project: CodeSnapshot.objects.filter(project=project).defer("content"), _numbered
    ),
    "jobs.job": Kind(
        lambda project: Job.objects.filter(project=project), lambda row: row.title,
        "jobs:detail", Permission.RUN_JOBS,
    ),
    "privacy.exportrequest": Kind(
        lambda project: ExportRequest.objects.filter(project=project), _numbered,
        "privacy:export-detail", Permission.SEE_EXPORTS,
    ),
    "privacy.featurefile": Kind(
        lambda project: FeatureFile.objects.filter(project=project).defer("content"),
        lambda row: row.name, "privacy:feature-detail", Permission.SEE_EXPORTS,
    ),
    "privacy.study": Kind(
        lambda project: Study.objects.filter(project=project), lambda row: row.name,
        "privacy:study-detail", Permission.MANAGE_STUDIES,
    ),
    "worker.coderversion": Kind(
        lambda project: CoderVersion.objects.filter(project=project), _numbered,
        "worker:coder-list", Permission.MANAGE_MODELS, lambda row: (),
    ),
    "worker.modelversion": Kind(
        lambda project: ModelVersion.objects.filter(project=project), _numbered,
        "worker:model-detail", Permission.MANAGE_MODELS,
    ),
}  # fmt: skip


def named_objects(
    project: Project, held: frozenset[Permission], entries: Iterable[AuditEntry]
) -> dict[tuple[str, str], Named]:
    """(type, id) → name and address, of what still exists. One query a type, whatever the rows."""
    asked: defaultdict[str, set[str]] = defaultdict(set)
    for entry in entries:
        asked[entry.object_type].add(entry.object_id)
    found: dict[tuple[str, str], Named] = {}
    for object_type, kind in _KINDS.items():
        for row in _rows(kind.rows(project), asked.get(object_type, set())):
            found[object_type, str(row.pk)] = Named(kind.name(row), _url(project, held, kind, row))
    return found


def _rows(rows: QuerySet[Any], ids: set[str]) -> list[Any]:
    if not ids:
        return []
    try:
        return list(rows.filter(pk__in=ids))
    except (ValidationError, ValueError):  # an id of another shape
        return []


def _url(project: Project, held: frozenset[Permission], kind: Kind, row: Model) -> str:
    if not kind.page or (kind.permission is not None and kind.permission not in held):
        return ""
    return reverse(kind.page, args=[project.pk, *kind.page_of(row)])
