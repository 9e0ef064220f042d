"""Two people submit one note at the same moment on PostgreSQL, which has many writers."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.postgresql

SUBMIT = """
import json, threading, time
from django.db import connection
from annotation.models import Document, Layer
from annotation.services import submit_layer
from annotation.services.start_annotation import start_annotation
from deidweb.accounts.models import Membership, Project, User
project = Project.objects.create(name="Essai")
people = [User.objects.create_user(name, password="pw-for-tests-only") for name in "ab"]
for user in people:
    Membership.objects.create(user=user, project=project, role="annotator")
note = Document.objects.create(project=project, external_id="n1", position=1, text="Bonjour", sha256="0" * 64)
layers = [start_annotation(actor=user, document=note) for user in people]
publish, errors = submit_layer.publish_gold, []

def slow(*arguments):
    published = publish(*arguments)
    time.sleep(0.7)  # not committed yet: the other one is in here, too, unless something holds him
    return published

submit_layer.publish_gold = slow

def submit(user, layer):
    try:
        submit_layer.submit_layer(actor=user, layer=layer, if_match=0)
    except Exception as error:
        errors.append(type(error).__name__)
    connection.close()

threads = [threading.Thread(target=submit, args=pair) for pair in zip(people, layers)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
versions = Layer.objects.filter(kind="gold").order_by("version").values_list("version", flat=True)
print(json.dumps([errors, list(versions)]))
"""


def test_gold_versions_follow_one_another(make_stack):
    assert json.loads(make_stack("postgresql").run(SUBMIT)) == [[], [1, 2]]
