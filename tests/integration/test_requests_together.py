"""On either database: requests with a NUL in every place are refused in words, and requests at the same moment leave one decision."""

from __future__ import annotations

import json

import pytest

SCENE = """
import json, threading
from django.db import connection
from django.test import Client
from django.test.utils import setup_test_environment
from deidweb.accounts.models import Membership, Project, RoleProposal, User
setup_test_environment()
project = Project.objects.create(name="Essai")
def person(name, *roles):
    user = User.objects.create_user(name, password="pw-for-tests-only")
    for role in roles:
        Membership.objects.create(user=user, project=project, role=role)
    return user
def signed_in(user):
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client
def together(*calls):
    gate, said = threading.Barrier(len(calls)), []
    def run(call):
        try:
            gate.wait()
            said.append(call())
        except Exception as error:
            said.append(type(error).__name__)
        connection.close()
    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return sorted(map(str, said))
"""
NUL = """
from tests.architecture.permission_matrix import all_routes, concrete
client = signed_in(person("tous", "annotator", "reviewer", "steward", "admin", "auditor", "access"))
found = {}
for route in all_routes():
    if route.endswith(("/deconnexion/", "/sessions/fermer/")):
        continue
    address = concrete(route, project.pk)
    names = "q name username full_name role reason words format project note sort page text code password".split()
    sent = {name: "a\\0b" for name in names}
    answers = [client.get(address, {"q": "a\\0"}), client.post(address, sent), client.get(address.rstrip("/") + "%00")]
    if route.startswith("/api/"):
        for method in (client.post, client.put, client.patch):
            answers.append(method(address, json.dumps(sent), content_type="application/json"))
    for answer in answers:
        found.setdefault(answer.status_code, []).append(route)
print(json.dumps(found))
"""
RACES = """
from datetime import date
from deidweb.accounts import services
from privacy.models import ExportRequest
from privacy.services.create_study import create_study
from privacy.services.decide_export import decide_export
admin, reader = person("a", "admin"), person("r", "annotator")
stewards = [person(f"s{n}", "steward") for n in range(4)]
study = create_study(actor=admin, project=project, name="Essai", recipient="Inserm", purpose="Essai")
export = ExportRequest.objects.create(
    project=project, study=study, number=1, requested_by=admin, epsilon=1, reference_date=date(2026, 1, 1),
    state="built", sha256="0" * 64,
)
refused = together(*[
    lambda steward=steward: decide_export(
        actor=steward, export=ExportRequest.objects.get(pk=export.pk), approve=False, reason="Non.", sha256=export.sha256
    ).state
    for steward in stewards
])
keepers = [person(f"k{n}", "access") for n in range(3)]
rows = [Membership.objects.get(user=user, role="access") for user in keepers]
gone = together(*[
    lambda n=n: services.remove_member(actor=keepers[n], membership=rows[(n + 1) % 3]) for n in range(3)
])
left = Membership.objects.filter(project=project, role="access", user__in=keepers).count()
keeper = Membership.objects.filter(project=project, role="access").first().user
added = together(*[
    lambda: services.add_member(actor=keeper, project=project, username="r", role="reviewer").is_proposed for n in range(4)
])
print(json.dumps([refused, gone, left, added, Membership.objects.filter(user=reader, role="reviewer").count()]))
"""

JOBS = """
from django.conf import settings
from deidweb.jobs.models import Job
from deidweb.jobs.services import enqueue
settings.JOBS_PER_PERSON = 2
busy, other = person("a", "admin"), person("b", "admin")
calls = [lambda user=user: enqueue(kind="agreement", project=project, actor=user).state for user in [busy] * 6 + [other]]
print(json.dumps([together(*calls), Job.objects.filter(created_by=busy).count(), Job.objects.filter(created_by=other).count()]))
"""


def test_a_nul_is_refused_everywhere(either_stack):
    found = json.loads(either_stack.run(SCENE + NUL))
    assert {int(status) for status in found} <= {200, 302, 400, 403, 404, 405, 415}, {
        status: routes for status, routes in found.items() if int(status) >= 500
    }
    assert len(found["400"]) > 100


def test_decisions_at_the_same_moment_leave_one(either_stack):
    refused, gone, left, added, held = json.loads(either_stack.run(SCENE + RACES))
    assert refused == ["StateConflictError"] * 3 + ["refused"]
    assert set(gone) <= {"None", "LastAdminError", "Http404", "PermissionDenied"}
    assert left >= 1
    assert set(added) == {"False"}
    assert held == 1


def test_nobody_has_more_jobs_by_asking_for_them_at_the_same_moment(either_stack):
    said, his, the_other_s = json.loads(either_stack.run(SCENE + JOBS))
    assert said == ["TooManyJobsError"] * 4 + ["queued"] * 3
    assert (his, the_other_s) == (2, 1)


pytestmark = pytest.mark.slow
