"""Two candidates are promoted at the same moment: one goes into service, the other was compared with what is gone."""

from __future__ import annotations

import json

PROMOTE = """
import json, threading
from django.db import connection
from deidweb.accounts.models import Membership, Project, User
from worker.models import ModelVersion
from worker.selectors.gate import QUESTIONS
from worker.selectors.shipped import shipped_hash
from worker.selectors.versions import model_folder
from worker.services import put_in_service
from worker.services.errors import ModelError
project = Project.objects.create(name="Essai")
people = [User.objects.create_user(f"p{n}", password="pw-for-tests-only") for n in range(2)]
for user in people:
    Membership.objects.create(user=user, project=project, role="admin")
checks = [{"name": name, "passed": True} for name in QUESTIONS]
gate = {"checks": checks, "against": "", "shipped": shipped_hash()}
for number in (1, 2):
    version = ModelVersion.objects.create(
        project=project, number=number, content_hash=str(number) * 64, train_notes=1, test_notes=1,
        metrics={"gate": gate},
    )
    folder = model_folder(version.content_hash)
    folder.mkdir(parents=True)
    (folder / version.MAIN_FILE).write_bytes(b"")
told, door, middle = [], threading.Barrier(2), threading.Barrier(2)
has_files = put_in_service.has_files

def both_past_the_gate(version):
    try:
        middle.wait(2)  # nobody comes: the other one waits for the project's lock
    except threading.BrokenBarrierError:
        pass
    return has_files(version)

put_in_service.has_files = both_past_the_gate

def work(user, number):
    version = ModelVersion.objects.get(number=number)
    try:
        door.wait()
        put_in_service.promote_version(actor=user, version=version)
        told.append("promoted")
    except Exception as error:
        told.append(type(error).__name__)
    connection.close()

threads = [threading.Thread(target=work, args=(people[n], n + 1)) for n in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
from deidweb.audit.models import AuditEntry
from worker.selectors.gate import gate_of
states = sorted(ModelVersion.objects.values_list("state", flat=True))
left = [gate_of(version).failed for version in ModelVersion.objects.filter(state="candidate")]
lines = AuditEntry.objects.filter(action="model.promoted").count()
print(json.dumps([sorted(told), states, left, lines]))
"""


def test_on_either_database(either_stack):
    told, states, left, lines = json.loads(either_stack.run(PROMOTE))
    assert told == ["GateRefusedError", "promoted"]
    assert states == ["candidate", "promoted"]
    assert left == [["stale"]]
    assert lines == 1
