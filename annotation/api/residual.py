"""The check before a note is done: what is found, and the reasons for what stays."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.api.layers import answer_of, body_of, own_layer
from annotation.domain.ops import InvalidOpError
from annotation.models import Layer
from annotation.presentation.residues import residue_to_json
from annotation.selectors.residues import Residue
from annotation.services.check_residues import check_residues
from annotation.services.explain_residues import Explanation, explain_residues
from deidweb.accounts.permissions import signed_in


class LayerResidual(APIView):
    """GET: {"findings": […]}. POST {"reasons": [{document, kind, start, end, reason, words}]}."""

    def get(self, request: Request, project_id: UUID, layer_id: UUID) -> Response:
        layer = own_layer(request, project_id, layer_id)
        residues = check_residues(actor=signed_in(request), layer=layer)
        return _answer(residues, layer)

    def post(self, request: Request, project_id: UUID, layer_id: UUID) -> Response:
        layer = own_layer(request, project_id, layer_id)
        try:
            residues = explain_residues(
                actor=signed_in(request), layer=layer, explanations=_read(body_of(request))
            )
        except Exception as error:  # noqa: BLE001 - answer_of raises again what it doesn't know
            return answer_of(error, layer, request)
        return _answer(residues, layer)


def _answer(residues: list[Residue], layer: Layer) -> Response:
    return Response({"findings": [residue_to_json(one, layer) for one in residues]})


def _read(body: Any) -> list[Explanation]:
    reasons = body.get("reasons") if isinstance(body, dict) else None
    if not isinstance(reasons, list):
        raise InvalidOpError("reasons", "une liste est attendue")
    return [_explanation(item, f"reasons[{index}]") for index, item in enumerate(reasons)]


def _explanation(item: Any, field: str) -> Explanation:
    if not isinstance(item, dict):
        raise InvalidOpError(field, "un objet JSON est attendu")
    try:
        document_id = UUID(str(item.get("document")))
    except ValueError:
        raise InvalidOpError(f"{field}.document", "un identifiant UUID est attendu") from None
    kind, reason, words = (_text(item, field, name) for name in ("kind", "reason", "words"))
    start, end = (_number(item, field, name) for name in ("start", "end"))
    return Explanation(document_id, kind, start, end, reason, words)


def _text(item: dict[str, Any], field: str, name: str) -> str:
    value = item.get(name, "")
    if not isinstance(value, str) or "\0" in value:
        raise InvalidOpError(f"{field}.{name}", "une chaîne de caractères est attendue")
    return value


def _number(item: dict[str, Any], field: str, name: str) -> int:
    value = item.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidOpError(f"{field}.{name}", "un nombre entier est attendu")
    return value
