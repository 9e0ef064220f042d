"""A person who says no: not imported, erased where he was, and no file that holds him leaves."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from annotation.domain.opposition import digests_of, forms_of
from annotation.models import (
    DatasetFile,
    DatasetSnapshot,
    Document,
    ImportBatch,
    Layer,
    Opposition,
    Patient,
    PatientRecord,
)
from annotation.selectors import oppositions
from annotation.selectors.dataset_files import dataset_file_path, snapshot_path
from annotation.selectors.oppositions import has_lost_patients
from annotation.services import import_documents
from annotation.services import oppose as opposing
from annotation.services.build_snapshot import Order, request_snapshot
from annotation.services.decide_dataset_file import NotDecidedError, decide_dataset_file
from annotation.services.erase_patients import erase_patients
from annotation.services.forget_snapshots import forget_snapshots
from annotation.services.open_dataset_file import OpposedSinceError, open_dataset_file
from annotation.services.oppose import foresee_oppositions, oppose, withdraw_oppositions
from annotation.services.start_annotation import start_annotation
from annotation.services.start_import import start_import
from annotation.services.submit_layer import submit_layer
from annotation.services.write_dataset_file import request_dataset_file, write_dataset_file
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from tests.annotation.conftest import CITY, DAY, NAME, TEXT
from tests.annotation.services.test_datasets import build, written
from worker.tasks import run_job

IPP = "8003456123"


@pytest.fixture(autouse=True)
def folders(settings, tmp_path):
    settings.DATASET_DIR, settings.IMPORT_DIR = tmp_path / "datasets", tmp_path / "imports"


@pytest.fixture
def two(make_note, project, annotator):
    """Two patients with a validated note each; the first one's IPP is known."""
    notes = []
    for number in (1, 2):
        patient = Patient.objects.create(project=project, external_id=f"p{number}")
        PatientRecord.objects.create(patient=patient, identity={"ipp": f"{IPP}{number}"})
        note = make_note(TEXT, [NAME, CITY, DAY], patient=patient, doc_type="CRH")
        submit_layer(
            actor=annotator, layer=start_annotation(actor=annotator, document=note), if_match=0
        )
        notes.append(note)
    return notes


@pytest.mark.parametrize(
    ("typed", "stands_for"),
    [
        ("8003456123", {"8003456123"}),
        (" 800-345 6123\u00a0", {"8003456123"}),
        ("2 84 05 88 123 456 07", {"284058812345607", "2840588123456"}),
        ("1 85 05 2A 123 456 07", {"185052a12345607", "185052a123456"}),
        ("Épi-7", {"epi7"}),
        (" - ", set()),
    ],
)
def test_how_a_number_is_typed_makes_no_difference(typed, stands_for):
    assert forms_of(typed) == stands_for


def test_the_digest_needs_the_key():
    assert digests_of(IPP, b"a").isdisjoint(digests_of(IPP, b"b"))


@pytest.mark.parametrize(
    "named_by", [{"id": "p-9"}, {"id": "q", "ipp": "80 03"}, {"id": "q", "nir": "284058812345607"}]
)
def test_an_import_with_an_opposed_patient_is_refused_with_the_line_and_nothing_comes_in(
    admin, project, jsonl, labels, named_by
):
    oppose(["P9", "8003", "2 84 05 88 123 456 07"])
    notes = [
        {"id": "n1", "text": "Bonjour", "patient": {"id": "r"}},
        {"id": "n2", "text": "Bonjour", "patient": named_by},
    ]
    batch = start_import(actor=admin, project=project, upload=jsonl(*notes), format_name="jsonl")
    run_job(str(batch.job_id))
    batch.refresh_from_db()
    assert batch.state == ImportBatch.State.REFUSED
    assert [(row["line"], row["field"]) for row in batch.report] == [(2, "patient")]
    assert "s'oppose" in batch.report[0]["reason"]
    assert not Document.staged_too.exists()


def test_who_has_changed_his_mind_is_imported_again(admin, project, jsonl, labels):
    oppose(["r"])
    assert withdraw_oppositions(["R"]) == 1
    note = {"id": "n1", "text": "Bonjour", "patient": {"id": "r"}}
    batch = start_import(actor=admin, project=project, upload=jsonl(note), format_name="jsonl")
    run_job(str(batch.job_id))
    assert Document.objects.count() == 1


