"""A job's bar on a page that renews itself: it stays while the job runs, and the outcome comes by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e

BEGIN = """
from annotation.models import ImportBatch
from deidweb.accounts.models import Project, User
from deidweb.jobs.models import Job
project, user = Project.objects.get(pk={project!r}), User.objects.get(username="administratrice")
job = Job.objects.create(project=project, kind="import", created_by=user)
batch = ImportBatch.objects.create(project=project, job=job, created_by=user, file_name="x.jsonl",
    format="jsonl", size_bytes=1, sha256="0" * 64)
print(batch.pk)
"""
END = """
from annotation.models import ImportBatch
batch = ImportBatch.objects.get(pk={batch!r})
batch.state, batch.document_count = "done", 3
batch.save()
batch.job.state = "done"
batch.job.save()
"""


def test_an_import_shows_its_bar_until_its_outcome(canvas_person, canvas_site):
    code = BEGIN.format(project=canvas_site.project)
    batch = canvas_site.run(code).strip().splitlines()[-1]
    page = canvas_person("administratrice").open(f"imports/{batch}/")
    bar = page.locator("main progress")
    with page.expect_response(lambda answer: "/travaux/" in answer.url):  # it asks for itself
        expect(bar).to_be_visible()
    page.wait_for_timeout(300)
    expect(bar).to_be_visible()
    canvas_site.run(END.format(batch=batch))
    expect(page.locator(".notice-ok")).to_contain_text("3 notes importées")
