"""A database of the time when identities lay in clear: after `migrate` its file holds none, and all are found.

Today's tables are led back there, as one who goes back to an earlier release would."""

from __future__ import annotations

import json

import pytest

OLD = """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
state = MigrationExecutor(connection).loader.project_state([("annotation", "0012_oppositions")])
get = lambda name: state.apps.get_model("annotation", name)
project = state.apps.get_model("accounts", "Project").objects.create(name="Essai")
person = state.apps.get_model("accounts", "User").objects.create(username="admin")
get("ImportBatch").objects.create(
    project_id=project.pk, created_by_id=person.pk, file_name="QUIRLIFILE.zip", format="text_zip", size_bytes=1,
    report=[{"line": 1, "field": "", "reason": "x", "file": "QUIRLIMEMBER.txt"}])
for number in range(1, 1203):
    patient = get("Patient").objects.create(project_id=project.pk, external_id=f"QUIRLINUM{number}")
    if number % 3:
        get("PatientRecord").objects.create(patient=patient, identity={
            "last_name": [f"QUIRLINOM{chr(65 + number % 26)}"], "first_name": ["Ylzebethe"],
            "ipp": f"99887766{number:05d}"})
"""
TOLD = """
import json
from annotation.models import *
from annotation.selectors.identities import identities_of
from annotation.selectors.identity_index import others_with
from deidweb.accounts.models import Project
project = Project.objects.get()
one = Patient.objects.named(project, "QUIRLINUM1000").get()
two = Patient.objects.named(project, "QUIRLINUM3").get()
batch = ImportBatch.objects.get()
print(json.dumps({
    "import": [batch.file_name, batch.report[0]["file"]],
    "patients": Patient.objects.count(),
    "identity": identities_of([one.pk])[one.pk].ipp,
    "unknown": identities_of([two.pk])[two.pk].ipp,
    "index": others_with(project.pk, two.pk, ["9988776601000"]),
}))
"""
WORDS = (b"QUIRLINUM", b"QUIRLINOM", b"QUIRLIFILE", b"QUIRLIMEMBER", b"Ylzebethe", b"99887766")


def test_old_identities_are_sealed_where_they_lie(either_stack):
    stack = either_stack
    stack.manage("migrate", "annotation", "0012", "--verbosity=0")
    stack.run(OLD)
    stack.manage("migrate", "--verbosity=0")
    told = json.loads(stack.run(TOLD))
    assert told == {
        "import": ["QUIRLIFILE.zip", "QUIRLIMEMBER.txt"],
        "patients": 1202, "identity": "9988776601000", "unknown": "",
        "index": {"9988776601000": "ipp"},
    }  # fmt: skip
    if stack.environment["DATABASE_URL"]:
        return  # files of the server: the columns are gone and the tables written anew
    for path in (stack.folder / "var").glob("db.sqlite3*"):
        found = [word for word in WORDS if word in path.read_bytes()]
        assert found == [], path.name


ROWS = """
from uuid import UUID
from annotation.models import DatasetFile, DatasetSnapshot, ImportBatch
from deidweb.accounts.models import Project, User
project, person = Project.objects.create(name="Essai"), User.objects.create(username="admin")
batch = ImportBatch(project=project, created_by=person, format="text_zip", size_bytes=1)
batch.file_name, batch.report = "QUIRLIFILE.zip", [{"line": 1, "file": "QUIRLIMEMBER.txt"}]
batch.save()
ImportBatch.objects.create(project=project, created_by=person, format="jsonl", size_bytes=1, sealed_name="")
snapshot = DatasetSnapshot.objects.create(
    project=project, number=1, address="a" * 64, note_count=1, content_sha256="b" * 64, seed=0, test_share=0,
    validation_share=0, span_count=1, patient_count=1, size_bytes=1, created_by=person)
for source in (1, 2):
    file = DatasetFile.objects.create(
        snapshot=snapshot, format="model_weights", part="all", note_count=0, size_bytes=1, sha256="c" * 64,
        created_by=person, source_id=UUID(int=source))
    file.asked_by.add(person)
"""
BEFORE = """
import json
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT file_name, report FROM annotation_importbatch ORDER BY file_name")
    print(json.dumps([[name, json.loads(report)] for name, report in cursor.fetchall()]))
"""
AFTER = """
import json
from annotation.models import ImportBatch
print(json.dumps(sorted([one.file_name, one.report] for one in ImportBatch.objects.all())))
"""


def test_names_of_imports_come_back_to_an_earlier_release(either_stack):
    """Files of weights, of which it knows nothing, do not."""
    stack = either_stack
    stack.run(ROWS)
    told = [["", []], ["QUIRLIFILE.zip", [{"line": 1, "file": "QUIRLIMEMBER.txt"}]]]
    stack.manage("migrate", "annotation", "0024", "--verbosity=0")
    assert json.loads(stack.run(BEFORE)) == told
    stack.manage("migrate", "--verbosity=0")
    assert json.loads(stack.run(AFTER)) == told


LOSE = """
from django.conf import settings
from pathlib import Path
Path(settings.IDENTITY_KEY_DIR).rename(Path(settings.IDENTITY_KEY_DIR).with_name("elsewhere"))
"""
FIND = """
from django.conf import settings
from pathlib import Path
Path(settings.IDENTITY_KEY_DIR).with_name("elsewhere").rename(settings.IDENTITY_KEY_DIR)
"""
PATIENT = """
from annotation.models import Patient
from deidweb.accounts.models import Project
Patient.objects.create(project=Project.objects.get(), external_id="QUIRLINUM1")
"""


def test_without_the_key_the_names_of_imports_stay_where_they_are(either_stack):
    """Either way; once the key is back the migration goes on."""
    stack = either_stack
    stack.run(ROWS + PATIENT)
    told = [["", []], ["QUIRLIFILE.zip", [{"line": 1, "file": "QUIRLIMEMBER.txt"}]]]
    stack.run(LOSE)
    assert "Migration arrêtée" in refused(stack, "migrate", "annotation", "0024")
    stack.run(FIND)
    stack.manage("migrate", "annotation", "0024", "--verbosity=0")
    stack.run(LOSE)
    said = refused(stack, "migrate")
    assert "DEIDWEB_IDENTITY_KEY_DIR" in said
    assert "QUIRLI" not in said
    assert json.loads(stack.run(BEFORE)) == told
    stack.run(FIND)
    stack.manage("migrate", "--verbosity=0")
    assert json.loads(stack.run(AFTER)) == told


def refused(stack, *arguments: str) -> str:
    with pytest.raises(AssertionError) as refusal:
        stack.manage(*arguments, "--verbosity=0")
    return str(refusal.value)
