"""The note as the canvas reads it (docs/annotation-protocol.md, "Page payload")."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from django.urls import reverse
from django.utils.crypto import salted_hmac

from annotation.domain.ops_json import span_to_json
from annotation.models import Document, Layer, LayerSpan, ProjectLabel, SpanOp
from annotation.selectors.documents import QueuePlace
from annotation.selectors.spans import state_of
from deidweb.accounts.models import User
from deidweb.sentences import localised


def note_payload(
    document: Document, layer: Layer | None, *, read_only: bool, place: QueuePlace, reader: User
) -> dict[str, Any]:
    """`layer` is what the page shows: the person's own, a gold version, or nothing."""
    spans = _spans(layer)
    own = layer is not None and layer.kind == Layer.Kind.ANNOTATOR
    return {
        "document": str(document.pk),
        "layer": str(layer.pk) if layer else None,
        "rev": layer.rev if layer else 0,
        "readOnly": read_only,
        "state": layer.state if layer else Layer.State.OPEN.value,
        "sha256": document.sha256,
        "text": document.text,
        "caretHint": "",
        "labels": _labels(document),
        "spans": spans,
        "me": str(reader.pk),
        "people": _people(spans),
        "queueKey": _queue_key(layer, reader) if layer and own and not read_only else None,
        "ops": ops_since(layer, 0) if layer and own and not read_only else [],
        "urls": _urls(document, layer, place),
    }


def _queue_key(layer: Layer, reader: User) -> str:
    """Seals what waits in the browser when it is closed while offline: 256 bits, base64.

    Only the server can make it, and it does for this person and this layer: another person's
    browser session cannot open the queue, nor can who finds the disk.
    """
    digest = salted_hmac("annotation.queue", f"{reader.pk}:{layer.pk}", algorithm="sha256").digest()
    return b64encode(digest).decode()


def ops_since(layer: Layer, rev: int) -> list[dict[str, Any]]:
    """The layer's ops after revision `rev`, oldest first."""
    ops = SpanOp.objects.filter(layer=layer, rev__gt=rev).order_by("rev")
    return [
        {
            "op_id": str(op.op_id),
            "kind": op.kind,
            "changes": op.changes,
            "undoes": str(op.undoes) if op.undoes else None,
            "gesture": str(op.gesture) if op.gesture else None,
            "rev": op.rev,
        }
        for op in ops
    ]


def _labels(document: Document) -> list[Any]:
    rows = ProjectLabel.objects.filter(project=document.project_id, enabled=True)
    labels = rows.values("label", "subtype", "name", "colour", "key", "guideline")
    # The words a project starts with are translated; those that somebody wrote stay.
    return [
        label | {word: localised(label[word]) for word in ("name", "guideline")} for label in labels
    ]


def _spans(layer: Layer | None) -> list[dict[str, Any]]:
    if layer is None:
        return []
    rows = LayerSpan.objects.filter(layer=layer).order_by("start", "-end", "pk")
    return [span_to_json(state_of(row)) for row in rows]


def _people(spans: list[dict[str, Any]]) -> dict[str, str]:
    """Names of those who signed a span: `{"7": "Anne Roy"}`."""
    sources = {span["source"] for span in spans}
    numbers = {source.removeprefix("user:") for source in sources if source.startswith("user:")}
    # An imported source may say anything: only what can be a number of ours is looked up.
    known = User.objects.filter(pk__in=[n for n in numbers if n.isdecimal() and len(n) < 10])
    return {str(person.pk): person.display_name for person in known}


def _urls(document: Document, layer: Layer | None, place: QueuePlace) -> dict[str, str | None]:
    project = document.project_id

    def note(pk: object) -> str | None:
        return reverse("annotation:document-detail", args=[project, pk]) if pk else None

    def api(name: str) -> str:
        return reverse(f"annotation-api:{name}", args=[project, layer.pk]) if layer else ""

    return {
        "ops": api("layer-ops"),
        "submit": api("layer-submit"),
        "residual": api("layer-residual"),
        "who": reverse("annotation-api:me", args=[project]),
        "file": api("patient-file") if layer and document.patient_id else "",
        "fileSearch": api("patient-file-search") if layer and document.patient_id else "",
        "next": note(place.next),
        "previous": note(place.previous),
        "exit": reverse("annotation:document-list", args=[project]),
    }
