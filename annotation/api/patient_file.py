"""The same label over a patient's notes: look first, then one gesture, then perhaps take it back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.api.layers import answer_of, body_of, own_layer, revision_of
from annotation.domain.labels import is_valid
from annotation.domain.ops import InvalidOpError
from annotation.domain.ops_json import parse_op, span_to_json
from annotation.selectors.patient_file import FileHit, Sought
from annotation.services.propagate_in_file import Place, Spread, propagate_in_file
from annotation.services.search_patient_file import search_patient_file
from annotation.services.take_back_in_file import take_back_in_file
from deidweb.accounts.permissions import signed_in


class PatientFileSearch(APIView):
    """POST {start, end, label, subtype} → {"hits": [...]}: the passage itself never is in an address."""

    def post(self, request: Request, project_id: UUID, layer_id: UUID) -> Response:
        layer = own_layer(request, project_id, layer_id)
        try:
            sought = _sought(body_of(request))
            hits = search_patient_file(actor=signed_in(request), layer=layer, sought=sought)
        except Exception as error:  # noqa: BLE001 - answer_of raises again what it doesn't know
            return answer_of(error, layer, request)
        return Response({"hits": [_hit_to_json(hit) for hit in hits]})


class PatientFileGesture(APIView):
    """POST with If-Match: {op, sought, places} marks, {op_id, undoes} takes back."""

    def post(self, request: Request, project_id: UUID, layer_id: UUID) -> Response:
        layer = own_layer(request, project_id, layer_id)
        try:
            if_match = revision_of(request)
            spread = _stored(request, layer, body_of(request), if_match)
        except Exception as error:  # noqa: BLE001 - answer_of raises again what it doesn't know
            return answer_of(error, layer, request)
        stored = spread.stored
        return Response({
            "rev": stored.rev, "op_id": str(stored.op_id), "saved_at": stored.saved_at.isoformat(),
            "duplicate": stored.duplicate, "notes": spread.notes, "spans": spread.spans,
        })  # fmt: skip


def _stored(request: Request, layer: Any, body: Any, if_match: int) -> Spread:
    actor = signed_in(request)
    if isinstance(body, dict) and "op" in body:
        return propagate_in_file(
            actor=actor, layer=layer, op=parse_op(body["op"]), sought=_sought(body.get("sought")),
            places=_places(body.get("places")), if_match=if_match,
        )  # fmt: skip
    return take_back_in_file(
        actor=actor, layer=layer, op_id=_uuid(body, "op_id"), undoes=_uuid(body, "undoes"),
        if_match=if_match,
    )  # fmt: skip


def _sought(value: Any) -> Sought:
    if not isinstance(value, dict):
        raise InvalidOpError("", _("un objet JSON est attendu"))
    label, subtype = value.get("label"), value.get("subtype", "")
    if not isinstance(label, str) or not isinstance(subtype, str) or not is_valid(label, subtype):
        raise InvalidOpError("label", _("étiquette inconnue"))
    return Sought(_offset(value, "start"), _offset(value, "end"), label, subtype)


def _places(values: Any) -> list[Place]:
    if not isinstance(values, list) or not all(isinstance(one, dict) for one in values):
        raise InvalidOpError("places", _("une liste est attendue"))
    return [
        Place(_uuid(one, "document"), _offset(one, "start"), _offset(one, "end")) for one in values
    ]


def _offset(value: dict[str, Any], field: str) -> int:
    found = value.get(field)
    if isinstance(found, bool) or not isinstance(found, int):
        raise InvalidOpError(field, _("un nombre entier est attendu"))
    return found


def _uuid(value: Any, field: str) -> UUID:
    found = value.get(field) if isinstance(value, dict) else None
    try:
        return UUID(found)
    except (TypeError, ValueError, AttributeError):
        raise InvalidOpError(field, _("un identifiant UUID est attendu")) from None


def _hit_to_json(hit: FileHit) -> dict[str, Any]:
    return {
        "document": str(hit.document.pk),
        "title": hit.document.title,
        "start": hit.start,
        "end": hit.end,
        "kind": hit.kind.value,
        "other": span_to_json(hit.other) if hit.other else None,
        "reason": hit.reason,
        "before": hit.before,
        "surface": hit.surface,
        "after": hit.after,
    }
