"""The pre-annotation job: resumable, idempotent, and it passes the patient's identity."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from annotation.domain.text import text_sha256
from annotation.models import (
    Document,
    ImportBatch,
    Layer,
    LayerSpan,
    NoteAside,
    Patient,
    PatientRecord,
)
from annotation.services.write_priorities import priority_of_spans
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from tests.cancelling import run_cancelled_at
from worker.engine.build import EngineError
from worker.models import ModelVersion
from worker.selectors.engines import detector_of, forget_engines
from worker.selectors.versions import promoted_hash
from worker.services.read_notes import ApartNoteReader, Reading
from worker.tasks import preannotate, run_job
from worker.tasks.context import JobContext


class FirstWord:
    """An engine of the test: the first word is a name; remembers what it was given."""

    def __init__(self, version="test-1"):
        self.version = version
        self.calls: list[tuple[list[str], list[PatientIdentity | None]]] = []

    def detect(self, texts, patients=None):
        self.calls.append((list(texts), list(patients)))
        return [[Span(0, len(t.split()[0]), "PER", "NOM", 0.8, "rule:first")] for t in texts]

    def read(self, texts, patients, on_wait=None):
        return [
            Reading(tuple(spans), priority_of_spans(text, spans))
            for text, spans in zip(texts, self.detect(texts, patients), strict=True)
        ]

    def close(self):
        pass


@pytest.fixture(autouse=True)
def quiet(settings):
    settings.JOB_LEASE_SECONDS = 3600.0


@pytest.fixture
def engine(monkeypatch):
    made = FirstWord()
    monkeypatch.setattr(preannotate, "reader_for", lambda _project: made)
    return made


@pytest.fixture
def make_notes(project):
    def make(count, **fields):
        start = Document.staged_too.count() + 1
        notes = [
            Document(
                project=project,
                external_id=f"n{n}",
                position=n,
                text=f"Durand{n} va bien",
                sha256=text_sha256(f"Durand{n} va bien"),
                **fields,
            )
            for n in range(start, start + count)
        ]
        return Document.staged_too.bulk_create(notes)

    return make


@pytest.fixture
def preannotated(project, admin):
    def run() -> Job:
        job = jobs.enqueue(kind="preannotate", project=project, actor=admin)
        run_job(str(job.pk))
        job.refresh_from_db()
        return job

    return run


def test_every_note_gets_one_closed_suggestion(engine, make_notes, preannotated):
    make_notes(2)
    job = preannotated()
    assert (job.state, job.error) == ("done", "")
    assert job.result == {"documents": 2, "spans": 2, "engine": "test-1"}
    layers = Layer.objects.all()
    assert {(la.kind, la.engine_version, la.state) for la in layers} == {
        ("suggestion", "test-1", "submitted")
    }
    span = LayerSpan.objects.get(layer__document__external_id="n1")
    assert (span.start, span.end, span.surface, span.state) == (0, 7, "Durand1", "suggested")
    assert (span.score, span.source) == (0.8, "rule:first")
    assert set(Document.objects.values_list("state", flat=True)) == {"preannotated"}


def test_notes_go_by_batches_of_32(engine, make_notes, preannotated):
    make_notes(70)
    job = preannotated()
    assert [len(texts) for texts, _patients in engine.calls] == [32, 32, 6]
    assert (job.progress_done, job.progress_total) == (70, 70)


def test_a_second_run_has_nothing_to_do(engine, make_notes, preannotated):
    make_notes(2)
    preannotated()
    assert preannotated().result["documents"] == 0
    assert Layer.objects.count() == 2


def test_another_engine_version_adds_its_own_layer(engine, make_notes, preannotated):
    make_notes(1)
    preannotated()
    engine.version = "test-2"
    preannotated()
    versions = Layer.objects.order_by("created_at").values_list("engine_version", flat=True)
    assert list(versions) == ["test-1", "test-2"]


def test_the_identity_of_the_patient_is_passed(engine, make_notes, preannotated, project):
    patient = Patient.objects.create(project=project, external_id="p1")
    PatientRecord.objects.create(
        patient=patient, identity={"last_name": ["Durand"], "city": "Dijon"}
    )
    make_notes(1, patient=patient)
    make_notes(1)
    preannotated()
    (_texts, patients), = engine.calls  # fmt: skip
    assert patients == [PatientIdentity(id="p1", last_name=("Durand",), city="Dijon"), None]


def test_a_note_in_work_keeps_its_state(engine, make_notes, preannotated):
    make_notes(1, state=Document.State.IN_PROGRESS)
    preannotated()
    assert Document.objects.get().state == "in_progress"


def test_notes_of_an_unfinished_import_are_left_alone(
    engine, make_notes, preannotated, project, admin
):
    batch = ImportBatch.objects.create(
        project=project, created_by=admin, file_name="x", format="jsonl", size_bytes=1, sha256="0"
    )
    make_notes(1, batch=batch)
    preannotated()
    assert engine.calls == []
    assert Layer.staged_too.count() == 0


@pytest.mark.fault("F1")
def test_it_goes_on_where_a_killed_attempt_stopped(
    engine, make_notes, preannotated, monkeypatch, project, admin
):
    class Killed(BaseException):
        pass

    make_notes(70)
    store, stored = preannotate.store_suggestions, []

    def killing(items, **fields):
        if stored:
            raise Killed
        stored.append(store(items, **fields))

    monkeypatch.setattr(preannotate, "store_suggestions", killing)
    job = jobs.enqueue(kind="preannotate", project=project, actor=admin)
    with pytest.raises(Killed):
        run_job(str(job.pk))
    assert Layer.objects.count() == 32
    monkeypatch.setattr(preannotate, "store_suggestions", store)
    Job.objects.filter(pk=job.pk).update(lease_until="2020-01-01T00:00:00Z")
    jobs.sweep()
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.result["documents"] == 38
    assert Layer.objects.count() == LayerSpan.objects.count() == 70


@pytest.mark.fault("F14")
def test_cancel_stops_between_two_batches(engine, make_notes, preannotated, project, admin):
    make_notes(70)
    job = jobs.enqueue(kind="preannotate", project=project, actor=admin)
    detect = engine.detect

    def cancelling(texts, patients=None):
        Job.objects.filter(pk=job.pk).update(cancel_requested=True)
        return detect(texts, patients)

    engine.detect = cancelling
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    assert Layer.objects.count() == 32


@pytest.mark.fault("F14")
def test_a_preannotation_stops_before_any_batch_and_goes_on_from_there(
    engine, make_notes, project, admin, monkeypatch
):
    """Cancelled at each look in turn: whole batches are kept, and the last attempt reads what is left."""
    make_notes(70)
    job = jobs.enqueue(kind="preannotate", project=project, actor=admin)
    seen = []
    for step in range(1, 10):
        looked = run_cancelled_at(step, job, admin, monkeypatch)
        seen.append(Layer.objects.count())
        if job.state != Job.State.CANCELLED:
            break
        assert len(looked) == step
        jobs.retry(job, actor=admin)
    assert (job.state, seen[0], seen[-1]) == (Job.State.DONE, 0, 70)
    assert all(count % 32 == 0 for count in seen[:-1] if count < 70)


def test_an_unreadable_model_refuses_the_job(make_notes, preannotated, monkeypatch):
    def broken(_project):
        raise EngineError("illisible")

    monkeypatch.setattr(preannotate, "reader_for", broken)
    job = preannotated()
    assert job.state == Job.State.FAILED
    assert job.error.startswith("Le modèle en service")


def test_an_engine_that_reads_nothing_at_all_sets_no_note_aside(engine, make_notes, preannotated):
    """No memory for any note, a library that this processor can't run: the notes are not at fault."""
    make_notes(3)
    engine.read = lambda texts, _patients, _on_wait=None: [Reading(failure="broken") for _ in texts]
    job = preannotated()
    assert job.state != Job.State.DONE
    assert not NoteAside.objects.exists()
    assert Document.objects.count() == 3
    assert Layer.objects.count() == 0


