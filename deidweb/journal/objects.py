"""What the journal's objects are called on their own pages, and the address of these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.models import DatasetSnapshot, Document, ImportBatch, Layer
from deidweb.accounts.access import reason_is_sealed
from deidweb.accounts.models import Emergency, Project, User
from deidweb.accounts.roles import Permission
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from privacy.models import ExportRequest, Study
from worker.models import ModelVersion


@dataclass(frozen=True, slots=True)
class Kind:
    """`rows` of a project; `name` of one; its page, by the id that `page_of` tells, for who holds
    `permission` (None: whoever sees the journal)."""

    rows: Callable[[Project], QuerySet[Any]]
    name: Callable[[Any], str]
    page: str
    permission: Permission | None = None
    page_of: Callable[[Any], object] = lambda row: row.pk


@dataclass(frozen=True, slots=True)
class Named:
    name: str
    url: str


def _layers(project: Project) -> QuerySet[Layer]:
    layers = Layer.objects.filter(document__project=project)
    return layers.select_related("document").defer("document__text")


_KINDS: Final[dict[str, Kind]] = {
    "annotation.document": Kind(
        lambda project: Document.objects.filter(project=project).defer("text"),
        lambda row: row.title, "annotation:document-detail", Permission.READ_NOTES,
    ),
    "annotation.layer": Kind(
        _layers, lambda row: row.document.title, "annotation:document-detail",
        Permission.READ_NOTES, lambda row: row.document_id,
    ),
    "annotation.importbatch": Kind(
        lambda project: ImportBatch.objects.filter(project=project),
        lambda row: _("du %(day)s") % {"day": f"{row.created_at:%d/%m/%Y}"},
        "annotation:import-detail", Permission.IMPORT_NOTES,
    ),
    "annotation.datasetsnapshot": Kind(
        lambda project: DatasetSnapshot.objects.filter(project=project),
        lambda row: _("du %(day)s") % {"day": f"{row.created_at:%d/%m/%Y}"},
        "annotation:dataset-detail", Permission.READ_NOTES,
    ),
    "privacy.exportrequest": Kind(
        lambda project: ExportRequest.objects.filter(project=project),
        lambda row: _("n° %(n)d") % {"n": row.number},
        "privacy:export-detail", Permission.SEE_EXPORTS,
    ),
    "privacy.study": Kind(
        lambda project: Study.objects.filter(project=project), lambda row: row.name,
        "privacy:study-detail", Permission.MANAGE_STUDIES,
    ),
    "worker.modelversion": Kind(
        lambda project: ModelVersion.objects.filter(project=project),
        lambda row: _("n° %(n)d") % {"n": row.number},
        "worker:model-detail", Permission.MANAGE_MODELS,
    ),
    "jobs.job": Kind(
        lambda project: Job.objects.filter(project=project), lambda row: row.title,
        "jobs:detail", Permission.RUN_JOBS,
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
    for one in _rows(Emergency.objects.filter(project=project), asked["accounts.emergency"]):
        found["accounts.emergency", str(one.pk)] = Named(_reason(one), "")
    people = User.objects.in_bulk([int(pk) for pk in asked["accounts.user"] if pk.isdecimal()])
    for person in people.values():
        found["accounts.user", str(person.pk)] = Named(person.display_name, "")
    return found


def _reason(emergency: Emergency) -> str:
    if reason_is_sealed(emergency):
        return emergency.reason
    return _("%(reason)s (ce n'est plus la raison qui a été scellée)") % {
        "reason": emergency.reason
    }


def _rows(rows: QuerySet[Any], ids: set[str]) -> list[Any]:
    if not ids:
        return []
    try:
        return list(rows.filter(pk__in=ids))
    except (ValidationError, ValueError):  # an id of another shape
        return []


def _url(project: Project, held: frozenset[Permission], kind: Kind, row: Model) -> str:
    if kind.permission is not None and kind.permission not in held:
        return ""
    return reverse(kind.page, args=[project.pk, kind.page_of(row)])
