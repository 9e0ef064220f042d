"""The people, projects and pages of the import bench. Imported after `django.setup()`."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any, Final

from django.core.files.uploadedfile import TemporaryUploadedFile
from django.urls import reverse

from annotation.domain.ops import SpanState
from annotation.domain.ops_json import span_to_json
from annotation.models import Document, ImportBatch, Layer, LayerSpan
from annotation.selectors.spans import state_of
from annotation.services.start_annotation import start_annotation
from annotation.services.start_import import start_import
from annotation.services.start_preannotation import start_preannotation
from benches.import_notes import write_file
from benches.ui.served import session_of
from deidweb.accounts.models import Membership, Project, User
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job

WORK_NOTES: Final = 200


class Scene:
    """A project in which somebody works, and one project for each import."""

    def __init__(self) -> None:
        self.user = User.objects.create_user("banc")
        self.project = self._project("Travail")
        self.last = self.project
        self.rev = 0
        self._bring_work()
        note = Document.objects.filter(project=self.project)[0]
        layer = start_annotation(actor=self.user, document=note)
        self.span: SpanState = state_of(LayerSpan.objects.filter(layer=layer)[0])
        self.ops_url = reverse("annotation-api:layer-ops", args=[self.project.pk, layer.pk])
        others = Document.objects.filter(project=self.project)[10:13]
        listing = reverse("annotation:document-list", args=[self.project.pk])
        self.pages = [
            reverse("home"),
            listing,
            f"{listing}?page=3&sort=-date",
            *(
                reverse("annotation:document-detail", args=[self.project.pk, other.pk])
                for other in others
            ),
            reverse("jobs:list", args=[self.project.pk]),
        ]

    def _project(self, name: str) -> Project:
        project = Project.objects.create(name=name)
        for role in ("admin", "annotator"):
            Membership.objects.create(user=self.user, project=project, role=role)
        return project

    def _bring_work(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "travail.jsonl"
            write_file(path, WORK_NOTES)
            self._import(path, self.project)

    def write(self, path: Path, count: int) -> int:
        return write_file(path, count)

    def session(self) -> str:
        """Key of a signed-in session."""
        return session_of(self.user)

    def import_file(self, path: Path) -> float:
        """Seconds from the request until the notes are there, by the worker."""
        self.last = self._project(f"Import {path.stem}")
        return self._import(path, self.last)

    def _import(self, path: Path, project: Project) -> float:
        upload = TemporaryUploadedFile(path.name, "application/jsonl", path.stat().st_size, None)
        with path.open("rb") as source:
            while block := source.read(1 << 20):
                upload.write(block)
        upload.seek(0)
        began = time.perf_counter()
        batch = start_import(actor=self.user, project=project, upload=upload, format_name="jsonl")
        while True:
            time.sleep(0.1)
            batch.refresh_from_db()
            if batch.state != ImportBatch.State.PENDING:
                break
        seconds = time.perf_counter() - began
        if batch.state != ImportBatch.State.DONE:
            raise RuntimeError(f"import refusé : {batch.report[:1]}")
        # The pre-annotation that follows is measured apart.
        for job in Job.objects.filter(project=project, kind="preannotate"):
            jobs.request_cancel(job, actor=self.user)
        return seconds

    def flag_op(self, op_id: str) -> dict[str, Any]:
        """Turns the doubt of one span on and off."""
        before = span_to_json(self.span)
        before["doubt"] = bool(self.rev % 2)
        after = before | {"doubt": not before["doubt"]}
        change = {"id": before["id"], "before": before, "after": after}
        return {"op_id": op_id, "kind": "flag", "changes": [change], "undoes": None}

    def start_preannotation(self) -> int:
        """Begins on the last import's notes; returns how many had been done."""
        done = self.preannotated()
        start_preannotation(actor=self.user, project=self.last)
        return done

    def end_preannotation(self) -> None:
        """What is measured next has the machine for itself."""
        mine = Job.objects.filter(project=self.last, kind="preannotate")
        for job in mine:
            jobs.request_cancel(job, actor=self.user)
        while mine.exclude(state__in=Job.FINISHED).exists():
            time.sleep(0.2)

    def preannotated(self) -> int:
        layers = Layer.objects.filter(document__project=self.last, kind=Layer.Kind.SUGGESTION)
        return layers.exclude(engine_version="import").count()
