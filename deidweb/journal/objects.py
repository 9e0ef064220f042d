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
from deidweb.accounts.models import Emergency, Membership, Project, User
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


def role_of(entry: AuditEntry) -> str:
    """In words, which role was given, proposed or taken away; "" for other rows."""
    role = str(entry.details.get("role", ""))
    return str(dict(Membership.RoleChoice.choices).get(role, role))


def _rows_of(
    model: type[Model], *deferred: str, path: str = "project"
) -> Callable[[Project], QuerySet[Any]]:
    """The rows whose `path` is the project, read with what stands on the way and without the columns `deferred`."""
    way = path.rpartition("__")[0]

    def rows(project: Project) -> QuerySet[Any]:
        found = model._default_manager.filter(**{path: project}).defer(*deferred)
        return found.select_related(way) if way else found

    return rows


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
    "accounts.emergency": Kind(_rows_of(Emergency), _reason),
    "accounts.project": Kind(
        lambda project: Project.objects.filter(pk=project.pk), lambda row: row.name
    ),
    "accounts.user": Kind(lambda project: User.objects.all(), lambda row: row.display_name),
    "annotation.adjudication": Kind(
        _rows_of(Adjudication, "document__text", path="document__project"), lambda row: row.document.title, "annotation:document-detail",
        Permission.READ_NOTES, lambda row: (row.document_id,),
    ),
    "annotation.agreementreport": Kind(
        _rows_of(AgreementReport), _dated,
        "annotation:agreement", Permission.SEE_TEAM, lambda row: (),
    ),
    "annotation.datasetfile": Kind(
        _rows_of(DatasetFile, path="snapshot__project"),
        _file, "annotation:dataset-detail", Permission.SEE_DATASETS, lambda row: (row.snapshot_id,),
    ),
    "annotation.datasetsnapshot": Kind(
        _rows_of(DatasetSnapshot), _numbered,
        "annotation:dataset-detail", Permission.SEE_DATASETS,
    ),
    "annotation.document": Kind(
        _rows_of(Document, "text"),
        lambda row: row.title, "annotation:document-detail", Permission.READ_NOTES,
    ),
    "annotation.importbatch": Kind(
        _rows_of(ImportBatch), _dated,
        "annotation:import-detail", Permission.IMPORT_NOTES,
    ),
    "annotation.layer": Kind(
        _rows_of(Layer, "document__text", path="document__project"), lambda row: row.document.title, "annotation:document-detail",
        Permission.READ_NOTES, lambda row: (row.document_id,),
    ),
    "icdcoder.blindreading": Kind(
        _rows_of(BlindReading, path="study__project"),
        _reading, "icdcoder:blind-detail", Permission.CODE, lambda row: (row.study_id,),
    ),
    "icdcoder.blindstudy": Kind(
        _rows_of(BlindStudy), _numbered,
        "icdcoder:blind-detail", Permission.CODE,
    ),
    "icdcoder.codednote": Kind(
        _rows_of(CodedNote, "text"),
        lambda row: _("n° %(n)d") % {"n": row.order + 1},
        "icdcoder:note-detail", Permission.CODE, lambda row: (row.export_id, row.pk),
    ),
    "icdcoder.codeprediction": Kind(
        _rows_of(CodePrediction, "note__text", path="note__project"), _of_the_note, "icdcoder:note-detail", Permission.CODE,
        lambda row: (row.note.export_id, row.note_id),
    ),
    "icdcoder.codesnapshot": Kind(
        _rows_of(CodeSnapshot, "content"), _numbered
    ),
    "jobs.job": Kind(
        _rows_of(Job), lambda row: row.title,
        "jobs:detail", Permission.RUN_JOBS,
    ),
    "privacy.exportrequest": Kind(
        _rows_of(ExportRequest), _numbered,
        "privacy:export-detail", Permission.SEE_EXPORTS,
    ),
    "privacy.featurefile": Kind(
        _rows_of(FeatureFile, "content"),
        lambda row: row.name, "privacy:feature-detail", Permission.SEE_EXPORTS,
    ),
    "privacy.study": Kind(
        _rows_of(Study), lambda row: row.name,
        "privacy:study-detail", Permission.MANAGE_STUDIES,
    ),
    "worker.coderversion": Kind(
        _rows_of(CoderVersion), _numbered,
        "worker:coder-list", Permission.MANAGE_MODELS, lambda row: (),
    ),
    "worker.modelversion": Kind(
        _rows_of(ModelVersion), _numbered,
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
