"""Canaries: strings of a note and of a file name are searched for wherever they must not be."""

from __future__ import annotations

import json
import sqlite3

import pytest

from tests.integration.stack import Stack

CANARIES = ("QUIRLICANARI", "Ylzebeth", "9988776655443")
SETUP = """
from django.core.files.uploadedfile import SimpleUploadedFile
from deidweb.accounts.models import Membership, Project, User
from annotation.services.create_project_labels import create_project_labels
from annotation.services.start_import import start_import
project = Project.objects.create(name="Essai")
create_project_labels(project)
admin = User.objects.create_user("admin", password="pw-for-tests-only")
steward = User.objects.create_user("steward", password="pw-for-tests-only")
Membership.objects.create(user=admin, project=project, role="admin")
Membership.objects.create(user=steward, project=project, role="steward")
for name, content in {files!r}:
    start_import(actor=admin, project=project, format_name="jsonl",
                 upload=SimpleUploadedFile(name, content.encode()))
"""
GOOD = json.dumps(
    {
        "id": "n1",
        "text": "Mme QUIRLICANARI Ylzebeth, née le 03/04/1950, IPP 9988776655443. HTA.",
        "patient": {"id": "p1", "last_name": ["QUIRLICANARI"], "ipp": "9988776655443"},
    }
)
BAD = json.dumps({"id": "n2", "text": "Mme QUIRLICANARI", "entities": [{"start": 90, "end": 95}]})
# Where the person's own words belong: the notes, the span's safeguard copy and the ops.
ALLOWED = {"annotation_document", "annotation_layerspan", "annotation_spanop"}


@pytest.fixture(scope="module")
def stack(tmp_path_factory):
    installation = Stack(tmp_path_factory.mktemp("canary") / "it")
    installation.start_worker("w")
    installation.start_beat()
    files = [("QUIRLICANARI_Ylzebeth.jsonl", GOOD), ("autre.jsonl", BAD)]
    installation.run(SETUP.format(files=files))
    installation.wait("Document.objects.filter(state='preannotated').count() == 1", 60)
    installation.wait("Job.objects.filter(state='failed').count() == 1", 30)
    yield installation
    installation.stop()


def hits(text: str) -> list[str]:
    return [canary for canary in CANARIES if canary.casefold() in text.casefold()]


def test_no_canary_in_the_logs_the_broker_or_any_file_name(stack):
    assert hits(stack.logs()) == []
    for path in stack.folder.rglob("*"):
        assert hits(path.name) == []
        if path.is_file() and "broker" in path.parts:
            assert hits(path.read_text(errors="replace")) == []


def test_no_canary_in_any_table_but_those_of_the_notes(stack):
    connection = sqlite3.connect(stack.folder / "var" / "db.sqlite3")
    tables = [
        name
        for (name,) in connection.execute(
            "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
        )
    ]
    assert "jobs_job" in tables
    found = {
        table
        for table in tables
        for row in connection.execute(f'select * from "{table}"')
        if hits(repr(row))
    }
    assert found <= ALLOWED
    assert "annotation_document" in found, "the search itself works"


def test_the_upload_is_gone_after_the_import(stack):
    assert list((stack.folder / "var" / "imports").iterdir()) == []
