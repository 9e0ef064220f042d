"""Redis stops, forgets everything, or cuts every connection: what was asked for is done once, without a step by hand."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import redis

from deidweb.ports import free_port
from tests.integration import scenario
from tests.integration.stack import Stack, redis_server
from tests.integration.test_killed_worker import BUILD

pytestmark = pytest.mark.redis
ASK = """
from deidweb.accounts.models import Project, User
from deidweb.jobs.services import enqueue
print(enqueue(kind="learn_lines", project=Project.objects.get(), actor=User.objects.get(username="admin")).pk)
"""
# as if it had been sent half a minute ago: the sweep sends again what has waited that long
LONG_AGO = """
from datetime import timedelta
from django.utils import timezone
from deidweb.jobs.models import Job
Job.objects.filter(state="queued").update(
    dispatched_at=timezone.now() - timedelta(seconds=30), created_at=timezone.now() - timedelta(minutes=1))
"""


class Broker:
    """A Redis that comes back under the same address, empty."""

    def __init__(self, folder) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._life = ExitStack()

    def start(self) -> None:
        self._life.enter_context(redis_server(self.folder, self.port))

    def stop(self) -> None:
        with redis.Redis.from_url(self.url) as client:
            client.shutdown(nosave=True)
        self.close()

    def flush(self) -> None:
        with redis.Redis.from_url(self.url) as client:
            assert client.flushall()

    def cut(self) -> int:
        """Every connection but the one that says so."""
        with redis.Redis.from_url(self.url) as client:
            kinds = ("normal", "pubsub")
            return sum(client.client_kill_filter(_type=kind, skipme=True) for kind in kinds)

    def close(self) -> None:
        self._life.close()


@pytest.fixture(scope="module")
def broker(tmp_path_factory) -> Iterator[Broker]:
    broker = Broker(tmp_path_factory.mktemp("redis"))
    broker.start()
    yield broker
    broker.close()


@pytest.fixture(scope="module")
def stack(broker, tmp_path_factory) -> Iterator[Stack]:
    """One worker, the clock, fifty notes to export."""
    stack = Stack(tmp_path_factory.mktemp("stack"), redis_url=broker.url)
    stack.start_beat()
    stack.start_worker("worker")
    stack.run(scenario.setup(2))
    stack.wait("Job.objects.filter(kind='preannotate', state='done').exists()", 60)
    yield stack
    stack.kill("worker")  # to end it gently takes five seconds
    stack.stop()


def start_export(stack: Stack, name: str) -> str:
    """The id of its job, which runs."""
    stack.run(BUILD.replace('name="E"', f'name="{name}"'))
    running = "Job.objects.filter(kind='build_export', state='running', progress_done__gt=0)"
    stack.wait(f"{running}.exists()", 60)
    return str(stack.query(f"{running}.get().pk"))


def require_done_once(stack: Stack, *jobs: str) -> None:
    for job in jobs:
        stack.wait(f"Job.objects.get(pk={job!r}).state == 'done'", 45)
    assert stack.query(f"[job.attempt for job in Job.objects.filter(pk__in={jobs!r})]") == [1] * len(jobs)  # fmt: skip
    exports = "ExportRequest.objects.exclude(state__in=('built', 'quarantined'))"
    assert stack.query(f"{exports}.count()") == 0
    kept = sorted(path.name for path in (stack.folder / "var" / "exports").glob("*.jsonl*"))
    assert kept == sorted(
        f"{pk}.jsonl"
        for pk in stack.query(
            "[str(pk) for pk in ExportRequest.objects.values_list('pk', flat=True)]"
        )
    )


@pytest.mark.fault("F3")
def test_redis_stops_within_an_export_and_comes_back_empty(stack, broker):
    export = start_export(stack, "arrêt")
    waits = stack.run(ASK).strip()  # behind the export: its message goes with Redis
    broker.stop()
    asked = stack.run(ASK).strip()  # nobody takes its message
    stack.wait(f"Job.objects.get(pk={export!r}).state == 'done'", 45)
    broker.start()
    stack.run(LONG_AGO)
    require_done_once(stack, export, waits, asked)


@pytest.mark.fault("F3")
def test_redis_forgets_everything_within_an_export(stack, broker):
    export = start_export(stack, "oubli")
    waits = stack.run(ASK).strip()
    broker.flush()
    asked = stack.run(ASK).strip()  # routes are forgotten, too
    stack.run(LONG_AGO)
    require_done_once(stack, export, waits, asked)


@pytest.mark.fault("F4")
def test_connections_to_redis_are_cut_five_times_in_ten_seconds(stack, broker):
    """While a job runs and while the worker waits for one; then a message is taken as before."""
    export = start_export(stack, "coupures")
    for cut in range(5):
        time.sleep(2 * bool(cut))
        assert broker.cut() > 0
    asked = stack.run(ASK).strip()
    require_done_once(stack, export, asked)
