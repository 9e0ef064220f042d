"""Reads: registers, one export, who may decide, which note to preview."""

from __future__ import annotations

from functools import cache
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from annotation.models import Document, Layer
from deidweb.accounts.models import Membership, Project, User
from deidweb.accounts.roles import Permission, roles_with
from privacy.domain.places.geography import REGIONS
from privacy.domain.tables import default_tables
from privacy.models import ExportRequest, Study


def exports_of(project: Project) -> QuerySet[ExportRequest]:
    """The register, newest first."""
    return ExportRequest.objects.filter(project=project).select_related(
        "study", "requested_by", "decided_by", "job"
    )


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


def studies_of(project: Project) -> QuerySet[Study]:
    """Studies that a new export may join."""
    return Study.objects.filter(project=project, destroyed_at=None)


def studies_and_exports(project: Project) -> QuerySet[Study]:
    """Every study, with `export_count`."""
    return Study.objects.filter(project=project).annotate(export_count=Count("exports"))


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


def deciders(export: ExportRequest) -> list[User]:
    """People who may decide this export: never its requester."""
    memberships = Membership.objects.filter(
        project=export.project_id, role__in=roles_with(Permission.DECIDE_EXPORT)
    ).exclude(user=export.requested_by_id)
    return list(
        User.objects.filter(pk__in=memberships.values("user"), is_active=True).order_by("username")
    )


def previewable(user: User, project: Project) -> QuerySet[Document]:
    """Notes with something to substitute: a gold version or a suggestion layer."""
    layers = Layer.objects.filter(
        document=OuterRef("pk"), kind__in=(Layer.Kind.GOLD, Layer.Kind.SUGGESTION)
    )
    return Document.objects.visible_to(user).filter(Exists(layers), project=project)


def note_to_preview(
    user: User, project: Project, *, document_id: UUID | None = None, position: int | None = None
) -> Document | None:
    """The asked note (Http404 when it is not there), else the first gold one, else the newest."""
    notes = previewable(user, project).select_related("patient")
    if document_id is not None or position is not None:
        wanted = Q(pk=document_id) if document_id is not None else Q(position=position)
        found = notes.filter(wanted).first()
        if found is None:
            raise Http404
        return found
    gold = notes.filter(state=Document.State.GOLD).order_by("position").first()
    return gold or notes.order_by("-position").first()


def neighbours(user: User, project: Project, document: Document) -> tuple[UUID | None, UUID | None]:
    """The previewable notes before and after this one."""
    notes = previewable(user, project)
    before = (
        notes.filter(position__lt=document.position)
        .order_by("-position")
        .values_list("pk", flat=True)
    )
    after = (
        notes.filter(position__gt=document.position)
        .order_by("position")
        .values_list("pk", flat=True)
    )
    return before.first(), after.first()


@cache
def _areas() -> tuple[tuple[str, str], ...]:
    communes = default_tables().atlas.communes
    region_names = {commune.region: commune.region_name for commune in communes}
    codes: dict[str, str] = {}
    for code, insee in REGIONS.items():
        codes.setdefault(insee, code)
    regions = sorted(
        (f"FR-{code}", region_names[insee])
        for insee, code in codes.items()
        if insee in region_names
    )
    departments = sorted(
        {(f"FR-{c.department}", f"{c.department} {c.department_name}") for c in communes}
    )
    return (*sorted(regions, key=lambda pair: pair[1]), *departments)


def area_choices() -> list[tuple[str, str]]:
    """Areas that a policy may declare public: France, then regions, then departments."""
    return [("FR", _("France entière")), *_areas()]
