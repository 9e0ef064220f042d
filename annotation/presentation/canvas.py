"""The note as the canvas reads it (docs/annotation-protocol.md, "Page payload")."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.crypto import salted_hmac

from annotation.domain.ops_json import span_to_json
from annotation.domain.table_lines import table_lines
from annotation.models import Document, Layer, ProjectLabel, SpanOp
from annotation.presentation.label_names import label_name, mark_of
from annotation.presentation.note_blocks import table_class
from annotation.presentation.rule_words import words_of_rules
from annotation.selectors.canvas import CanvasNote
from annotation.selectors.documents import QueuePlace
from deidweb.accounts.models import User
from deidweb.sentences import localised


def canvas_payload(
    note: CanvasNote, *, read_only: bool, place: QueuePlace, reader: User
) -> dict[str, Any]:
    """The JSON object of the page."""
    document, layer = note.document, note.layer
    own = layer is not None and layer.kind == Layer.Kind.ANNOTATOR
    return {
        "document": str(document.pk),
        "layer": str(layer.pk) if layer else None,
        "rev": layer.rev if layer else 0,
        "readOnly": read_only,
        "state": layer.state if layer else Layer.State.OPEN.value,
        "sha256": document.sha256,
        "text": document.text,
        "tables": [[one.first, one.past, table_class(one)] for one in table_lines(document.text)],
        "caretHint": "",
        "labels": [_label(label, note.uses.get(label.subtype, 0)) for label in note.labels],
        "spans": [span_to_json(span) for span in note.spans],
        "me": str(reader.pk),
        "people": dict(note.people),
        "rules": words_of_rules(),
        "queueKey": _queue_key(layer, reader) if layer and own and not read_only else None,
        "ops": ops_to_json(note.ops),
        "urls": _urls(document, layer, place),
    }


def _queue_key(layer: Layer, reader: User) -> str:
    """Seals what waits in the browser when it is closed while offline: 256 bits, base64.

    Only the server can make it, and it does for this person and this layer: another person's
    browser session cannot open the queue, nor can who finds the disk.
    """
    digest = salted_hmac("annotation.queue", f"{reader.pk}:{layer.pk}", algorithm="sha256").digest()
    return b64encode(digest).decode()


def ops_to_json(ops: Iterable[SpanOp]) -> list[dict[str, Any]]:
    """Ops as the canvas reads them."""
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


def _label(label: ProjectLabel, uses: int) -> dict[str, str | int]:
    """The words a project starts with are translated; those that somebody wrote stay."""
    return {
        "label": label.label,
        "subtype": label.subtype,
        "name": localised(label.name),
        "mark": mark_of(label.label, label.subtype),
        "family": label_name(label.label),
        "colour": label.colour,
        "key": label.key,
        "guideline": localised(label.guideline),
        "uses": uses,
    }


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
