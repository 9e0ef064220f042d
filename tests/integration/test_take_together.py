"""Many people ask for their next note at the same moment: no note gets more readers than it should."""

from __future__ import annotations

import json

import pytest

from tests.integration.stack import Stack

TAKE = """
import json, threading
from datetime import timedelta
from django.db import connection
from django.utils import timezone
from annotation.models import Document, Layer, WorkSettings
from annotation.services.skip_document import skip_document
from annotation.services.start_annotation import start_annotation, start_next
from deidweb.accounts.models import Membership, Project, User
project = Project.objects.create(name="Essai")
WorkSettings.objects.create(project=project, readers=READERS, order="random", hidden_percent=0)
people = [User.objects.create_user(f"p{n}", password="pw-for-tests-only") for n in range(6)]
for user in people:
    Membership.objects.create(user=user, project=project, role="annotator")
for n in range(12):
    note = Document.objects.create(
        project=project, external_id=f"n{n}", position=n, text="Bonjour", sha256="0" * 64
    )
    # begun by somebody who is gone: taking it changes nothing in the row of the note
    start_annotation(actor=people[0], document=note)
Layer.objects.update(lease_until=timezone.now() - timedelta(minutes=1))
errors, gate = [], threading.Barrier(5)

def work(user):
    try:
        gate.wait()
        while (layer := start_next(actor=user, project=project)) is not None:
            Layer.objects.filter(pk=layer.pk).update(state="submitted")
    except Exception as error:
        errors.append(repr(error))
    connection.close()

threads = [threading.Thread(target=work, args=(user,)) for user in people[1:]]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
taken = [
    Layer.objects.filter(document=note, kind="annotator", state="submitted").count()
    for note in Document.objects.all()
]
print(json.dumps([errors, sorted(set(taken))]))
"""


def taken_by(stack: Stack, readers: int) -> list[object]:
    return json.loads(stack.run(TAKE.replace("READERS", str(readers))))


@pytest.mark.parametrize("readers", [1, 2])
def test_on_either_database(either_stack, readers):
    assert taken_by(either_stack, readers) == [[], [readers]]
