"""A worker killed in the middle of a job: nothing lost, nothing twice, no step by hand."""

from __future__ import annotations

import pytest

from tests.integration import scenario
from tests.integration.stack import Stack, free_port, redis_server, wait_until

pytestmark = [pytest.mark.xdist_group("processes")]

DONE = "Job.objects.filter(kind={kind!r}, state='done').count()"
PROGRESS = "Job.objects.filter(kind={kind!r}, state='running', progress_done__gt=0).count()"


@pytest.fixture
def stack(tmp_path):
    installation = Stack(tmp_path / "it", lease_seconds=4)
    yield installation
    installation.stop()


@pytest.mark.parametrize("kind", ["import", "preannotate"])
def test_kill_9_in_the_middle_of(stack, kind):
    copies = 40  # 1,000 notes
    stack.run(scenario.setup(copies))
    stack.start_beat()
    stack.start_worker("victim")
    wait_until(lambda: stack.query(PROGRESS.format(kind=kind)), 60, f"{kind} began")
    stack.kill("victim")
    assert stack.query(DONE.format(kind=kind)) == 0
    if kind == "import":
        assert stack.query("Document.objects.count()") == 0, "half an import is seen"
    stack.start_worker("next")
    wait_until(lambda: stack.query(DONE.format(kind="preannotate")), 120, stack.logs())
    assert stack.query("Document.objects.count()") == 25 * copies
    assert stack.query("Document.objects.filter(state='preannotated').count()") == 25 * copies
    assert stack.query("Layer.objects.filter(kind='suggestion').count()") == 25 * copies
    assert stack.query(f"Job.objects.get(kind={kind!r}).attempt") == 2


@pytest.mark.redis
def test_the_broker_gone_and_back(tmp_path):
    """Jobs that were asked for while Redis was away run by themselves once it is back."""
    (tmp_path / "redis").mkdir()
    nobody = f"redis://127.0.0.1:{free_port()}/0"
    stack = Stack(tmp_path / "it", redis_url=nobody, lease_seconds=4)
    try:
        stack.run(scenario.setup())
        assert stack.query("Job.objects.get(kind='import').state") == "queued"
        with redis_server(tmp_path / "redis") as url:
            stack.environment["REDIS_URL"] = url
            stack.start_beat()
            stack.start_worker("w")
            wait_until(lambda: stack.query(DONE.format(kind="preannotate")), 90, stack.logs())
    finally:
        stack.stop()
