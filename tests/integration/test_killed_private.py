"""A training on another site's representations whose worker is killed begins again from the files that came; none outlives the job."""

from __future__ import annotations

import pytest

from tests.integration.stack import Stack
from tests.integration.test_killed_training import CANCEL, GOLD, PROGRESS, STATE
from tests.worker.private import tiny
from worker.private.reading import MATERIAL, MODEL

PEOPLE = GOLD.rsplit("services.enqueue", 1)[0]
SEND = f"""
from pathlib import Path
from django.core.files.base import File
from deidweb.accounts.models import Project, User
from worker.services.receive_representations import receive_representations
folder = Path({{folder!r}})
receive_representations(
    actor=User.objects.get(), project=Project.objects.get(), site="CHU du Lac",
    material=File((folder / {MATERIAL!r}).open("rb")), model=File((folder / {MODEL!r}).open("rb")))
"""
LEARNS = "Job.objects.filter(kind='learn_private', state='running', progress_done__gt=0).count()"
LAST_ATTEMPT = "Job.objects.filter(state='running').update(attempt=3)"
JOB = "Job.objects.order_by('-created_at').first()"
VERSIONS = "list(ModelVersion.objects.values_list('content_hash', 'metrics__private__site'))"


@pytest.fixture
def stack(make_stack):
    return make_stack()


def left(stack: Stack) -> list[str]:
    return sorted(path.name for path in (stack.folder / "var" / "models").iterdir())


def test_a_killed_worker_costs_an_attempt_and_no_file_outlives_its_job(stack, tmp_path):
    for name in ("first", "second"):  # noise of its own each
        (tmp_path / name).mkdir()
        tiny.write_pair(tmp_path / name, 1500)
    send, another = (SEND.format(folder=str(tmp_path / name)) for name in ("first", "second"))
    stack.run(PEOPLE)
    stack.start_beat()
    stack.run(send)
    stack.start_worker("victim")
    stack.wait(LEARNS, 120)
    stack.kill("victim")
    [folder] = left(stack)
    files = {path.name for path in (stack.folder / "var" / "models" / folder).iterdir()}
    assert files >= {MATERIAL, MODEL}

    stack.end_leases()
    stack.start_worker("next")
    stack.wait(f"{STATE} == 'done'", 300)
    assert stack.query(f"{JOB}.attempt") == 2
    [[digest, site]] = stack.query(VERSIONS)
    assert site == "CHU du Lac"
    assert left(stack) == [digest]

    stack.run(another)
    stack.wait(LEARNS, 120)
    stack.run(CANCEL)
    stack.wait(f"{STATE} == 'cancelled'", 60)
    done, total = stack.query(PROGRESS)
    assert 0 < done < total, "it learned to the end first"
    assert left(stack) == [digest]

    stack.run(another)
    stack.wait(LEARNS, 120)
    stack.query(LAST_ATTEMPT)
    stack.kill("next")
    stack.end_leases()
    stack.start_worker("third")
    stack.wait(f"{STATE} == 'dead'", 60)
    assert "s'est arrêté" in stack.query(f"{JOB}.error")
    stack.wait("not list(__import__('pathlib').Path(__import__('django.conf').conf.settings.MODEL_DIR).glob('.training-*'))", 30)  # fmt: skip
    assert left(stack) == [digest]