def test_his_notes_go_and_the_others_stay(two, project):
    foreseen = foresee_oppositions([f"{IPP}1"])
    assert (foreseen.patients, foreseen.notes, Document.objects.count()) == (1, 1, 2)
    done = oppose([f"{IPP}1", "9999"])
    assert (done.numbers, done.patients, done.notes, done.projects) == (2, 1, 1, 1)
    assert [note.pk for note in Document.staged_too.all()] == [two[1].pk]
    assert [row.identity["ipp"] for row in PatientRecord.objects.all()] == [f"{IPP}2"]
    assert Patient.objects.count() == 1


def test_neither_list_nor_journal_holds_the_number(two):
    oppose([f"{IPP}1"])
    kept = list(Opposition.objects.values_list("digest", flat=True))
    rows = json.dumps(
        list(
            AuditEntry.objects.filter(action__startswith="opposition").values_list(
                "details", flat=True
            )
        )
    )
    assert IPP not in rows + "".join(kept)
    assert '"notes": 1' in rows


def let_go(steward, file):
    """Another person has let it leave."""
    decide_dataset_file(
        actor=steward, file=file, approve=True, sha256=file.sha256, reason="Pour l'équipe."
    )
    file.refresh_from_db()
    return file


def test_a_data_set_made_before_does_not_leave_and_one_made_after_does(
    two, admin, steward, project
):
    snapshot = build(admin, project)
    before = let_go(steward, written(admin, snapshot, "jsonl"))
    open_dataset_file(actor=admin, file=before).close()
    oppose([f"{IPP}1"])
    with pytest.raises(OpposedSinceError):
        open_dataset_file(actor=admin, file=before)
    after = let_go(steward, written(admin, build(admin, project), "jsonl"))
    with open_dataset_file(actor=admin, file=after) as stream:
        assert len(stream.read().splitlines()) == 1


def test_the_page_says_why_a_data_set_does_not_leave(client, two, admin, steward, project):
    file = let_go(steward, written(admin, build(admin, project), "jsonl"))
    oppose([f"{IPP}1"])
    client.force_login(admin)
    answer = client.get(f"/projets/{project.pk}/jeux/fichiers/{file.pk}/", follow=True)
    if answer.status_code == 405:
        answer = client.post(f"/projets/{project.pk}/jeux/fichiers/{file.pk}/", follow=True)
    assert "opposé" in answer.content.decode()


def test_the_command_foresees_applies_and_names_a_bad_line_without_quoting_it(two, tmp_path):
    file = tmp_path / "liste.txt"
    file.write_text(f"\ufeff{IPP}1\n\n", encoding="utf-8")
    out = StringIO()
    call_command("oppose", str(file), stdout=out)
    assert "1 note(s) dans 1 projet(s) à effacer" in out.getvalue()
    assert Document.objects.count() == 2
    call_command("oppose", str(file), "--apply", stdout=out)
    assert Document.objects.count() == 1
    file.write_text(f"{IPP};Durand\n", encoding="utf-8")
    with pytest.raises(CommandError, match="ligne 1") as refused:
        call_command("oppose", str(file), "--apply")
    assert IPP not in str(refused.value)


@pytest.mark.parametrize(
    "line",
    ["1.23457E+14", "12345.0", '"8001"', '{"id": "8001"}', "<td>8001</td>", "80\x1b01", "9" * 201, "%PDF-1.4"],
)  # fmt: skip
def test_a_number_that_a_spreadsheet_rewrote_and_what_is_none_are_refused(line, tmp_path):
    """Folded, they would stand for somebody else, or for nobody: the one who said no would not be heard."""
    file = tmp_path / "liste.txt"
    file.write_text(f"2 84 05 88 123 456 07\nA-12.3/4\n{line}\n", encoding="utf-8")
    with pytest.raises(CommandError, match="ligne 3 : ") as refused:
        call_command("oppose", str(file), "--apply")
    assert line not in str(refused.value)


