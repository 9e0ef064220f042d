"""What happened in the three weeks before the demonstration is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, Final

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from annotation.demo.corpus import load_corpus
from annotation.domain.formats.jsonl import note_to_json
from annotation.domain.notes import Note
from annotation.models import Adjudication, Document
from annotation.selectors.queue import work_settings
from annotation.services.build_snapshot import (
    Order,
    publish_snapshot,
    request_snapshot,
    write_snapshot,
)
from annotation.services.change_work import change_work, create_work_settings
from annotation.services.create_project_labels import create_project_labels
from annotation.services.measure_agreement import request_agreement
from annotation.services.start_import import start_import
from annotation.services.store_suggestions import Suggested, store_suggestions
from deidweb.accounts.models import Project, User
from deidweb.audit.services import record
from deidweb.demo_history.clock import Clock
from deidweb.demo_history.doubts import as_recorded
from deidweb.demo_history.readers import Annotator, settle
from deidweb.demo_history.recorded import InPiece, Recorded, Training
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from icdcoder.domain.nomenclature import NomenclatureInvalidError, NomenclatureMissingError
from icdcoder.models import CodePrediction
from icdcoder.selectors.coder import default_coder
from icdcoder.services.decide_code import decide_code
from privacy.domain.export_order import ExportOrder, NewStudy
from privacy.domain.policy import PlacePrior
from privacy.domain.tables import tables_of_prior
from privacy.models import ExportRequest
from privacy.services.build_export import prove, write_export_draft
from privacy.services.charge_ledger import hold_charges
from privacy.services.decide_export import decide_export
from privacy.services.publish_build import publish_build
from privacy.services.read_sample import read_sampled
from privacy.services.request_export import request_export
from privacy.services.tick_note import tick_note
from worker.models import ModelVersion
from worker.selectors.training_notes import document_ids
from worker.services.add_candidate import add_candidate
from worker.services.keep_note_results import keep_note_results
from worker.services.start_training import start_training
from worker.tasks import run_job
from worker.tasks.run import handler_of
from worker.tasks.text_codes import codes_of
from worker.training.judged import JudgedNote

READING_DAYS: Final = range(2, 15)
LAST_DAY: Final = 15
COMPARED_LATER: Final = 3  # the last comparisons wait for the reviewer
CODED_BEFORE: Final = 8
JOBS: Final = ("import", "build_dataset", "measure_agreement", "predict_codes")
READ_ONCE: Final = 4  # a second reader is awaited
GERIATRICS: Final = NewStudy(
    "Chutes de la personne âgée",
    "Unité de recherche en gériatrie",
    "Décrire les circonstances et les suites des chutes avant une hospitalisation.",
)
STROKE: Final = NewStudy(
    "Délais de prise en charge de l'AVC",
    "Équipe de santé publique",
    "Mesurer le temps entre les premiers signes et l'imagerie.",
)


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays."""

    admin: User
    annotators: tuple[User, User]
    reviewer: User
    steward: User


