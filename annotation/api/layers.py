"""What the canvas posts: ops and the submission (docs/annotation-protocol.md)."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.domain.ops import InvalidOpError
from annotation.domain.ops_json import parse_op
from annotation.models import Layer
from annotation.permissions import layer_or_404
from annotation.presentation.canvas import ops_to_json
from annotation.presentation.residues import residue_to_json
from annotation.selectors.canvas import ops_since
from annotation.services.apply_op import OpRefusedError, StaleRevisionError, apply_layer_op
from annotation.services.check_residues import ResidualError
from annotation.services.renew_lease import beat
from annotation.services.start_annotation import start_next
from annotation.services.submit_layer import submit_layer
from deidweb.accounts.permissions import signed_in
from deidweb.accounts.roles import Permission
from deidweb.sentences import localised

_ETAG = re.compile(r'\s*(?:W/)?"(\d{1,9})"\s*')


class _RevisionError(Exception):
    """`If-Match` is missing (428) or no revision (422)."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class LayerOps(APIView):
    """GET ?since=rev: the ops after it. POST one op with If-Match."""

    def get(self, request: Request, project_id: UUID, layer_id: UUID) -> Response:
        layer = own_layer(request, project_id, layer_id)
        since = request.query_params.get("since", "0")
        if not since.isdecimal() or len(since) > 9:
            return _refused(422, _("Un numéro de révision est attendu."), field="since")
        return Response({"rev": layer.rev, "ops": ops_to_json(ops_since(layer, int(since)))})

    def post(self, request: Request, project_id: UUID, layer_id: UUID) -> Response:
        layer = own_layer(request, project_id, layer_id)
        try:
            if_match = revision_of(request)
            op = parse_op(body_of(request))
            stored = apply_layer_op(actor=signed_in(request), layer=layer, op=op, if_match=if_match)
        except Exception as error:  # noqa: BLE001 - answer_of raises again what it doesn't know
            return answer_of(error, layer, request)
        body: dict[str, Any] = {
            "rev": stored.rev,
            "op_id": str(stored.op_id),
            "saved_at": stored.saved_at.isoformat(),
        }
        return Response(body | {"duplicate": True} if stored.duplicate else body)


class LayerSubmit(APIView):
    """Makes the note gold and hands out the next one, begun for this person; who corrects a note stays on it."""

    def post(self, request: Request, project_id: UUID, layer_id: UUID) -> Response:
        layer = own_layer(request, project_id, layer_id)
        user = signed_in(request)
        try:
            submission = submit_layer(actor=user, layer=layer, if_match=revision_of(request))
        except Exception as error:  # noqa: BLE001 - answer_of raises again what it doesn't know
            return answer_of(error, layer, request)
        if submission.corrects:
            messages.success(request, _("Correction validée."))
            following: Layer | None = layer
        else:
            following = start_next(actor=user, project=layer.document.project)
        url = None
        if following is not None:
            url = reverse("annotation:document-detail", args=[project_id, following.document_id])
        gold = submission.gold.version if submission.gold else None
        return Response({"next": url, "gold": gold})


class LayerBeat(APIView):
    """A sign of life while somebody works on the note: counts time, prolongs the lease."""

    def post(self, request: Request, project_id: UUID, layer_id: UUID) -> Response:
        layer = own_layer(request, project_id, layer_id)
        return Response({"seconds": beat(actor=signed_in(request), layer=layer)})


def own_layer(request: Request, project_id: UUID, layer_id: UUID) -> Layer:
    """The person's own layer: 404 for strangers, 403 for anybody else's."""
    user = signed_in(request)
    layer = layer_or_404(user, project_id, layer_id, Permission.ANNOTATE)
    if layer.kind != Layer.Kind.ANNOTATOR or layer.author_id != user.pk:
        raise PermissionDenied
    return layer


def revision_of(request: Request) -> int:
    """What `If-Match` says; answer_of knows what is raised without it."""
    given = request.headers.get("If-Match")
    if not given:
        raise _RevisionError(428, _("La révision attendue (If-Match) manque."))
    read = _ETAG.fullmatch(given)
    if read is None:
        raise _RevisionError(422, _("La révision attendue (If-Match) est illisible."))
    return int(read[1])


def body_of(request: Request) -> Any:
    """The JSON sent; InvalidOpError when it is none."""
    try:
        return request.data
    except ParseError:
        raise InvalidOpError("", _("le JSON envoyé est illisible")) from None


def _since(request: Request) -> int:
    read = _ETAG.fullmatch(request.headers.get("If-Match", ""))
    return int(read[1]) if read else 0


def answer_of(error: Exception, layer: Layer, request: Request) -> Response:
    """The protocol's status and body for a refused write."""
    match error:
        case _RevisionError():
            return _refused(error.status, str(error), field="If-Match")
        case InvalidOpError():
            message = _("Modification refusée : %(reason)s.") % {"reason": localised(error.reason)}
            return _refused(422, message, field=error.field)
        case ResidualError():
            findings = [residue_to_json(residue, layer) for residue in error.open]
            return _refused(422, str(error), field="residual", findings=findings)
        case StaleRevisionError():
            missed = ops_to_json(ops_since(layer, _since(request)))
            return _refused(412, str(error), rev=error.rev, missed=missed)
        case OpRefusedError():
            missed = ops_to_json(ops_since(layer, _since(request)))
            spans = [str(span) for span in error.spans]
            return _refused(409, str(error), rev=error.rev, missed=missed, spans=spans)
    raise error


def _refused(status: int, message: str, **fields: Any) -> Response:
    return Response({"error": message, **fields}, status=status)