def test_a_note_read_twice_can_be_erased(make_note, project, annotator, make_user):
    """Readings and gold hold one another."""
    from annotation.models import WorkSettings

    WorkSettings.objects.update_or_create(
        project=project, defaults={"readers": 2, "hidden_percent": 0}
    )
    patient = Patient.objects.create(project=project, external_id="p1")
    note = make_note(TEXT, [NAME, CITY, DAY], patient=patient)
    for reader in (annotator, make_user("seconde", project, "annotator")):
        submit_layer(actor=reader, layer=start_annotation(actor=reader, document=note), if_match=0)
    assert Layer.objects.filter(kind="gold").exists()
    assert erase_patients([patient.pk]) == 1
    assert not Layer.staged_too.exists()


def test_the_same_gold_made_again_after_an_opposition_leaves(
    two, admin, steward, project, make_note
):
    """Who opposed had no validated note: the new data set is byte for byte the old one."""
    third = Patient.objects.create(project=project, external_id="p3")
    make_note(TEXT, [NAME], patient=third)
    before = build(admin, project)
    oppose(["p3"])
    assert has_lost_patients(project.pk, before.effects_seen)
    after = build(admin, project)
    assert after == before
    file = let_go(steward, written(admin, after, "jsonl"))
    open_dataset_file(actor=admin, file=file).close()


def test_nothing_is_written_or_let_go_of_a_barred_data_set_and_its_page_says_what_to_do(
    client, two, admin, steward, project
):
    snapshot = build(admin, project)
    file = written(admin, snapshot, "jsonl")
    oppose([f"{IPP}1"])
    with pytest.raises(NotDecidedError, match="nouveau"):
        let_go(steward, file)
    job = request_dataset_file(actor=admin, snapshot=snapshot, format_name="csv", part="all")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, "nouveau" in job.error) == ("failed", True)
    client.force_login(admin)
    page = client.get(f"/projets/{project.pk}/jeux/{snapshot.pk}/").content.decode()
    assert "Constituer un nouveau jeu" in page
    assert "Écrire le fichier" not in page


def forget(project):
    job = Job.objects.filter(kind="forget_notes", project=project).first()
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == "done", job.error
    return job.result


def test_files_that_hold_the_patient_are_erased_and_the_others_freed(
    two, admin, steward, project, make_note
):
    with_him = build(admin, project)
    file = written(admin, with_him, "jsonl")
    paths = [snapshot_path(with_him), dataset_file_path(file)]
    oppose([f"{IPP}1"])
    assert forget(project)["datasets"] == 1
    assert not any(path.exists() for path in paths)
    assert DatasetSnapshot.objects.filter(pk=with_him.pk).exists()
    assert not DatasetFile.objects.exists()
    without = build(admin, project)
    oppose(["p1"])  # nobody here bears it any more
    fourth = Patient.objects.create(project=project, external_id="p4")
    make_note(TEXT, [NAME], patient=fourth, external_id="n9")
    oppose(["p4"])
    assert has_lost_patients(project.pk, without.effects_seen)
    forget(project)
    without.refresh_from_db()
    assert not has_lost_patients(project.pk, without.effects_seen)
    assert snapshot_path(without).is_file()


def test_each_data_set_that_is_read_is_a_sign_that_the_job_gets_on(two, admin, project):
    build(admin, project)
    oppose([f"{IPP}1"])
    signs: list[str] = []
    forget_snapshots(project, effects_seen=1, on_snapshot=lambda: signs.append("one"))
    assert signs == ["one"]


def test_files_that_a_dead_attempt_has_left_go_with_the_next(
    two, admin, project, settings, monkeypatch
):
    snapshot = build(admin, project)
    for name in ("jsonl", "csv"):
        written(admin, snapshot, name)
    oppose([f"{IPP}1"])
    unlink, refused = Path.unlink, []

    def once(path, *args, **named):
        if not refused and path.is_relative_to(settings.DATASET_DIR):
            refused.append(path)
            raise PermissionError
        unlink(path, *args, **named)

    monkeypatch.setattr(Path, "unlink", once)
    with pytest.raises(PermissionError):
        forget_snapshots(project, effects_seen=1)
    assert forget(project)["datasets"] == 1
    assert not list(snapshot_path(snapshot).parent.iterdir())


def test_drafts_of_killed_attempts_go_and_those_of_living_ones_stay(two, admin, project):
    folder = snapshot_path(build(admin, project)).parent
    job = request_snapshot(actor=admin, project=project, order=Order())
    Job.objects.filter(pk=job.pk).update(state="running", fence=2)
    killed, living = (folder / f".draft-{job.pk}-{fence}" for fence in (1, 2))
    second = living.with_suffix(".network")
    for draft in (killed, living, second, killed.with_suffix(".network")):
        draft.write_text(TEXT)
    oppose([f"{IPP}1"])
    forget(project)
    assert set(folder.iterdir()) == {living, second}


