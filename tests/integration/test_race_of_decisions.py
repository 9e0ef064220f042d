"""On either database, at the same moment: one decision counts, who comes too late is told so, the journal has one line of it."""

from __future__ import annotations

import json

import pytest

from tests.integration.test_requests_together import SCENE

pytestmark = pytest.mark.slow

LINES = """
import uuid
from deidweb.audit.models import AuditEntry
def lines(*actions):
    return AuditEntry.objects.filter(action__in=actions).count()
def at(path):
    return f"/projets/{project.pk}/{path}"
"""
EXPORTS = """
import hashlib
from datetime import date
from privacy.models import ExportRequest
from privacy.selectors.export_files import export_path
from privacy.services import decide_export as deciding
from privacy.services.create_study import create_study
admin = person("a", "admin")
stewards = [person(f"s{n}", "steward") for n in range(2)]
study = create_study(actor=admin, project=project, name="Essai", recipient="Inserm", purpose="Essai")
deciding._require_read = lambda export, actor: None  # what is read before has its own tests
found = []
for number, decisions in ((1, ("approve", "approve")), (2, ("approve", "refuse"))):
    export = ExportRequest.objects.create(
        project=project, study=study, number=number, requested_by=admin, epsilon=1, reference_date=date(2026, 1, 1),
        state="built", sha256=hashlib.sha256(b"{}").hexdigest(), manifest={"certificates": []},
    )
    export_path(export).parent.mkdir(parents=True, exist_ok=True)
    export_path(export).write_bytes(b"{}")
    clients = [signed_in(steward) for steward in stewards]
    def decide(n):
        return clients[n].post(at(f"exports/{export.pk}/decision/"), {
            "decision": decisions[n], "reason": "Motif.", "sha256": export.sha256, "password": "pw-for-tests-only", "override": "on",
        }).status_code
    said = together(lambda: decide(0), lambda: decide(1))
    export.refresh_from_db()
    told = AuditEntry.objects.filter(action__in=("export.approved", "export.refused"), object_id=str(export.pk)).count()
    found.append([said, export.state, export_path(export).exists(), told])
print(json.dumps(found))
"""
MODELS = """
from worker.models import ModelVersion
from worker.selectors.shipped import shipped_hash
from worker.selectors.versions import model_folder
from worker.selectors import gate
from worker.services import put_in_service
admins = [signed_in(person(f"a{n}", "admin")) for n in range(2)]
put_in_service._require_gate = lambda version: None  # what the gate compares has its own test
def version(number, state):
    made = ModelVersion.objects.create(
        project=project, number=number, content_hash=str(number) * 64, train_notes=1, test_notes=1, state=state,
        metrics={"gate": {"checks": [], "against": "", "shipped": shipped_hash()}},
    )
    folder = model_folder(made.content_hash)
    folder.mkdir(parents=True)
    (folder / made.MAIN_FILE).write_bytes(b"")
    return made
old, present, new = version(1, "retired"), version(2, "promoted"), version(3, "candidate")
def post(n, model, verb):
    return admins[n].post(at(f"modeles/{model.pk}/{verb}/")).status_code
both = together(lambda: post(0, new, "promouvoir"), lambda: post(1, old, "remettre"))
after = ModelVersion.objects.filter(project=project, state="promoted").count()
first = lines("model.promoted"), lines("model.rolled_back")
same = together(*[lambda n=n: post(n, present, "remettre") for n in range(2)])
from django.contrib.messages import constants, get_messages
pages = [client.get(at(f"modeles/{present.pk}/")) for client in admins]
told = sum(message.level == constants.ERROR for page in pages for message in get_messages(page.wsgi_request))
print(json.dumps([both, after, first, same, told, lines("model.rolled_back"), ModelVersion.objects.filter(state="promoted").count()]))
"""
STARTS = """
admins = [signed_in(person(f"a{n}", "admin")) for n in range(4)]
from deidweb.jobs.models import Job
found = []
for path, kind in (("utilite/calculer/", "utility"), ("choisir-epsilon/calculer/", None), ("notes/preannoter/", "preannotate")):
    before = Job.objects.count()
    said = together(*[lambda client=client: client.post(at(path)).status_code for client in admins])
    found.append([path, said, Job.objects.count() - before])
print(json.dumps([found, lines("job.enqueued")]))
"""
NOTES = """
from annotation.models import Adjudication, Document, Layer, SpanOp, WorkSettings
from annotation.services.apply_op import apply_layer_op
from annotation.services.start_annotation import start_annotation
from deidweb.accounts.access import deactivate
from annotation.services.create_project_labels import create_project_labels
create_project_labels(project)
WorkSettings.objects.create(project=project, readers=2, hidden_percent=0)
note = Document.objects.create(project=project, external_id="n1", position=1, text="Jeanne Durand " * 20, sha256="0" * 64)
readers = [person(name, "annotator") for name in "ab"]
def op(n):
    name = str(uuid.uuid4())
    span = {"id": name, "start": 14 * n, "end": 14 * n + 6, "label": "PER", "subtype": "PRENOM", "score": None,
            "source": "user", "state": "manual", "doubt": False, "comment": ""}
    return name, {"op_id": name, "kind": "add", "undoes": None, "changes": [{"id": name, "before": None, "after": span}]}
def save(client, layer, n):
    name, body = op(n)
    answer = client.post(f"/api/projets/{project.pk}/couches/{layer.pk}/ops/", json.dumps(body),
                         content_type="application/json", headers={"If-Match": f'"{n}"'})
    return name, answer.status_code
for n, user in enumerate(readers):
    layer, client = start_annotation(actor=user, document=note), signed_in(user)
    if n:
        name, status = save(client, layer, 0)
        assert status == 200, status
    layer.refresh_from_db()
    answer = client.post(f"/api/projets/{project.pk}/couches/{layer.pk}/valider/", "{}", content_type="application/json",
                         headers={"If-Match": f'"{layer.rev}"'})
    assert answer.status_code == 200, answer.content
held = Adjudication.objects.get(document=note)
reviewers = [signed_in(person(f"r{n}", "reviewer")) for n in range(2)]
from annotation.selectors.readings import comparison_of
keys = [conflict.key for conflict in comparison_of(held).conflicts]
decide = together(*[
    lambda n=n: reviewers[n].post(at(f"comparer/{held.pk}/trancher/"), {"key": keys[0], "choice": "ab"[n]}).status_code for n in range(2)
])
finish = together(*[lambda n=n: reviewers[n].post(at(f"comparer/{held.pk}/publier/")).status_code for n in range(2)])
golds = Layer.objects.filter(document=note, kind="gold").count()
closed = lines("adjudication.finished")
# somebody whose account is closed while he saves
other = Document.objects.create(project=project, external_id="n2", position=2, text="Jeanne Durand " * 20, sha256="1" * 64)
leaver, keeper = person("leaver", "annotator"), User.objects.create_superuser("root", password="pw-for-tests-only")
layer, client = start_annotation(actor=leaver, document=other), signed_in(leaver)
told = []
def saving():
    for n in range(12):
        told.append(save(client, layer, n))
        if told[-1][1] != 200:
            break
    return "saved"
def closing():
    while len(told) < 3:
        pass
    deactivate(actor=keeper, user=User.objects.get(username="leaver"))
    return "closed"
ended = together(saving, closing)
last = save(client, layer, len(told))[1]
kept = {str(name) for name in SpanOp.objects.filter(layer=layer).values_list("op_id", flat=True)}
missing = [name for name, status in told if status == 200 and name not in kept]
extra = len(kept) - sum(status == 200 for _name, status in told)
print(json.dumps([decide, finish, golds, closed, held.decisions.count(), ended, sorted({status for _name, status in told}), last, missing, extra,
                  lines("account.deactivated")]))
"""


