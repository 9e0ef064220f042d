"""Notes as JSON, for programs."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.domain.ops_json import span_to_json
from annotation.models import Document, Layer
from annotation.permissions import document_or_404
from annotation.selectors.documents import DocumentFilters, document_page
from annotation.selectors.in_force import layer_in_force
from annotation.selectors.spans import rows_of, state_of
from deidweb.accounts.permissions import project_or_404, signed_in
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record


class DocumentList(APIView):
    """?state=&type=&sort=&page=: fifty notes a page, without their texts."""

    def get(self, request: Request, project_id: UUID) -> Response:
        user = signed_in(request)
        project = project_or_404(user, project_id, Permission.READ_NOTES)
        query = request.query_params
        filters = DocumentFilters(
            state=query.get("state", ""),
            doc_type=query.get("type", ""),
            sort=query.get("sort", "position"),
        )
        page = document_page(user, project, filters, query.get("page", "1"))
        return Response(
            {
                "count": page.paginator.count,
                "page": page.number,
                "pages": page.paginator.num_pages,
                "results": [_summary(document) for document in page],
            }
        )


class DocumentDetail(APIView):
    """The note, its gold spans, else its newest suggestion."""

    def get(self, request: Request, project_id: UUID, document_id: UUID) -> Response:
        user = signed_in(request)
        document = document_or_404(user, project_id, document_id)
        record("note.read", actor=user, project=project_id, target=document)
        layer = layer_in_force(document)
        body = _summary(document) | {"text": document.text, "sha256": document.sha256}
        return Response(body | {"layer": _layer(layer)})


def _summary(document: Document) -> dict[str, Any]:
    return {
        "id": str(document.pk),
        "external_id": document.external_id,
        "position": document.position,
        "type": document.doc_type,
        "date": document.doc_date.isoformat() if document.doc_date else None,
        "state": document.state,
        "url": reverse("annotation:document-detail", args=[document.project_id, document.pk]),
    }


def _layer(layer: Layer | None) -> dict[str, Any] | None:
    if layer is None:
        return None
    return {
        "id": str(layer.pk),
        "kind": layer.kind,
        "version": layer.version,
        "engine": layer.engine_version,
        "spans": [span_to_json(state_of(row)) for row in rows_of(layer).values()],
    }