def test_a_file_that_is_written_while_somebody_opposes_is_refused(two, admin, project, monkeypatch):
    snapshot = build(admin, project)

    def write_then_oppose(*args, **named):
        writing = write_dataset_file(*args, **named)
        oppose([f"{IPP}1"])
        return writing

    monkeypatch.setattr("worker.tasks.dataset.write_dataset_file", write_then_oppose)
    job = request_dataset_file(actor=admin, snapshot=snapshot, format_name="jsonl", part="all")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, "nouveau" in job.error) == ("failed", True)
    assert not DatasetFile.objects.exists()
    assert list(snapshot_path(snapshot).parent.iterdir()) == [snapshot_path(snapshot)]


def test_an_identity_that_grows_while_somebody_opposes_is_looked_at_again(
    admin, project, jsonl, labels, make_note, monkeypatch
):
    """The file tells the number of a patient who was there without it; he opposes between two chunks."""
    known = Patient.objects.create(project=project, external_id="p1")
    make_note(TEXT, [NAME], patient=known)
    notes = [
        {"id": "m1", "text": "Bonjour", "patient": {"id": "p1", "ipp": IPP}},
        {"id": "m2", "text": "Bonsoir", "patient": {"id": "p2"}},
    ]
    batch = start_import(actor=admin, project=project, upload=jsonl(*notes), format_name="jsonl")
    stage = import_documents._stage

    def stage_then_oppose(*args):
        stage(*args)
        oppose([IPP])

    monkeypatch.setattr(import_documents, "_stage", stage_then_oppose)
    run_job(str(batch.job_id))
    batch.refresh_from_db()
    assert batch.state == ImportBatch.State.REFUSED
    assert "s'oppose" in batch.report[0]["reason"]
    assert [note.patient.external_id for note in Document.staged_too.all()] == ["p1"]
    assert not any(IPP in str(record.identity) for record in PatientRecord.objects.all())


@pytest.mark.django_db(transaction=True)
def test_who_writes_about_a_note_that_goes_does_not_stop_the_opposition(two, monkeypatch):
    """A writer who does not hold the project adds a row to the note: the keys are looked at when all is written."""
    erased = []

    def erase_then_write(patients):
        count = erase_patients(patients)
        if not erased:
            Layer.objects.create(document=two[0], kind="suggestion", state="submitted")
        erased.append(count)
        return count

    monkeypatch.setattr("annotation.services.oppose.erase_patients", erase_then_write)
    assert oppose([f"{IPP}1"]).notes == 1
    assert erased == [1, 1]
    assert [note.pk for note in Document.staged_too.all()] == [two[1].pk]
    assert AuditEntry.objects.filter(action="opposition.applied").count() == 1
    assert Job.objects.filter(kind="forget_notes").count() == 1


@pytest.mark.django_db(transaction=True)
def test_while_all_projects_are_locked_only_what_has_come_since_is_opened(
    two, project, monkeypatch
):
    """The others have been opened before anybody had to wait."""
    opened = []
    open_one, apply = oppositions.identity_from_record, opposing._apply

    def open_and_tell(record, external_id):
        opened.append((external_id, connection.in_atomic_block))
        return open_one(record, external_id)

    def meanwhile(*given):
        late = Patient.objects.create(project=project, external_id="late")
        PatientRecord.objects.create(patient=late, identity={"ipp": f"{IPP}1"})
        record = PatientRecord.objects.get(patient=two[1].patient)
        record.identity = {"ipp": f"{IPP}1"}
        record.save()
        return apply(*given)

    monkeypatch.setattr(oppositions, "identity_from_record", open_and_tell)
    monkeypatch.setattr(opposing, "_apply", meanwhile)
    Patient.objects.create(project=project, external_id="untouched")
    assert oppose([f"{IPP}1"]).patients == 3
    assert sorted(name for name, is_locked in opened if not is_locked) == ["p1", "p2", "untouched"]
    assert sorted(name for name, is_locked in opened if is_locked) == ["late", "p2"]
    assert [one.external_id for one in Patient.objects.all()] == ["untouched"]