def test_the_rules_find_a_name_in_a_note(make_notes, preannotated, project):
    forget_engines()
    text = "M. Durand, né à Dijon, a été vu le 12/02/2020."
    Document.objects.create(
        project=project, external_id="r", position=1, text=text, sha256=text_sha256(text)
    )
    preannotated()
    found = {(s.surface, s.label) for s in LayerSpan.objects.all()}
    assert {("Durand", "PER"), ("Dijon", "LOC"), ("12/02/2020", "DATE")} <= found


def test_the_registry_keeps_one_engine_and_swaps_it_on_promotion(project, monkeypatch, settings):
    forget_engines()
    built = []

    def build(engine, folder, cache):
        built.append((engine, folder.name if folder else None))
        return FirstWord(f"v{len(built)}")

    monkeypatch.setattr("worker.selectors.engines.build_detector", build)
    first = detector_of(promoted_hash(project.pk))
    assert detector_of(promoted_hash(project.pk)) is first
    version = ModelVersion.objects.create(
        project=project, number=1, content_hash="abc", state="promoted", train_notes=1, test_notes=1
    )
    assert detector_of(promoted_hash(project.pk)) is not first
    version.state = "retired"
    version.save()
    assert detector_of(promoted_hash(project.pk)) is first
    assert built == [("hybrid", "mini-model"), ("hybrid", "abc")]
    forget_engines()


# --- notes that no engine can read


@pytest.fixture
def poisonable(monkeypatch, tmp_path):
    """A real child whose engine loops in C on « POISON », dies on « CRASH » and raises on « ERREUR »."""

    def build(_project):
        return ApartNoteReader(
            tmp_path, tmp_path, note_seconds=0.5, module="tests.worker.tasks.poisonable_engine"
        )

    monkeypatch.setattr(preannotate, "reader_for", build)