def test_two_stewards_decide_one_export(either_stack):
    both, apart = json.loads(either_stack.run(SCENE + LINES + EXPORTS))
    assert both == [["302", "409"], "released", True, 1]
    said, state, has_file, told = apart
    assert (said, told) == (["302", "409"], 1)
    assert (state, has_file) in (("released", True), ("refused", False))


def test_promotions_and_a_return_leave_one_in_service(either_stack):
    both, after, first, same, told, back, in_service = json.loads(
        either_stack.run(SCENE + LINES + MODELS)
    )
    assert set(both) <= {"302", "409"}
    assert (after, sum(first)) == (1, both.count("302"))
    assert same == ["302", "302"]  # who comes too late is told on the page that he is led to
    assert (told, back, in_service) == (1, first[1] + 1, 1)


def test_people_who_ask_for_the_same_job_get_one(either_stack):
    found, enqueued = json.loads(either_stack.run(SCENE + LINES + STARTS))
    assert [(path, count) for path, _said, count in found] == [
        (path, 1) for path, _said, _n in found
    ]
    assert {status for _path, said, _count in found for status in said} == {"302"}
    assert enqueued == len(found)


def test_an_adjudication_ends_once_and_a_closed_account_loses_nothing_it_was_told(either_stack):
    decide, finish, golds, closed, decisions, ended, statuses, last, missing, extra, gone = (
        json.loads(either_stack.run(SCENE + LINES + NOTES))
    )
    assert set(decide) == {"302"}
    assert set(finish) <= {"302", "404", "409"}
    assert (golds, closed, decisions) == (1, 1, 1)
    assert ended == ["closed", "saved"]
    assert set(statuses) <= {200, 302, 401, 403}
    assert last in (302, 401, 403)
    assert (missing, extra, gone) == ([], 0, 1)