@dataclass(slots=True)
class Story:
    """`validated` come with their annotations from an earlier tool, `read` are read here by two people, `waiting` are
    left for the visitor. `trains`: a true retraining is run, to be recorded."""

    project: Project
    cast: Cast
    clock: Clock
    recorded: Recorded
    validated: Sequence[Note]
    read: Sequence[Note]
    waiting: Sequence[Note]
    trains: bool = False

    def play(self) -> None:
        """From the import to the eve of today."""
        clock = self.clock
        clock.at(1, "09:10")
        self._arrange_work()
        self._import("reprise.jsonl", self.validated, gold=True)
        clock.later(300)
        waiting = [replace(note, entities=()) for note in (*self.read, *self.waiting)]
        self._import("urgences-et-geriatrie.jsonl", waiting, gold=False)
        self._suggest()
        days = _shared_out(self.read, READING_DAYS)
        for day in READING_DAYS:
            self._read(day, days[day])
            self._settle(day)
            self._happen(day)
        self._leave_work()

    def _happen(self, day: int) -> None:
        """What is not annotation."""
        at = {
            7: self._snapshot, 8: self._train, 9: self._ask_first, 10: self._decide_first,
            11: self._measure, 12: self._code, 13: self._quarantine,
        }  # fmt: skip
        if day in at:
            self.clock.at(day, "16:30")
            at[day]()

    def _arrange_work(self) -> None:
        work = create_work_settings(self.project)
        type(work).objects.filter(pk=work.pk).update(
            seed="demonstration"
        )  # the same choices at each start
        names = (
            "readers",
            "order",
            "random_percent",
            "hidden_percent",
            "lease_minutes",
            "unanimous_is_gold",
        )
        values = {name: getattr(work_settings(self.project), name) for name in names}
        values |= {"readers": 2, "order": "risk", "hidden_percent": 5}
        change_work(actor=self.cast.admin, project=self.project, values=values)

    def _import(self, name: str, notes: Sequence[Note], *, gold: bool) -> None:
        content = "\n".join(map(note_to_json, notes)).encode()
        upload = SimpleUploadedFile(name, content)
        batch = start_import(
            actor=self.cast.admin, project=self.project, upload=upload, format_name="jsonl", entities_are_gold=gold,
        )  # fmt: skip
        run(batch.job)

    def _suggest(self) -> None:
        """What the engine read once, stored as its job stores it; the job that waits for it is done with that."""
        self.clock.later(90)
        notes = Document.objects.filter(project=self.project)
        known = self.recorded.readings
        items = [
            Suggested(note, known[note.external_id].spans, known[note.external_id].priority)
            for note in notes
            if note.external_id in known
        ]
        store_suggestions(items, engine_version=self.recorded.engine)
        spans = sum(len(item.spans) for item in items)
        result = {"documents": len(items), "spans": spans, "engine": self.recorded.engine}
        for job in Job.objects.filter(
            project=self.project, kind="preannotate", state=Job.State.QUEUED
        ):
            jobs.finish(_claimed(job), result)

    def _read(self, day: int, notes: Sequence[Note]) -> None:
        for hour, annotator in zip(("09:15", "10:40"), self._annotators(), strict=True):
            self.clock.at(day, hour)
            for note in notes:
                annotator.read(self._document(note), note)

    def _annotators(self) -> tuple[Annotator, ...]:
        paces = (7.0, 10.0)
        return tuple(
            Annotator(user, self.clock, pace)
            for user, pace in zip(self.cast.annotators, paces, strict=True)
        )

    def _settle(self, day: int) -> None:
        self.clock.at(day, "15:00")
        right = {note.id: note for note in self.read}
        waiting = Adjudication.objects.filter(document__project=self.project, finished_at=None)
        for one in waiting.select_related("document__project", "first", "second"):
            settle(self.cast.reviewer, self.clock, one, right[one.document.external_id])

    def _leave_work(self) -> None:
        """The last morning: something waits for each of them."""
        first, second = self._annotators()
        self.clock.at(LAST_DAY, "09:05")
        compared = 0
        for note in self.waiting:
            if compared >= COMPARED_LATER:
                break
            for annotator in (first, second):
                annotator.read(self._document(note), note)
            compared = Adjudication.objects.filter(
                document__project=self.project, finished_at=None
            ).count()
        untouched = Document.objects.filter(project=self.project, state=Document.State.PREANNOTATED)
        rest = set(untouched.values_list("external_id", flat=True))
        for note in [note for note in self.waiting if note.id in rest][:READ_ONCE]:
            second.read(self._document(note), note)

    def _measure(self) -> None:
        run(request_agreement(actor=self.cast.admin, project=self.project))

    def _snapshot(self) -> None:
        run(request_snapshot(actor=self.cast.admin, project=self.project, order=Order()))

    def _train(self) -> None:
        known = self.recorded.training
        if self.trains:
            run(start_training(actor=self.cast.admin, project=self.project))
        elif known is not None:
            job = start_training(actor=self.cast.admin, project=self.project)
            replay_training(job, known, self.clock)

    def _ask_first(self) -> None:
        self._ask(GERIATRICS, epsilon="1")

    def _ask(self, study: NewStudy, *, epsilon: str) -> ExportRequest:
        order = ExportOrder(epsilon=Decimal(epsilon), reference_date=self.clock.now.date())
        export = request_export(
            actor=self.cast.admin, project=self.project, study=study, order=order
        )
        self.clock.later(60)
        return build(export, self.recorded.certificates.get(epsilon), self.recorded.doubts)

    def _decide_first(self) -> None:
        export = ExportRequest.objects.get(project=self.project, number=1)
        for rank in range(1, len(export.sample) + 1):
            self._tick(export, rank, "clear")
        decide_export(
            actor=self.cast.steward, export=export, approve=True, sha256=export.sha256,
            reason="Notes les plus risquées lues : personne n'y est reconnaissable.",
        )  # fmt: skip

    def _quarantine(self) -> None:
        """The steward recognises somebody in the second export."""
        export = self._ask(STROKE, epsilon="2")
        for rank in (1, 2, 3):
            self._tick(export, rank, "recognised" if rank == 3 else "clear")

    def _tick(self, export: ExportRequest, rank: int, verdict: str) -> None:
        self.clock.later(35)
        steward = self.cast.steward
        seen = read_sampled(actor=steward, export=export, rank=rank)
        tick_note(
            actor=steward, export=export, public_id=seen.public_id, seal=seen.seal, verdict=verdict
        )

    def _code(self) -> None:
        """In the first notes of three codes or more the reviewer keeps the likely ones and rejects the least likely. (How the notes
        follow one another is drawn anew for each demo.) Without the nomenclature the job stays queued, and says so when a worker
        takes it."""
        if not has_coder():
            return
        run(Job.objects.get(project=self.project, kind="predict_codes"))
        found = CodePrediction.objects.filter(note__project=self.project)
        by_note = groupby(found.order_by("note__order", "-score"), attrgetter("note_id"))
        several = (codes for _note, found in by_note if len(codes := list(found)) > 2)
        for codes in islice(several, 6):
            for code in codes:
                self.clock.later(11)
                is_doubtful = (code.score or 0) < 0.5 or code is codes[-1]
                decision = "rejected" if is_doubtful else "accepted"
                decide_code(actor=self.cast.reviewer, prediction_id=code.pk, decision=decision)

    def _document(self, note: Note) -> Document:
        return Document.objects.select_related("project").get(
            project=self.project, external_id=note.id
        )


