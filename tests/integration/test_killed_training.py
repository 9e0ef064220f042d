"""A training killed between two epochs goes on after the last one; a cancel is heard before the end."""

from __future__ import annotations

import json

import pytest

from tests.integration.stack import wait_until

# 40 gold notes of 20 patients, long enough for epochs of about a second.
GOLD = """
from annotation.domain.text import text_sha256
from annotation.models import Document, Layer, LayerSpan, Patient, PatientRecord
from annotation.services.create_project_labels import create_project_labels
from deidweb.accounts.models import Membership, Project, User
from deidweb.jobs import services
project = Project.objects.create(name="Essai")
create_project_labels(project)
admin = User.objects.create_user("admin", password="pw-for-tests-only")
Membership.objects.create(user=admin, project=project, role="admin")
for number in range(40):
    if number % 2 == 0:
        patient = Patient.objects.create(project=project, external_id=f"p{number // 2}")
        PatientRecord.objects.create(patient=patient, identity={"last_name": ["Nul"]})
    line = "Vu ce jour, est en bon état, examen sans rien de neuf depuis la fois d'avant.\\n"
    text = line * 2 + f"bracelet code{number}\\n"
    document = Document.objects.create(
        project=project, patient=patient, external_id=f"n{number}", position=number, text=text,
        sha256=text_sha256(text), state="gold")
    layer = Layer.objects.create(document=document, kind="gold", state="submitted", version=1)
    start = text.index(f"code{number}")
    LayerSpan.objects.create(layer=layer, start=start, end=len(text) - 1, label="QID",
        subtype="AUTRE", state="manual", surface=f"code{number}")
services.enqueue(kind="train_ner", project=project, actor=admin, payload={"start": "shipped"})
"""
AGAIN = """
from deidweb.accounts.models import Project, User
from deidweb.jobs import services
project, admin = Project.objects.get(), User.objects.get(username="admin")
services.enqueue(kind="train_ner", project=project, actor=admin, payload={"start": "shipped"})
"""
CANCEL = """
from deidweb.accounts.models import User
from deidweb.jobs import services
from deidweb.jobs.models import Job
services.request_cancel(Job.objects.get(state="running"), actor=User.objects.get(username="admin"))
"""
PROGRESS = (
    "Job.objects.order_by('-created_at').values_list('progress_done', 'progress_total').first()"
)
STATE = "Job.objects.order_by('-created_at').first().state"
RUNS = "Job.objects.filter(kind='train_ner', state='running', progress_done__gt=0).count()"
VERSIONS = "list(ModelVersion.objects.values_list('content_hash', flat=True))"
MARK = 123.25  # a loss that no training gives


@pytest.fixture
def stack(make_stack):
    return make_stack()


@pytest.mark.fault("F6")
def test_a_killed_training_goes_on_and_gives_one_model_and_a_cancel_cuts_it_off(stack):
    models = stack.folder / "var" / "models"
    stack.run(GOLD)
    stack.start_beat()
    stack.start_worker("victim")
    wait_until(
        lambda: list(models.glob(".training-*/checkpoint.safetensors")), 180, "an epoch ended"
    )
    stack.kill("victim")
    [log] = models.glob(".training-*/epochs.json")
    rows = json.loads(log.read_text())
    assert 1 <= len(rows) < 20
    assert stack.query("ModelVersion.objects.count()") == 0, "half a training is published"
    rows[0]["loss"] = MARK
    log.write_text(json.dumps(rows))

    stack.end_leases()
    stack.start_worker("next")
    stack.wait(f"{STATE} == 'done'", 400)
    assert stack.query("Job.objects.get(kind='train_ner').attempt") == 2
    [digest] = stack.query(VERSIONS)
    epochs = stack.query("ModelVersion.objects.get().metrics")["epochs"]
    assert epochs[0]["loss"] == MARK, "the finished epochs were trained once more"
    assert len(epochs) > len(rows)
    assert [row["epoch"] for row in epochs] == list(range(1, len(epochs) + 1))
    assert [path.name for path in models.iterdir()] == [digest]

    stack.run(AGAIN)
    stack.wait(RUNS, 120)
    stack.run(CANCEL)
    stack.wait(f"{STATE} == 'cancelled'", 30)
    done, total = stack.query(PROGRESS)
    assert 0 < done < total, "it learnt to the end first"
    assert stack.query(VERSIONS) == [digest]
    assert [path.name for path in models.iterdir()] == [digest]
