"""What makes, replaces or removes a file that a row stands for; and what is there before. Runs inside an installation."""

from __future__ import annotations

import shutil
from contextlib import nullcontext
from dataclasses import replace
from datetime import date
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.demo.corpus import load_corpus
from annotation.domain.formats.jsonl import note_to_json
from annotation.models import DatasetSnapshot
from annotation.services.create_project_labels import create_project_labels
from annotation.services.start_import import start_import
from annotation.services.write_dataset_file import request_dataset_file
from deidweb.accounts.models import Membership, Project, User
from deidweb.jobs.models import Job
from deidweb.jobs.services import enqueue
from privacy.domain.attacks.read_cohort import no_codes
from privacy.domain.export_order import ExportOrder
from privacy.models import ExportRequest
from privacy.services.build_export import no_doubts
from privacy.services.create_study import create_study
from privacy.services.rebuild_export import rebuild_export
from privacy.services.request_export import request_export
from privacy.services.withdraw_export import withdraw_export
from tests.integration.dying import States, abandon, killed_everywhere
from tests.worker.versions import figures
from worker.engine.encoder.files import content_hash
from worker.models import ModelVersion
from worker.services.discard_version import discard_version
from worker.tasks import export, run_job, train, work_folders
from worker.tasks.context import JobContext
from worker.training.evaluate import Judged


def project() -> Project:
    return Project.objects.get()


def admin() -> User:
    return User.objects.get(username="admin")


def people() -> None:
    made = Project.objects.create(name="Essai")
    create_project_labels(made)
    user = User.objects.create_user("admin", password="pw-for-tests-only")
    Membership.objects.create(user=user, project=made, role="admin")


def run(kind: str) -> None:
    """The youngest job of this kind."""
    waiting = Job.objects.filter(kind=kind, state=Job.State.QUEUED)
    run_job(str(waiting.latest("created_at").pk))


# --- uploads and data sets


def upload() -> None:
    found = load_corpus("dev")[:4]
    notes = [
        replace(note, text=note.text[:300], entities=tuple(e for e in note.entities if e.end < 300))
        for note in found
    ]
    file = SimpleUploadedFile("n.jsonl", "\n".join(map(note_to_json, notes)).encode())
    start_import(
        actor=admin(), project=project(), upload=file, format_name="jsonl", entities_are_gold=True
    )


def bring_in() -> None:
    run("import")
    abandon()  # no model reads them


def ask_dataset() -> None:
    payload = {"seed": 0, "test": 0.2, "validation": 0.2}
    enqueue(kind="build_dataset", project=project(), actor=admin(), payload=payload)


def ask_file() -> None:
    snapshot = DatasetSnapshot.objects.get()
    request_dataset_file(actor=admin(), snapshot=snapshot, format_name="jsonl", part="all")


# --- exports


def ask_export(name: str) -> None:
    study = create_study(actor=admin(), project=project(), name=name, recipient="R", purpose="P")
    order = ExportOrder(
        epsilon=Decimal(2), reference_date=date(2026, 1, 1), scope="all", area="FR-21"
    )
    request_export(actor=admin(), project=project(), study=study, order=order)


def build_export() -> None:
    """The proofs of its mechanisms are kept beside it: made once."""
    ask_export("première")
    run("build_export")


def last_export() -> ExportRequest:
    return ExportRequest.objects.latest("requested_at")


# --- models


def publish(context: JobContext) -> dict[str, Any]:
    """A training from the moment at which its model is there."""
    if ModelVersion.objects.filter(job=context.job).exists():
        return {}
    work = work_folders.work_folder(context.job)
    draft = work / f"draft-{context.job.fence}"
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(settings.SHIPPED_MODEL, draft)
    none = Judged(figures=None, notes=[])
    made: Any = SimpleNamespace(train_notes=2, test_notes=1, before=none, after=none)
    told = {"raw_seen": None, "before_number": None, "before": figures(), "after": figures()}
    result = train._publish(context, made, draft, content_hash(draft), told)
    shutil.rmtree(work)
    return result


def ask_training() -> None:
    enqueue(kind="train_ner", project=project(), actor=admin(), payload={})


# name → (after which, how)
STATES = {
    "people": ("empty", people),
    "uploaded": ("people", upload),
    "notes": ("uploaded", bring_in),
    "data set asked": ("notes", ask_dataset),
    "data set": ("data set asked", lambda: run("build_dataset")),
    "file asked": ("data set", ask_file),
    "file": ("file asked", lambda: run("write_dataset")),
    "file asked again": ("file", ask_file),
    "export": ("notes", build_export),
    "export quarantined": ("export", lambda: ExportRequest.objects.update(state="quarantined")),
    "export asked": ("export", lambda: ask_export("seconde")),
    "training": ("people", ask_training),
    "model": ("training", lambda: run("train_ner")),
}
# name → (what is there before, what is killed)
ACTIONS = {
    "upload": ("people", upload),
    "import": ("uploaded", lambda: run("import")),
    "data set": ("data set asked", lambda: run("build_dataset")),
    "file of a data set": ("file asked", lambda: run("write_dataset")),
    "file of a data set again": ("file asked again", lambda: run("write_dataset")),
    "export": ("export asked", lambda: run("build_export")),
    "export built again": (
        "export quarantined",
        lambda: rebuild_export(actor=admin(), export=last_export()),
    ),
    "export withdrawn": ("export", lambda: withdraw_export(actor=admin(), export=last_export())),
    "model": ("training", lambda: run("train_ner")),
    "model discarded": (
        "model",
        lambda: discard_version(actor=admin(), version=ModelVersion.objects.get()),
    ),
}
# what takes long and writes no file
export.codes_of = lambda: no_codes
export._doubts_of = lambda _project: nullcontext(no_doubts)
train.run = publish


def kill_all() -> dict[str, tuple[list[str], list[str]]]:
    """Each action → its steps, and what was wrong after a death there."""
    states = States()
    for name, (after, how) in STATES.items():
        states.make(name, after, how)
    return {name: killed_everywhere(states, *action) for name, action in ACTIONS.items()}