@pytest.mark.slow
def test_a_poison_note_is_set_aside_by_itself_and_the_job_goes_on(
    poisonable, make_notes, preannotated, project
):
    words = ("POISON", "CRASH", "ERREUR")
    for number, word in enumerate(words, start=1):
        text = f"Vu {word} hier"
        Document.objects.create(
            project=project, external_id=word, position=number, text=text, sha256=text_sha256(text)
        )
    make_notes(3)
    job = preannotated()
    assert (job.state, job.error, job.attempt) == ("done", "", 1)
    assert (job.result["documents"], job.result["aside"]) == (3, 3)
    assert job.message == "3 notes écartées"
    asides = dict(NoteAside.objects.values_list("document__external_id", "why"))
    assert asides == {"POISON": "slow", "CRASH": "broken", "ERREUR": "broken"}
    assert Layer.objects.count() == Document.objects.count() == 3
    assert AuditEntry.objects.filter(action="note.quarantined").count() == 3
    # nothing is left to do, and the next attempt does not begin again
    assert preannotated().result["documents"] == 0


@pytest.mark.slow
def test_to_stop_the_job_does_not_wait_for_the_note(poisonable, project, admin):
    text = "Vu POISON hier"
    Document.objects.create(
        project=project, external_id="p", position=1, text=text, sha256=text_sha256(text)
    )
    job = jobs.enqueue(kind="preannotate", project=project, actor=admin)
    check, calls = JobContext.check, []

    def asked(self, *arguments):
        calls.append(arguments)
        if len(calls) == 3:  # while the child is silent
            Job.objects.filter(pk=job.pk).update(cancel_requested=True)
        return check(self, *arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(JobContext, "check", asked)
        run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, NoteAside.objects.count()) == ("cancelled", 0)


@pytest.mark.fault("F2")
@pytest.mark.slow
def test_a_machine_without_memory_for_the_model_says_so_and_other_jobs_go_on(
    monkeypatch, tmp_path, make_notes, project, admin, settings
):
    """A real child under a real limit: three attempts, no note is at fault, the next job runs."""

    def build(_project):
        model = Path(settings.SHIPPED_MODEL)
        return ApartNoteReader(model, tmp_path / "4", module="tests.worker.tasks.starved_engine")

    monkeypatch.setattr(preannotate, "reader_for", build)
    make_notes(3)
    job = jobs.enqueue(kind="preannotate", project=project, actor=admin)
    for state in ("queued", "queued", "dead"):
        Job.objects.filter(pk=job.pk).update(run_after=None)
        run_job(str(job.pk))
        job.refresh_from_db()
        assert (job.state, job.error) == (
            state,
            "La mémoire de cette machine ne suffit pas à ce travail.",
        )
    assert not NoteAside.objects.exists()
    other = jobs.enqueue(kind="backfill", project=project, actor=admin)
    run_job(str(other.pk))
    other.refresh_from_db()
    assert other.state == "done"


@pytest.mark.slow
@pytest.mark.parametrize("megabytes", [0, 12, 16, 20, 24, 32])
def test_memory_that_ends_at_any_step_of_the_loading_is_told_as_memory(
    megabytes, tmp_path, settings
):
    """Libraries in Rust panic, those in C end the process: « Revenez à un modèle précédent » was said of some."""
    with pytest.raises(MemoryError):
        ApartNoteReader(
            Path(settings.SHIPPED_MODEL),
            tmp_path / str(megabytes),
            module="tests.worker.tasks.starved_engine",
        )


@pytest.mark.slow
def test_an_engine_without_room_for_a_thread_has_no_memory(tmp_path):
    with pytest.raises(MemoryError):
        ApartNoteReader(tmp_path, tmp_path, module="tests.worker.tasks.engine_without_thread")


@pytest.mark.slow
def test_a_note_that_needs_more_memory_than_the_engine_has_is_set_aside(
    monkeypatch, tmp_path, make_notes, preannotated, project
):
    def build(_project):
        return ApartNoteReader(tmp_path, tmp_path, module="tests.worker.tasks.poisonable_engine")

    monkeypatch.setattr(preannotate, "reader_for", build)
    text = "Vu MEMOIRE hier"
    Document.objects.create(
        project=project, external_id="m", position=1, text=text, sha256=text_sha256(text)
    )
    make_notes(3)
    job = preannotated()
    assert (job.state, job.result["documents"], job.result["aside"]) == ("done", 3, 1)
    assert NoteAside.objects.get().document.external_id == "m"


@pytest.mark.fault("F19")
@pytest.mark.slow
def test_a_card_that_vanishes_is_named_and_the_notes_are_read_on_the_processor(
    monkeypatch, tmp_path, make_notes, preannotated
):
    """A real child, whose card fails at the second batch."""
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")

    def build(_project):
        return ApartNoteReader(tmp_path, tmp_path, module="tests.worker.tasks.engine_on_a_card")

    monkeypatch.setattr(preannotate, "reader_for", build)
    make_notes(40)
    job = preannotated()
    assert (job.state, job.attempt, Layer.objects.count()) == ("queued", 1, 32)
    assert job.error.startswith("La carte graphique CUDA ne répond plus.")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.attempt, job.error) == ("done", 2, "")
    assert (Layer.objects.count(), NoteAside.objects.count()) == (40, 0)
