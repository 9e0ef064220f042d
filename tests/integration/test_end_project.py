"""The end of a project: nothing of its patients is left, in the database's file or beside it."""

from __future__ import annotations

import json
import sqlite3

import pytest

from tests.integration import scenario
from tests.integration.test_no_personal_data_outside import GOOD, hits

IMPORT = """
from django.core.files.uploadedfile import SimpleUploadedFile
from annotation.services.start_import import start_import
from deidweb.accounts.models import Project, User
start_import(actor=User.objects.get(username="admin"), project=Project.objects.get(), format_name="jsonl",
             upload=SimpleUploadedFile("QUIRLICANARI.jsonl", {content!r}.encode()))
"""


@pytest.fixture
def stack(make_stack):
    stack = make_stack()
    stack.environment["DEIDWEB_STUDY_KEY_DIR"] = str(stack.folder / "var" / "keys" / "studies")
    stack.start_worker("w")
    stack.start_beat()
    stack.run(scenario.setup())
    stack.run(IMPORT.format(content=GOOD))
    stack.wait("Document.objects.filter(state='preannotated').count() == 26", 60)
    stack.run(scenario.EXPORT)
    stack.wait("not Job.objects.exclude(state='done').exists()", 60)
    return stack


def test_nothing_is_left_and_a_certificate_says_so(stack):
    project = stack.query("str(Project.objects.get().pk)")
    assert list((stack.folder / "var" / "keys" / "identities").glob(f"{project}.1.key"))
    foreseen = json.loads(stack.manage("end_project", project).splitlines()[0])
    assert (foreseen["notes"], foreseen["export_files"], foreseen["study_keys"]) == (26, 1, 1)
    assert stack.query("Document.objects.count()") == 26
    with pytest.raises(AssertionError, match="nom du projet"):
        stack.manage("end_project", project, "--name", "Autre")

    said = stack.manage("end_project", project, "--name", "Essai")
    certificate = json.loads(said.splitlines()[0])
    assert (certificate["notes"], certificate["left"]) == (26, 0)
    for path in (stack.folder / "var").rglob("*"):
        assert hits(path.name) == []
        if path.is_file() and "cim10" not in path.parts:
            assert hits(path.read_bytes().decode("utf-8", "replace")) == [], path.name
    with sqlite3.connect(stack.folder / "var" / "db.sqlite3") as rows:
        (kept,) = rows.execute("select count(*) from privacy_ledgercharge").fetchone()
        (audit,) = rows.execute("select count(*) from audit_auditentry").fetchone()
    assert kept > 0, "what was spent stays spent"
    assert audit > 0
    for kind in ("studies", "identities"):
        assert not list((stack.folder / "var" / "keys" / kind).glob("[0-9a-f]*-*.key"))
    assert "Chaîne intacte" in stack.manage("verify_audit")


def test_a_project_that_works_is_not_ended(make_stack):
    stack = make_stack()
    stack.run(scenario.setup())  # its import waits: no worker runs
    project = stack.query("str(Project.objects.get().pk)")
    with pytest.raises(AssertionError, match="travaux"):
        stack.manage("end_project", project, "--name", "Essai")
