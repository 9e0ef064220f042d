"""Notes, layers and imports for the annotation tests. All people are invented."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.domain.spans import Span
from annotation.domain.text import text_sha256
from annotation.models import Document, Layer
from annotation.services.create_project_labels import create_project_labels
from annotation.services.store_suggestions import store_suggestions, suggested

TEXT = "Mme Durand, née à Dijon, a été vue le 12/02/2020."
#       0123456789
NAME = Span(4, 10, "PER", "NOM", 0.9, "rule:civility")
CITY = Span(18, 23, "LOC", "VILLE", 0.8, "rule:birth-place")
DAY = Span(38, 48, "DATE", "DATE", 0.7, "rule:date")


@pytest.fixture
def labels(project):
    create_project_labels(project)


@pytest.fixture
def make_note(project, labels) -> Callable[..., Document]:
    """make_note(text, spans) → a note, pre-annotated when spans are given."""

    def make(text: str = TEXT, spans: list[Span] | None = None, **fields: Any) -> Document:
        owner = fields.pop("project", project)
        number = Document.objects.filter(project=owner).count() + 1
        document = Document.objects.create(
            project=owner,
            external_id=fields.pop("external_id", f"n{number}"),
            position=number,
            text=text,
            sha256=text_sha256(text),
            **fields,
        )
        if spans is not None:
            store_suggestions([suggested(document, spans)], engine_version="rules-1")
            document.refresh_from_db()
        return document

    return make


@pytest.fixture
def note(make_note) -> Document:
    return make_note(TEXT, [NAME, CITY, DAY])


@pytest.fixture
def layer(note, annotator) -> Layer:
    """The annotator's open layer on `note`."""
    from annotation.services.start_annotation import start_annotation

    return start_annotation(actor=annotator, document=note)


@pytest.fixture
def jsonl() -> Callable[..., SimpleUploadedFile]:
    """jsonl({"id": "n1", "text": "…"}, …) → an upload."""

    def make(*records: Any, name: str = "notes.jsonl") -> SimpleUploadedFile:
        lines = [r if isinstance(r, bytes) else json.dumps(r).encode() for r in records]
        return SimpleUploadedFile(name, b"\n".join(lines) + b"\n")

    return make


@pytest.fixture(autouse=True)
def import_dir(settings, tmp_path):
    settings.IMPORT_DIR = tmp_path / "imports"
    return settings.IMPORT_DIR
