"""The demonstration that `make run` loads once: a project, one account per role, invented notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from annotation.demo.corpus import load_corpus
from annotation.domain.formats.jsonl import note_to_json
from annotation.domain.notes import Note
from annotation.services.create_project_labels import create_project_labels
from annotation.services.start_import import start_import
from deidweb.accounts.demo import PROJECT_NAME
from deidweb.accounts.models import Membership, Project, User
from deidweb.accounts.services import create_user
from deidweb.audit.services import record
from deidweb.jobs.models import Job
from worker.tasks import run_job

# user name, displayed name, role
PEOPLE: Final = (
    ("annotatrice", "Camille (annotatrice)", "annotator"),
    ("relecteur", "Sacha (relecteur)", "reviewer"),
    ("responsable", "Noor (responsable des données)", "steward"),
    ("administratrice", "Alix (administratrice)", "admin"),
    ("auditeur", "Lou (auditeur)", "auditor"),
)


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """`password` is printed once by the command and stored nowhere in clear."""

    username: str
    role: str
    password: str


@transaction.atomic
def load_demo() -> list[DemoAccount]:
    """Makes the whole demo in an empty database, or nothing, and returns its accounts.

    Two thirds of the patients come validated (so that retraining and exports can be tried at
    once), one third waits for annotators. Pre-annotation is left to the worker.
    """
    project = Project.objects.create(name=PROJECT_NAME)
    create_project_labels(project)
    record("project.created", actor=None, project=project, target=project)
    accounts = [_account(project, *person) for person in PEOPLE]
    admin = User.objects.get(username="administratrice")
    validated, waiting = split_notes(load_corpus())
    _import(admin, project, validated, gold=True)
    _import(admin, project, [replace(note, entities=()) for note in waiting], gold=False)
    return accounts


def split_notes(notes: Iterable[Note]) -> tuple[list[Note], list[Note]]:
    """(validated, to annotate): every third patient, all of his notes, is left to annotate."""
    ordered = list(notes)
    patients = sorted({note.patient.id for note in ordered})
    to_annotate = set(patients[::3])
    return (
        [note for note in ordered if note.patient.id not in to_annotate],
        [note for note in ordered if note.patient.id in to_annotate],
    )


def _account(project: Project, username: str, full_name: str, role: str) -> DemoAccount:
    user, password = create_user(
        username=username, full_name=full_name, actor=None, is_superuser=role == "admin"
    )
    for each in (role, "access") if role == "admin" else (role,):
        Membership.objects.create(user=user, project=project, role=each)
        record("member.added", actor=None, project=project, target=user, role=each)
    return DemoAccount(username, role, password)


def _import(admin: User, project: Project, notes: list[Note], *, gold: bool) -> None:
    """The importer's own road, run here and now."""
    content = "\n".join(note_to_json(note) for note in notes).encode()
    upload = SimpleUploadedFile("demonstration.jsonl", content)
    batch = start_import(
        actor=admin, project=project, upload=upload, format_name="jsonl", entities_are_gold=gold
    )
    job_id = str(batch.job_id)
    run_job(job_id)
    job = Job.objects.get(pk=job_id)
    if job.state != Job.State.DONE:
        raise RuntimeError(f"demo import: {job.state} {job.error}")
