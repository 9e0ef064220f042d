"""A note that kills the build of an export, or its coding, is set aside by the next attempt; the job goes on without it."""

from __future__ import annotations

import json

import pytest

from tests.integration import scenario

SETUP = """
import json
from django.core.files.uploadedfile import SimpleUploadedFile
from deidweb.accounts.models import Membership, Project, User
from annotation.services.create_project_labels import create_project_labels
from annotation.services.start_import import start_import
project = Project.objects.create(name="Essai")
create_project_labels(project)
for name in ("admin", "steward"):
    user = User.objects.create_user(name, password="pw-for-tests-only")
    Membership.objects.create(user=user, project=project, role=name)
words = ["toux", "quirlipoison", "fièvre", "quirlicode", "diabète", "asthme"]
# the second and the third are of one patient
lines = [json.dumps({"id": f"n{i}", "text": f"Vu le {i + 2}/02/2020 à Dijon pour {word}.", "patient": {"id": f"p{i - (i == 2)}"}})
         for i, word in enumerate(words)]
admin = User.objects.get(username="admin")
start_import(actor=admin, project=project, format_name="jsonl",
             upload=SimpleUploadedFile("n.jsonl", "\\n".join(lines).encode()))
"""
RUN_ALL = """
from deidweb.jobs.models import Job
from worker.tasks import run_job
for _round in range(4):
    for job in Job.objects.filter(state="queued").order_by("created_at"):
        run_job(str(job.pk))
left = list(Job.objects.exclude(state="done").values_list("kind", "state", "error"))
assert not left, left
"""
BUILT = """
import json
from annotation.models import NoteAside
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from django.conf import settings
from pathlib import Path
from privacy.models import ExportRequest
from privacy.selectors.export_files import export_path
export, job = ExportRequest.objects.get(), Job.objects.get(kind="build_export")
text = export_path(export).read_text()
print(json.dumps({
    "job": [job.state, job.attempt, job.message],
    "export": [export.document_count, export.patient_count, export.manifest["aside"]],
    "in the file": [word for word in ("toux", "quirlipoison", "fièvre", "quirlicode") if word in text],
    "aside": list(NoteAside.objects.values_list("document__external_id", "why", "words")),
    "journal": AuditEntry.objects.filter(action="note.quarantined").count(),
    "left": [path.name for path in Path(settings.EXPORT_DIR).glob("*.draft")],
}))
"""
CODED = """
import json
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from icdcoder.models import CodedNote
job = Job.objects.get(kind="predict_codes")
unread = CodedNote.objects.filter(coder_says__startswith="Aucun codeur")
print(json.dumps({
    "job": [job.state, job.attempt, job.message, job.result["notes"], job.result["unread"]],
    "unread": [["quirlicode" in note.text, note.coder_says] for note in unread],
    "coded": sorted(set(CodedNote.objects.exclude(predictions=None).values_list("predictions__code", flat=True)))[:1] != [],
    "journal": AuditEntry.objects.filter(action="icd.note_unread").count(),
}))
"""
# as the sweep does once the lease is over
AGAIN = """
from datetime import timedelta
from django.utils import timezone
from deidweb.jobs import services
from deidweb.jobs.models import Job
Job.objects.filter(state="running").update(lease_until=timezone.now() - timedelta(seconds=1))
services.sweep()
Job.objects.filter(state="queued").update(run_after=None)
"""
POISONED = "from tests.integration import poisoned\npoisoned.poison('{stage}')\n"


def killed(stack, code: str) -> None:
    with pytest.raises(AssertionError):
        stack.run(code)


def test_a_note_that_kills_whoever_handles_it_is_set_aside_and_the_jobs_go_on(make_stack):
    stack = make_stack()
    stack.run(SETUP)
    stack.run(RUN_ALL)
    stack.run(scenario.EXPORT)
    build = POISONED.format(stage="build_export") + RUN_ALL
    killed(stack, build)
    assert stack.query("Job.objects.get(kind='build_export').state") == "running"
    stack.run(AGAIN)
    stack.run(build)
    assert json.loads(stack.run(BUILT)) == {
        "job": ["done", 2, "1 note écartée"],
        "export": [5, 5, 1],  # the other note of its patient is there
        "in the file": ["toux", "fièvre", "quirlicode"],
        "aside": [["n1", "broken", "fabrication d'un export"]],
        "journal": 1, "left": [],
    }  # fmt: skip

    stack.run(scenario.APPROVE)
    coding = POISONED.format(stage="predict_codes") + RUN_ALL
    killed(stack, coding)
    stack.run(AGAIN)
    stack.run(coding)
    sentence = "Aucun codeur n'a lu cette note : son codage arrête le programme."
    assert json.loads(stack.run(CODED)) == {
        "job": ["done", 2, "1 note n'a pas pu être codée", 5, 1],
        "unread": [[True, sentence]], "coded": True, "journal": 1,
    }  # fmt: skip
    assert stack.manage("verify_audit")
