"""What an opposition leaves behind is looked after outside one long transaction, on both databases."""

from __future__ import annotations

import json

FORGET = """
import json
from deidweb.accounts.models import Project
from deidweb.jobs import services
from deidweb.jobs.models import Job
from worker.tasks import run_job
project = Project.objects.create(name="Essai")
job = services.enqueue(kind="forget_notes", project=project, actor=None)
run_job(str(job.pk))
job.refresh_from_db()
print(json.dumps([job.state, job.error]))
"""


def test_its_job_ends_well(either_stack):
    assert json.loads(either_stack.run(FORGET)) == ["done", ""]
