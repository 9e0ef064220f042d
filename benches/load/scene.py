"""The installation under load: a filled base, seats, a very large note, an export. Imported after `django.setup()`."""

from __future__ import annotations

import json
import time
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from annotation.domain.spans import Span
from annotation.domain.text import text_sha256
from annotation.models import Document, ImportBatch, Layer, SpanOp
from annotation.services.start_annotation import start_annotation
from annotation.services.start_import import start_import
from annotation.services.store_suggestions import store_suggestions, suggested
from benches.ui.big_base import SENTENCE, SENTENCES, Size, fill
from benches.ui.served import people_of, session_of
from deidweb.accounts.models import Membership, Project
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy.domain.export_order import ExportOrder
from privacy.models import ExportRequest
from privacy.services.create_study import create_study
from privacy.services.request_export import request_export

LARGE_BYTES, LARGE_SPANS = 1_000_000, 5_000
_SURE: Final = ("built", "quarantined")


class Base:
    """A project of `notes` notes in which `people` work."""

    def __init__(self, notes: int, spans: int, people: int) -> None:
        self.project: Project = fill(Size(notes, spans, people + 1))
        self.people = people_of(people + 1)
        self.notes = Document.objects.filter(project=self.project).count()

    def plan(self, path: Path) -> dict[str, Any]:
        """What locust needs, written to `path`."""
        begin = SENTENCE.index("mieux")
        places = [
            (begin + i * len(SENTENCE), begin + i * len(SENTENCE) + 5) for i in range(SENTENCES)
        ]
        free = Document.objects.filter(project=self.project, state="preannotated").order_by(
            "-position"
        )
        seats = [
            self._seat(person, note, places)
            for person, note in zip(self.people[:-1], free[: len(self.people) - 1], strict=True)
        ]
        large = self._large_note()
        found = {
            "seats": seats,
            "pages": self._pages(free[100]),
            "large": self._seat(self.people[-1], large, [(i * len(SENTENCE) + begin, i * len(SENTENCE) + begin + 5) for i in range(40)])
            | {"page": reverse("annotation:document-detail", args=[self.project.pk, large.pk])},
        }  # fmt: skip
        path.write_text(json.dumps(found))
        return found

    def _seat(self, person: Any, note: Document, places: list[tuple[int, int]]) -> dict[str, Any]:
        layer = start_annotation(actor=person, document=note)
        ops = reverse("annotation-api:layer-ops", args=[self.project.pk, layer.pk])
        return {
            "session": session_of(person),
            "ops": ops,
            "places": places,
            "rev": layer.rev,
            "layer": str(layer.pk),
        }

    def _pages(self, note: Document) -> list[tuple[str, str]]:
        own = [self.project.pk]
        listing = reverse("annotation:document-list", args=own)
        return [
            ("home", reverse("home")),
            ("list", listing),
            ("list, page 40", f"{listing}?page=40&sort=-date"),
            ("dashboard", reverse("annotation:dashboard", args=own)),
            ("note", reverse("annotation:document-detail", args=[self.project.pk, note.pk])),
            ("jobs", reverse("jobs:list", args=own)),
        ]

    def _large_note(self) -> Document:
        """1 MB and 5,000 suggestions."""
        text = SENTENCE * (LARGE_BYTES // len(SENTENCE.encode()))
        note = Document.objects.create(
            project=self.project, external_id="large", position=self.notes + 1, text=text,
            sha256=text_sha256(text), state="imported",
        )  # fmt: skip
        spans = [
            Span(i * len(SENTENCE) + 4, i * len(SENTENCE) + 10, "PER", "NOM", 0.99, "rule")
            for i in range(LARGE_SPANS)
        ]
        store_suggestions([suggested(note, spans)], engine_version="bench-1")
        return note

    def lost(self, plan: dict[str, Any], acknowledged: dict[str, int]) -> int:
        """Saves that were acknowledged and are not there."""
        found = 0
        for seat in (*plan["seats"], plan["large"]):
            told = acknowledged.get(seat["ops"])
            if told is not None:
                kept = Layer.objects.get(pk=seat["layer"]).rev
                rows = SpanOp.objects.filter(layer=seat["layer"]).count()
                found += max(0, told - kept) + max(0, told - seat["rev"] - rows)
        return found

    def import_one(self, number: int) -> float:
        """Seconds from the request until the one note is there, by the worker."""
        line = json.dumps(
            {"id": f"seule-{number}", "text": SENTENCE, "patient": {"id": f"seul-{number}"}}
        )
        began = time.perf_counter()
        batch = start_import(
            actor=self.people[0], project=self.project, format_name="jsonl",
            upload=SimpleUploadedFile("une.jsonl", line.encode()),
        )  # fmt: skip
        self._wait_for(batch)
        return time.perf_counter() - began

    def _wait_for(self, batch: ImportBatch) -> None:
        """The pre-annotation that follows an import is measured apart."""
        while batch.state == ImportBatch.State.PENDING:
            time.sleep(0.02)
            batch.refresh_from_db()
        if batch.state != ImportBatch.State.DONE:
            raise RuntimeError(f"import refusé : {batch.report[:1]}")
        for job in Job.objects.filter(project=batch.project, kind="preannotate"):
            jobs.request_cancel(job, actor=self.people[0])

    def validated(self, path: Path) -> Project:
        """A project of its own with the notes of a file, their entities validated. Raises RuntimeError when it is refused."""
        actor = self.people[0]
        project = Project.objects.create(name="Export")
        for member in Membership.objects.filter(project=self.project, user=actor):
            Membership.objects.create(user=actor, project=project, role=member.role)
        batch = start_import(
            actor=actor, project=project, format_name="jsonl",
            upload=SimpleUploadedFile(path.name, path.read_bytes()), entities_are_gold=True,
        )  # fmt: skip
        self._wait_for(batch)
        return project

    def export(self, project: Project, limit_seconds: float) -> tuple[int, float]:
        """Notes of the validated part, and seconds until their file is built and scanned. Raises RuntimeError."""
        actor = self.people[0]
        study = create_study(
            actor=actor, project=project, name="Banc", recipient="Banc", purpose="Mesure"
        )
        order = ExportOrder(epsilon=Decimal(2), reference_date=date(2026, 1, 1), scope="gold")
        began = time.perf_counter()
        export = request_export(actor=actor, project=project, study=study, order=order)
        while export.state not in _SURE:
            if (
                export.state == ExportRequest.State.FAILED
                or time.perf_counter() - began > limit_seconds
            ):
                raise RuntimeError(
                    f"export : {export.state} après {time.perf_counter() - began:.0f} s"
                )
            time.sleep(0.2)
            export.refresh_from_db()
        return export.document_count, time.perf_counter() - began
