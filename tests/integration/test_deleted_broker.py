"""The broker's folder deleted under a living installation: jobs run, without a restart and without beat."""

from __future__ import annotations

import shutil

import pytest

from tests.integration import scenario
from tests.integration.stack import wait_until

DONE = "Job.objects.filter(kind='preannotate', state='done').count()"


@pytest.fixture
def stack(make_stack):
    return make_stack()


@pytest.mark.fault("F15")
def test_jobs_go_on_after_the_broker_s_folder_was_deleted(stack):
    stack.start_worker("worker")
    queue = stack.folder / "var" / "broker" / "queue"
    wait_until(
        lambda: (stack.folder / "var" / "broker" / "control" / "fast.exchange").exists(),
        60,
        stack.logs(),
    )
    shutil.rmtree(stack.folder / "var" / "broker")
    stack.run(scenario.setup(1))
    stack.wait(DONE, 90)
    assert queue.is_dir()


@pytest.mark.fault("F15")
def test_a_message_that_was_deleted_is_sent_again_without_beat(stack):
    stack.run(scenario.setup(1))  # no worker yet: the message waits
    shutil.rmtree(stack.folder / "var" / "broker")
    # as if it had been sent long ago
    stack.run(
        "from datetime import timedelta\nfrom django.utils import timezone\nfrom deidweb.jobs.models import Job\n"
        "Job.objects.update(dispatched_at=timezone.now() - timedelta(seconds=28), created_at=timezone.now() - timedelta(minutes=1))"
    )
    stack.start_worker("worker")
    stack.wait(DONE, 90)
