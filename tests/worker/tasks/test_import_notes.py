"""The import job: all or nothing, whatever happens in the middle."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.domain.formats.jsonl import MAX_LINE_BYTES
from annotation.models import Document, ImportBatch, Layer, LayerSpan, Patient, PatientRecord
from annotation.services.import_documents import _publish, _write
from annotation.services.start_import import start_import
from annotation.services.store_upload import upload_path
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from worker.tasks import run_job

NOTE = {"id": "n1", "text": "Mme Durand va bien."}
NAME = {"start": 4, "end": 10, "label": "PER", "subtype": "NOM"}


@pytest.fixture(autouse=True)
def import_dir(settings, tmp_path):
    settings.IMPORT_DIR = tmp_path / "imports"
    settings.JOB_LEASE_SECONDS = 3600.0  # the heartbeat thread has nothing to do


def upload(*records, name="notes.jsonl"):
    lines = [r if isinstance(r, bytes) else json.dumps(r).encode() for r in records]
    return SimpleUploadedFile(name, b"\n".join(lines) + b"\n")


@pytest.fixture
def imported(project, admin):
    """imported(upload, …) → the batch after its job has run."""

    def run(file, format_name="jsonl", *, gold=False) -> ImportBatch:
        batch = start_import(
            actor=admin,
            project=project,
            upload=file,
            format_name=format_name,
            entities_are_gold=gold,
        )
        run_job(str(batch.job_id))
        return ImportBatch.objects.select_related("job").get(pk=batch.pk)

    return run


def assert_nothing_left(batch):
    assert Document.staged_too.count() == 0
    assert Layer.staged_too.count() == 0
    assert LayerSpan.objects.count() == 0
    assert Patient.objects.count() == 0
    assert not upload_path(batch.pk).exists()


def test_a_file_becomes_notes_in_order(imported, project):
    batch = imported(
        upload(
            {**NOTE, "meta": {"type": "CRH", "date": "2024-01-31", "service": "Cardiologie"}},
            {"id": "n2", "text": "Deux"},
        )
    )
    assert (batch.state, batch.document_count, batch.report) == ("done", 2, [])
    assert batch.job.state == Job.State.DONE
    assert batch.job.result == {"documents": 2, "gold": 0, "normalised": 0}
    first, second = Document.objects.all()
    assert (first.external_id, first.position, first.text) == ("n1", 1, "Mme Durand va bien.")
    assert (first.doc_type, str(first.doc_date)) == ("CRH", "2024-01-31")
    assert first.service == "Cardiologie"
    assert (second.external_id, second.position, second.state) == ("n2", 2, "imported")
    assert not upload_path(batch.pk).exists()


def test_a_finished_import_queues_the_preannotation_once(imported, project):
    imported(upload(NOTE))
    imported(upload({"id": "n2", "text": "Deux"}))
    assert Job.objects.filter(kind="preannotate", project=project, state="queued").count() == 1


def test_positions_go_on_from_one_import_to_the_next(imported):
    imported(upload(NOTE))
    imported(upload({"id": "n2", "text": "Deux"}))
    assert list(Document.objects.values_list("external_id", "position")) == [("n1", 1), ("n2", 2)]


def test_entities_become_a_suggestion_unless_they_are_declared_valid(imported):
    imported(upload({**NOTE, "entities": [{**NAME, "score": 0.5, "source": "rule:x"}]}))
    layer = Layer.objects.get()
    assert (layer.kind, layer.engine_version, layer.author) == ("suggestion", "import", None)
    span = layer.spans.get()
    assert (span.start, span.end, span.surface, span.score) == (4, 10, "Durand", 0.5)
    assert (span.state, span.source) == ("suggested", "rule:x")
    assert Document.objects.get().state == "imported"


def test_entities_declared_valid_become_gold_and_a_note_without_any_does_not(imported, admin):
    imported(upload({**NOTE, "entities": [NAME]}, {"id": "n2", "text": "Deux"}), gold=True)
    layer = Layer.objects.get()
    assert (layer.kind, layer.version, layer.author) == ("gold", 1, admin)
    assert layer.spans.get().state == "accepted"
    states = dict(Document.objects.values_list("external_id", "state"))
    assert states == {"n1": "gold", "n2": "imported"}


def test_patients_are_kept_apart_and_their_identity_grows(imported):
    patient = {"id": "p1", "last_name": ["Durand"], "birth_date": "1951-05-03"}
    imported(
        upload({**NOTE, "patient": patient}, {"id": "n2", "text": "Deux", "patient": {"id": "p1"}})
    )
    more = {"id": "p1", "last_name": ["Morel"], "city": "Dijon"}
    imported(upload({"id": "n3", "text": "Trois", "patient": more}))
    assert Patient.objects.get().documents.count() == 3
    assert PatientRecord.objects.get().identity == {
        "last_name": ["Durand", "Morel"],
        "birth_date": "1951-05-03",
        "city": "Dijon",
    }


def test_a_refused_import_leaves_a_known_patient_as_he_was(imported):
    imported(upload({**NOTE, "patient": {"id": "p1", "last_name": ["Durand"]}}))
    imported(upload({"id": "n2", "text": "Deux", "patient": {"id": "p1", "city": "Dijon"}}, NOTE))
    assert PatientRecord.objects.get().identity == {"last_name": ["Durand"]}


def test_line_ends_are_normalised_entities_follow_and_the_report_says_so(imported):
    text = "Ligne\r\nMme Durand"
    entity = {"start": 11, "end": 17, "label": "PER", "surface": "Durand"}
    batch = imported(upload({"id": "n1", "text": text, "entities": [entity]}))
    assert Document.objects.get().text == "Ligne\nMme Durand"
    assert LayerSpan.objects.get().start == 10
    assert batch.report[0]["field"] == "text"
    assert batch.report[0]["reason"].startswith("1 note avait des fins de ligne")


def test_plain_text_is_one_note_named_after_its_content(imported):
    batch = imported(SimpleUploadedFile("DURAND Jeanne.txt", "Vue à Dijon".encode()), "text")
    note = Document.objects.get()
    assert note.text == "Vue à Dijon"
    assert note.external_id.startswith("texte-")
    assert "DURAND" not in note.external_id
    assert batch.document_count == 1


BAD = [
    # what the file holds, line, field, words of the reason
    ("Windows-1252", [b'{"id": "n1", "text": "caf\xe9"}'], 0, "", "le fichier semble en Windows-1252"),
    ("one line of another encoding", ["{\"id\": \"n0\", \"text\": \"café\"}".encode(), b'{"id": "n1", "text": "caf\xe9"}'], 2, "", "encodage illisible"),
    ("NUL", [{"id": "n1", "text": "a\0b"}], 1, "text", "caractère nul"),
    ("reversed", [{**NOTE, "entities": [{**NAME, "start": 10, "end": 4}]}], 1, "entities[0]", "inversées"),
    ("out of range", [{**NOTE, "entities": [{**NAME, "end": 99}]}], 1, "entities[0]", "hors du texte"),
    ("negative", [{**NOTE, "entities": [{**NAME, "start": -1}]}], 1, "entities[0]", "hors du texte"),
    ("surface", [{**NOTE, "entities": [{**NAME, "surface": "Morel"}]}], 1, "entities[0].surface",
     "ne correspond pas"),
    ("duplicate", [NOTE, {"id": "n2", "text": "Deux"}, NOTE], 3, "id", "déjà présent dans ce fichier"),
    ("label", [{**NOTE, "entities": [{**NAME, "label": "XYZ"}]}], 1, "entities[0].label", "inconnue"),
    ("sub-type", [{**NOTE, "entities": [{**NAME, "subtype": "VILLE"}]}], 1, "entities[0].subtype",
     "inconnu"),
    ("no JSON", [NOTE, b"{oops"], 2, "", "JSON invalide"),
    ("no text", [{"id": "n1"}], 1, "text", "obligatoire"),
    ("blank file", [b"  "], 0, "", "vide"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "records", "line", "field", "reason"), BAD, ids=[b[0] for b in BAD]
)
def test_bad_input_is_refused_with_line_and_field(imported, case, records, line, field, reason):
    batch = imported(upload(*records))
    assert batch.state == ImportBatch.State.REFUSED
    assert (batch.report[0]["line"], batch.report[0]["field"]) == (line, field)
    assert reason in batch.report[0]["reason"]
    assert batch.job.state == Job.State.FAILED
    assert batch.job.error.startswith("Rien n'a été importé")
    assert reason in batch.job.error
    for secret in ("Durand", "Morel", "notes.jsonl"):
        assert secret not in batch.job.error
        assert secret not in json.dumps(batch.report)
    assert_nothing_left(batch)


def test_a_line_over_ten_megabytes_is_refused_and_the_next_lines_keep_their_numbers(imported):
    long_line = json.dumps({"id": "n1", "text": "x" * MAX_LINE_BYTES}).encode()
    batch = imported(upload(long_line, b"{oops", {"id": "n3", "text": "Trois"}))
    assert [(e["line"], e["reason"][:20]) for e in batch.report] == [
        (1, "la ligne dépasse 10 "),
        (2, "JSON invalide (colon"),
    ]
    assert_nothing_left(batch)


def test_every_bad_line_is_reported_in_one_go(imported):
    batch = imported(upload(b"{", NOTE, {"id": "n2", "text": ""}, NOTE, {"id": "n4", "text": "ok"}))
    assert [(e["line"], e["field"]) for e in batch.report] == [(1, ""), (3, "text"), (4, "id")]
    assert "3 erreurs trouvées. Ligne 1" in batch.job.error


def test_at_most_fifty_errors_are_kept(imported):
    batch = imported(upload(*[b"{"] * 80))
    assert len(batch.report) == 50


def test_an_id_that_the_project_has_is_refused_with_its_line(imported):
    imported(upload(NOTE))
    batch = imported(upload({"id": "n2", "text": "Deux"}, NOTE))
    assert batch.report == [
        {"line": 2, "field": "id", "reason": "identifiant déjà présent dans ce projet"}
    ]
    assert Document.staged_too.count() == 1


def test_a_known_note_of_an_archive_is_named(imported):
    def archive(*names: str) -> SimpleUploadedFile:
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as target:
            for name in names:
                target.writestr(name, "Bonjour")
        return SimpleUploadedFile("notes.zip", stream.getvalue())

    assert imported(archive("2021/a.txt"), "text_zip").state == "done"
    batch = imported(archive("2021/a.txt", "2021/b.txt"), "text_zip")
    reason = "identifiant déjà présent dans ce projet"
    assert batch.report == [{"line": 0, "field": "id", "reason": reason, "file": "2021/a"}]


def test_the_same_id_in_another_project_is_no_matter(imported, other_project, make_user):
    imported(upload(NOTE))
    other = make_user("autre-admin", other_project, "admin")
    batch = start_import(
        actor=other, project=other_project, upload=upload(NOTE), format_name="jsonl"
    )
    run_job(str(batch.job_id))
    batch.refresh_from_db()
    assert batch.state == "done"


class Killed(BaseException):
    """What kill -9 does to the handler: nothing after it runs."""


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr("annotation.services.import_documents.CHUNK_NOTES", 2)


@pytest.fixture
def six_notes(project, admin, small_chunks):
    records = [{"id": f"n{i}", "text": f"Note {i} Durand", "entities": [
        {"start": 7, "end": 13, "label": "PER"}], "patient": {"id": f"p{i}"}} for i in range(6)]  # fmt: skip
    return start_import(actor=admin, project=project, upload=upload(*records), format_name="jsonl")


def kill_at_chunk(monkeypatch, number):
    write, calls = _write, []

    def killer(*args):
        write(*args)
        calls.append(1)
        if len(calls) == number:
            raise Killed

    monkeypatch.setattr("annotation.services.import_documents._write", killer)
    return write


@pytest.mark.fault("F1")
def test_an_import_killed_midway_shows_nothing_and_starts_again(
    six_notes, admin, project, monkeypatch
):
    write = kill_at_chunk(monkeypatch, 3)
    with pytest.raises(Killed):
        run_job(str(six_notes.job_id))
    assert Document.staged_too.count() == 4  # two chunks were committed
    assert Document.objects.count() == 0
    assert Document.objects.visible_to(admin).count() == 0
    assert Layer.objects.count() == 0
    assert upload_path(six_notes.pk).exists()

    monkeypatch.setattr("annotation.services.import_documents._write", write)
    Job.objects.filter(pk=six_notes.job_id).update(lease_until="2020-01-01T00:00:00Z")
    jobs.sweep()
    run_job(str(six_notes.job_id))
    assert Document.objects.count() == Document.staged_too.count() == 6
    assert list(Document.objects.values_list("position", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert Patient.objects.count() == 6
    assert LayerSpan.objects.count() == 6


def test_a_dead_import_does_not_bar_its_file(six_notes, admin, project, monkeypatch):
    write = kill_at_chunk(monkeypatch, 2)
    with pytest.raises(Killed):
        run_job(str(six_notes.job_id))
    monkeypatch.setattr("annotation.services.import_documents._write", write)
    Job.objects.filter(pk=six_notes.job_id).update(state=Job.State.DEAD, lease_until=None)
    again = start_import(
        actor=admin,
        project=project,
        upload=upload({"id": "n0", "text": "Zéro"}),
        format_name="jsonl",
    )
    run_job(str(again.job_id))
    again.refresh_from_db()
    assert again.state == "done"
    assert list(Document.staged_too.values_list("external_id", flat=True)) == ["n0"]


@pytest.mark.fault("F14")
def test_a_cancelled_import_leaves_nothing(six_notes, admin, monkeypatch):
    from worker.tasks import import_notes

    monkeypatch.setattr(import_notes, "PROGRESS_SECONDS", 0)
    write = _write

    def cancelling(*args):
        write(*args)
        Job.objects.filter(pk=six_notes.job_id).update(cancel_requested=True)

    monkeypatch.setattr("annotation.services.import_documents._write", cancelling)
    run_job(str(six_notes.job_id))
    six_notes.refresh_from_db()
    assert six_notes.state == ImportBatch.State.REFUSED
    assert six_notes.job.state == Job.State.CANCELLED
    assert_nothing_left(six_notes)


@pytest.mark.fault("F14")
@pytest.mark.parametrize("chunk", [1, 2, 3])
def test_an_import_cancelled_before_any_chunk_leaves_nothing(chunk, six_notes, admin, monkeypatch):
    from worker.tasks import import_notes

    monkeypatch.setattr(import_notes, "PROGRESS_SECONDS", 0)
    write, written = _write, []

    def cancelling(*args):
        written.append(1)
        if len(written) == chunk:
            Job.objects.filter(pk=six_notes.job_id).update(cancel_requested=True)
        write(*args)

    monkeypatch.setattr("annotation.services.import_documents._write", cancelling)
    run_job(str(six_notes.job_id))
    six_notes.refresh_from_db()
    assert (six_notes.state, six_notes.job.state) == ("refused", Job.State.CANCELLED)
    assert len(written) == chunk, "nothing is written after it"
    assert_nothing_left(six_notes)


def test_an_attempt_that_lost_its_lease_publishes_nothing(six_notes, monkeypatch):
    publish = _publish

    def overtaken(run):
        Job.objects.filter(pk=six_notes.job_id).update(fence=99)
        publish(run)

    monkeypatch.setattr("annotation.services.import_documents._publish", overtaken)
    run_job(str(six_notes.job_id))
    six_notes.refresh_from_db()
    assert six_notes.state == ImportBatch.State.PENDING
    assert Document.objects.count() == 0


@pytest.mark.fault("F5")
def test_a_job_delivered_twice_imports_once(six_notes):
    run_job(str(six_notes.job_id))
    run_job(str(six_notes.job_id))
    assert Document.objects.count() == 6
    assert AuditEntry.objects.filter(action="import.done").count() == 1


def test_a_worker_that_dies_after_publishing_leaves_no_upload_behind(six_notes, monkeypatch):
    def die(_batch):
        raise OSError

    with monkeypatch.context() as patched:
        patched.setattr("annotation.services.import_documents.delete_upload", die)
        run_job(str(six_notes.job_id))
    assert upload_path(six_notes.pk).exists()
    Job.objects.filter(pk=six_notes.job_id).update(run_after=None)
    run_job(str(six_notes.job_id))
    assert Job.objects.get(pk=six_notes.job_id).state == Job.State.DONE
    assert not upload_path(six_notes.pk).exists()


def test_a_lost_upload_is_refused_clearly(six_notes):
    upload_path(six_notes.pk).unlink()
    run_job(str(six_notes.job_id))
    job = Job.objects.get(pk=six_notes.job_id)
    assert job.state == Job.State.FAILED
    assert "le fichier n'est plus là" in job.error


def test_a_refused_job_that_is_retried_says_the_same(imported, admin):
    batch = imported(upload(b"{"))
    jobs.retry(batch.job, actor=admin)
    run_job(str(batch.job_id))
    batch.job.refresh_from_db()
    assert batch.job.state == Job.State.FAILED
    assert "Ligne 1" in batch.job.error


def test_audit_has_counts_and_no_names(imported, project):
    imported(upload(NOTE, name="Durand Jeanne.jsonl"))
    entries = AuditEntry.objects.filter(project_ref=project.pk, action__startswith="import.")
    assert [e.action for e in entries] == ["import.started", "import.done"]
    assert entries[1].details == {"documents": 1, "gold": 0}
    assert "Durand" not in json.dumps([e.details for e in entries])
