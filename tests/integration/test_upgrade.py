"""Installations that earlier commits have made (tests/data/old_installations) go on with today's code: nothing is lost, pages
open, work goes on.

Jobs run in the process that asks for them, pages answer to a client without a server: nothing waits for anything.
"""

from __future__ import annotations

import json
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

ARCHIVES = Path(__file__).resolve().parents[1] / "data" / "old_installations"
RELEASES = [
    pytest.param(path.name, marks=[pytest.mark.postgresql] if "postgresql" in path.name else [])
    for path in sorted(ARCHIVES.glob("*.tar.gz"))
]
TOLD = """
import json
from annotation.models import *
from deidweb.accounts.models import Membership
from deidweb.audit.models import AuditEntry
from privacy.models import ExportRequest, LedgerCharge
from privacy.selectors.export_files import file_sha256
from worker.models import ModelVersion
export = ExportRequest.objects.get()
assert file_sha256(export) == export.sha256
print(json.dumps({
    "notes": sorted([n.external_id, n.sha256, n.state, str(n.pk)] for n in Document.objects.all()),
    "patients": sorted(p.external_id for p in Patient.objects.all()),
    "gold": sorted([s.layer.document.external_id, s.start, s.end, s.label, s.subtype, s.surface]
                   for s in LayerSpan.objects.filter(layer__kind="gold").select_related("layer__document")),
    "suggested": LayerSpan.objects.filter(layer__kind="suggestion").count(),
    "layers": Layer.objects.count(),
    "import": ImportBatch.objects.get().file_name,
    "export": [export.state, export.sha256],
    "charges": LedgerCharge.objects.count(),
    "dataset": DatasetSnapshot.objects.get().content_sha256,
    "model": [ModelVersion.objects.get().state, ModelVersion.objects.get().content_hash],
    "members": sorted(f"{m.user.username} {m.role}" for m in Membership.objects.select_related("user")),
    "journal": AuditEntry.objects.count(),
}))
"""
IDENTITIES = """
import json
from annotation.models import Patient
from annotation.selectors.identities import identities_of
known = identities_of(Patient.objects.values_list("pk", flat=True))
print(json.dumps(sorted(identity.ipp for identity in known.values())))
"""
# one object of each kind that has a page of its own, and the pages that list them
WALK = """
from django.test import Client
from django.urls import reverse
from annotation.models import *
from deidweb.accounts.models import Project, User
from deidweb.jobs.models import Job
from privacy.models import ExportRequest, Study
from worker.models import ModelVersion
project = Project.objects.get()
LISTS = {
    "admin": ["project", "annotation:document-list", "annotation:dashboard", "annotation:dataset-list", "annotation:work",
              "privacy:preview", "privacy:export-list", "icdcoder:export-list", "worker:model-list", "worker:drift", "worker:search",
              "worker:trial", "jobs:list", "members:list", "members:review"],
    "steward": ["annotation:document-list", "privacy:export-list", "privacy:study-list", "privacy:ledger"],
    "auditrice": ["audit:journal", "audit:review", "privacy:export-list"],
    "lectrice": ["annotation:document-list", "annotation:dashboard", "worker:trial"],
}
DETAILS = {
    "admin": [("annotation:import-detail", ImportBatch), ("annotation:dataset-detail", DatasetSnapshot),
              ("privacy:export-detail", ExportRequest), ("worker:model-detail", ModelVersion)],
    "steward": [("privacy:export-detail", ExportRequest), ("privacy:study-detail", Study)],
    "lectrice": [],
    "auditrice": [],
}
opened = 0
for name, lists in LISTS.items():
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(User.objects.get(username=name), backend="deidweb.accounts.throttle.ThrottledBackend")
    addresses = ["/"] + [reverse(one, args=[project.pk]) for one in lists]
    addresses += [reverse(one, args=[project.pk, model.objects.get().pk]) for one, model in DETAILS[name]]
    if name != "auditrice":
        addresses += [reverse("annotation:document-detail", args=[project.pk, note.pk]) for note in Document.objects.all()]
    if name == "admin":
        addresses += [reverse("jobs:detail", args=[project.pk, job.pk]) for job in Job.objects.all()]
    for address in addresses:
        answer = client.get(address, follow=True)  # a project leads on
        assert answer.status_code == 200, (name, address, answer.status_code)
        opened += 1
print(opened)
"""
RUN_ALL = """
from deidweb.jobs.models import Job
from worker.tasks import run_job
for _round in range(5):
    for job in Job.objects.filter(state="queued").order_by("created_at"):
        run_job(str(job.pk))
left = list(Job.objects.exclude(state="done").values_list("kind", "state", "error"))
assert not left, left
"""
# another note of a patient who is known, under the sealed number; who reads on, and a note that is new
IMPORT = """
import json
from django.core.files.uploadedfile import SimpleUploadedFile
from annotation.services.start_import import start_import
from deidweb.accounts.models import Project, User
line = {"id": "note-new", "text": "Madame QUIRLIMONT Ylzebethe, revue le 09/03/2020 à Beaune.", "doc_type": "CRH",
        "patient": {"id": "patient-0", "last_name": ["Quirlimont"]}}
start_import(actor=User.objects.get(username="admin"), project=Project.objects.get(), format_name="jsonl",
             upload=SimpleUploadedFile("n.jsonl", json.dumps(line).encode()))
"""
ANNOTATE = """
from annotation.models import Document, Layer, Patient
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from deidweb.accounts.models import User
assert Patient.objects.count() == 3
reader = User.objects.get(username="lectrice")
begun = Layer.objects.get(kind="annotator", state="open", document__external_id="note-4")
new = start_annotation(actor=reader, document=Document.objects.get(external_id="note-new"))
for layer in (begun, new):
    assert submit_layer(actor=reader, layer=layer, if_match=layer.rev).gold is not None
"""
EXPORT = """
from datetime import date
from decimal import Decimal
from annotation.services.build_snapshot import Order, request_snapshot
from deidweb.accounts.models import Project, User
from privacy.domain.export_order import ExportOrder
from privacy.models import Study
from privacy.services.request_export import request_export
project, admin = Project.objects.get(), User.objects.get(username="admin")
request_snapshot(actor=admin, project=project, order=Order(seed=1))
order = ExportOrder(epsilon=Decimal("2"), reference_date=date(2026, 1, 1), scope="gold")
request_export(actor=admin, project=project, study=Study.objects.get(), order=order)
"""
BUILT = """
import json
from annotation.models import DatasetSnapshot
from privacy.models import ExportRequest
from privacy.services.open_released import open_released
old, new = ExportRequest.objects.order_by("number")
with open_released(old) as file:  # as a download does
    lines = file.read().count(b"\\n")
print(json.dumps([lines, new.state in ("built", "quarantined"), new.document_count, DatasetSnapshot.objects.count()]))
"""