def begin(clock: Clock, name: str) -> Project:
    """The project on its first day."""
    clock.at(1, "08:30")
    project = Project.objects.create(name=name)
    create_project_labels(project)
    record("project.created", actor=None, project=project, target=project)
    return project


def prepare() -> None:
    """Reads what the story needs of no database: names and places, the dictionary of codes, what jobs import. A few of the notes
    are coded, for the dictionary makes its expressions when they are first looked for."""
    tables_of_prior(PlacePrior.POPULATION)  # what a new project has
    read_codes = codes_of()
    for note in load_corpus()[:CODED_BEFORE]:
        read_codes(note.text, ())
    for kind in JOBS:
        handler_of(kind)


def has_coder() -> bool:
    try:
        default_coder()
    except (NomenclatureMissingError, NomenclatureInvalidError):
        return False
    return True


def run(job: Job | None) -> None:
    """The worker's own road, here and now."""
    if job is None:
        raise RuntimeError("demo: no job was queued")
    run_job(str(job.pk))
    job.refresh_from_db()
    if job.state != Job.State.DONE:
        raise RuntimeError(f"demo {job.kind}: {job.state} {job.error}")


def build(
    export: ExportRequest,
    proved: list[dict[str, Any]] | None,
    doubts: Mapping[str, Sequence[InPiece]],
) -> ExportRequest:
    """As its job does, save that the model is not asked what it doubts: to load it and read thirty notes takes longer
    than all the rest of the history. `proved`: its certificates as they were found before; `doubts`: what the model doubted then."""
    if export.job is None:
        raise RuntimeError("demo export: no job was queued")
    held = _claimed(export.job)
    built = write_export_draft(
        export, job_id=held.pk, attempt=held.fence, on_progress=lambda done, total: None, codes_of=codes_of(),
        doubts_of=as_recorded(doubts), certificates_of=prove if proved is None else lambda policy, tables, folder: proved,
    )  # fmt: skip
    try:
        hold_charges(export, built.bills, assert_owned=lambda: None, on_block=lambda: None)
        with transaction.atomic():
            export = publish_build(export, built)
            jobs.finish(held, {"export": str(export.pk), "sha256": export.sha256})
    finally:
        built.draft.unlink(missing_ok=True)
    return export


def replay_training(job: Job, known: Training, clock: Clock) -> ModelVersion:
    """The version of a training that was run once, on the same notes, with its figures; its weights are not here."""
    held = _claimed(job)
    project, admin = held.project, held.created_by
    if admin is None:
        raise RuntimeError("demo training: nobody asked for it")
    draft = write_snapshot(project, Order(), name=str(job.pk), on_progress=lambda done, total: None)
    with transaction.atomic():
        snapshot, _is_new = publish_snapshot(
            project=project, actor=admin, order=Order(), draft=draft
        )
    clock.later(known.seconds)
    row = {"id": str(snapshot.pk), "number": snapshot.number, "address": snapshot.address}
    ids = document_ids(project)
    sides = [
        [JudgedNote.from_json(str(ids[key]), told[side]) for key, told in known.notes.items()]
        for side in (0, 1)
    ]
    Job.objects.filter(pk=job.pk).update(details=known.details)
    with transaction.atomic():
        version = add_candidate(
            ModelVersion, held, content_hash=known.content_hash, metrics={**known.metrics, "snapshot": row},
            told={"train_notes": known.train_notes, "test_notes": known.test_notes},
        )  # fmt: skip
        keep_note_results(version, sides[0], sides[1])
        jobs.finish(held, {"model": str(version.pk), "number": version.number})
    return version


def _claimed(job: Job) -> Job:
    """As a worker takes it."""
    held = jobs.claim(job.pk, worker="history")
    if held is None:
        raise RuntimeError(f"demo {job.kind}: not to be claimed")
    return held


def _shared_out(notes: Sequence[Note], days: Sequence[int]) -> dict[int, list[Note]]:
    """A few more each week: people get used to it."""
    weights = [1 + place / len(days) for place in range(len(days))]
    total, found, taken = sum(weights), {}, 0
    for place, day in enumerate(days):
        until = round(len(notes) * sum(weights[: place + 1]) / total)
        found[day] = list(notes[taken:until])
        taken = until
    return found
