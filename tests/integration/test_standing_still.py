"""A job that never ends holds no queue: its process is ended, the attempt counts, the next worker goes on."""

from __future__ import annotations

import signal

import pytest

from tests.integration.stack import PATIENCE
from worker.tasks.context import STILL

ASK = """
from annotation.services.create_project_labels import create_project_labels
from deidweb.accounts.models import Membership, Project, User
from deidweb.jobs import services
project = Project.objects.create(name="Essai")
create_project_labels(project)
admin = User.objects.create_user("admin", password="pw-for-tests-only")
Membership.objects.create(user=admin, project=project, role="admin")
services.enqueue(kind="{kind}", project=project, actor=admin)
"""
JOB = "[(j.state, j.attempt, j.progress_done) for j in Job.objects.filter(kind='{kind}')]"


@pytest.mark.parametrize(
    ("kind", "code", "is_told"),
    [("backfill", STILL, True), ("learn_lines", -signal.SIGALRM, False)],
    ids=["a loop", "a loop that holds the interpreter's lock"],
)
def test_the_process_is_ended_and_the_next_one_goes_on(make_stack, kind, code, is_told):
    # beats every two seconds: the first time long before the alarm
    stack = make_stack(lease_seconds=8)
    stack.environment |= {"JOB_STILL_SECONDS": "5", "FAULT": "still"}
    stack.run(ASK.format(kind=kind))
    victim = stack.start_worker("victim", module="tests.integration.faulty_worker")
    assert victim.wait(timeout=30 * PATIENCE) == code
    if is_told:
        assert stack.query(JOB.format(kind=kind)) == [["queued", 1, 0]]
        told = str(stack.query("Job.objects.get(error__gt='').error"))
        assert "plus depuis" in told
        assert "(3 sur" in told
    stack.end_leases()
    stack.start_worker("next")
    stack.wait(f"{JOB.format(kind=kind)}[0][:2] == ('done', 2)", 60)


def test_a_worker_that_hears_nothing_of_its_broker_ends_and_the_next_one_takes_the_job(make_stack):
    stack = make_stack()
    stack.environment |= {"WORKER_DEAF_SECONDS": "3", "FAULT": "deaf"}
    deaf = stack.start_worker("deaf", module="tests.integration.faulty_worker")
    stack.run(ASK.format(kind="backfill"))
    assert deaf.wait(timeout=30 * PATIENCE) == STILL
    assert stack.query(JOB.format(kind="backfill")) == [["queued", 0, 0]]
    stack.start_worker("next")
    stack.wait(f"{JOB.format(kind='backfill')}[0][:2] == ('done', 1)", 60)