@pytest.fixture(params=RELEASES)
def upgraded(request, make_stack):
    """(the installation after `migrate`, what it had told before)."""
    database = "postgresql" if "postgresql" in request.param else "sqlite"
    stack = make_stack(database, is_empty=True)
    with tarfile.open(ARCHIVES / request.param) as archive:
        archive.extractall(stack.folder)  # our own; Python 3.11.2 knows no filter
    sql = (stack.folder / "database.sql").read_text(encoding="utf-8")
    if address := stack.environment["DATABASE_URL"]:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(
                "\n".join(one for one in sql.splitlines() if not one.startswith("\\"))
            )
    else:
        with closing(sqlite3.connect(stack.folder / "var" / "db.sqlite3")) as connection:
            connection.executescript(sql)
    stack.manage("migrate", "--verbosity=0")
    return stack, json.loads((stack.folder / "told.json").read_text())


def test_nothing_is_lost_and_work_goes_on(upgraded):
    stack, before = upgraded
    after = json.loads(stack.run(TOLD))
    assert after == before
    assert json.loads(stack.run(IDENTITIES)) == ["8003456100", "8003456110", "8003456120"]
    assert "Chaîne intacte" in stack.manage("verify_audit")
    stack.manage("backfill")
    stack.run(RUN_ALL)  # what workers queue when they start
    assert int(stack.run(WALK)) > 50
    stack.run(IMPORT)
    stack.run(RUN_ALL)
    stack.run(ANNOTATE)
    stack.run(EXPORT)
    stack.run(RUN_ALL)
    assert json.loads(stack.run(BUILT)) == [8, True, 6, 2]
    assert "Chaîne intacte" in stack.manage("verify_audit")


def test_the_archives_are_small_and_cover_both_databases():
    names = {path.name: path.stat().st_size for path in ARCHIVES.glob("*.tar.gz")}
    assert {name.rpartition("-")[2] for name in names} == {"sqlite.tar.gz", "postgresql.tar.gz"}
    assert max(names.values()) < 200_000
