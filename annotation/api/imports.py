"""Imports for programs: the same service as the page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.forms.notes import ImportForm
from annotation.models import ImportBatch
from annotation.permissions import import_or_404
from annotation.services.start_import import start_import
from annotation.services.store_upload import ImportNotAcceptedError
from deidweb.accounts.models import User
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission


class ImportList(APIView):
    """POST multipart: `file`, `format` (jsonl or text), `gold` (true or false), `margins` (of PDFs: drop, ask or keep)."""

    parser_classes = [MultiPartParser]

    def post(self, request: Request, project_id: UUID) -> Response:
        user = signed_in(request)
        project = project_or_404(user, project_id, Permission.IMPORT_NOTES)
        form = ImportForm(request.POST, request.FILES)
        if not form.is_valid():
            return _refused(
                {name: [str(error) for error in errors] for name, errors in form.errors.items()}
            )
        try:
            batch = start_import(
                actor=user,
                project=project,
                upload=form.cleaned_data["file"],
                format_name=form.cleaned_data["format"],
                entities_are_gold=form.cleaned_data["gold"],
                margins=form.cleaned_data["margins"],
            )
        except ImportNotAcceptedError as refusal:
            return _refused({refusal.field: [refusal.reason]})
        return Response(_as_json(batch, user), status=201)


class ImportDetail(APIView):
    """State, progress, and the report of a refused file."""

    def get(self, request: Request, project_id: UUID, batch_id: UUID) -> Response:
        user = signed_in(request)
        return Response(_as_json(import_or_404(user, project_id, batch_id), user))


def _refused(fields: dict[str, list[str]]) -> Response:
    first = next(iter(fields.values()))[0]
    body = {"error": _("Import refusé : %(reason)s") % {"reason": first}, "fields": fields}
    return Response(body, status=422)


def _as_json(batch: ImportBatch, user: User) -> dict[str, Any]:
    """Names of an archive's members, which may be patients', only for who brought it, as on the page."""
    job = batch.job
    hidden = () if batch.created_by_id == user.pk else ("file",)
    return {
        "id": str(batch.pk),
        "state": batch.state,
        "format": batch.format,
        "size_bytes": batch.size_bytes,
        "sha256": batch.sha256,
        "documents": batch.document_count,
        "report": [
            {name: value for name, value in item.items() if name not in hidden}
            for item in batch.told_report
        ],
        "job": None
        if job is None
        else {"id": str(job.pk), "state": job.state, "percent": job.percent, "error": job.error},
        "url": reverse("annotation-api:import-detail", args=[batch.project_id, batch.pk]),
    }
