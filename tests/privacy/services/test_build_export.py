"""The job that builds an export: same bytes again, nothing left behind, leaks found."""

from __future__ import annotations

import json
import sqlite3
import uuid
from contextlib import closing
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from django.core.management import call_command

from annotation.domain.formats.jsonl import note_to_json
from annotation.models import Document, Layer, LayerSpan, Patient
from annotation.services.oppose import oppose
from deidweb.audit.models import AuditEntry
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job
from privacy.domain.budget import Shares
from privacy.domain.errors import BadPolicyError
from privacy.domain.export_order import ExportOrder
from privacy.domain.obfuscation.method import Neighbours
from privacy.domain.obfuscation.space import WordSpace
from privacy.models import ExportRequest, LedgerCharge
from privacy.presentation.cohort import cohort_report
from privacy.presentation.exports import summarise
from privacy.selectors import export_notes
from privacy.selectors.export_files import export_path
from privacy.services import build_export
from privacy.services.build_export import write_export_draft
from privacy.services.create_study import create_study
from privacy.services.decide_export import decide_export
from privacy.services.keep_keys import destroy_keys, key_path, load_key
from privacy.services.publish_build import publish_build, put_in_place
from privacy.services.request_export import request_export as new_export
from privacy.services.wrap_key import wrap_key
from tests.cancelling import run_cancelled_at
from tests.read_sample import read_sample
from tests.small_disk import fill, small_disk
from worker.tasks import run_job
from worker.tasks.context import JobContext


def rows(export) -> list[dict]:
    return [json.loads(line) for line in export_path(export).read_bytes().splitlines()]


def test_the_file_holds_every_validated_note_and_no_original(built, ward):
    assert built.state == "built"
    assert (built.document_count, built.patient_count) == (3, 2)
    written = rows(built)
    assert len(written) == 3
    whole = export_path(built).read_text()
    for original in ("DURAND", "Durand", "Paul", "06 12 34 56 78", "8003456123", "LEGRANVILLE",
                     "Jeanne", "Martel", "secret", str(ward["durand"].pk)):  # fmt: skip
        assert original not in whole
    assert built.size_bytes == export_path(built).stat().st_size


def test_each_row_has_pseudonyms_and_offsets_in_the_new_text(built):
    for row in rows(built):
        assert set(row) == {"id", "patient", "meta", "text", "replacements"}
        assert set(row["meta"]) == {"type"}
        assert len(row["id"]) == 32
        assert len(row["patient"]["id"]) == 32
        for item in row["replacements"]:
            assert set(item) == {"start", "end", "label", "subtype"}
            assert row["text"][item["start"] : item["end"]].strip()
    texts = " ".join(row["text"] for row in rows(built))
    assert "Il va bien." in texts  # what is no entity is copied


def test_notes_of_one_patient_share_a_pseudonym_and_their_surrogates(built):
    by_patient: dict[str, list[dict]] = {}
    for row in rows(built):
        by_patient.setdefault(row["patient"]["id"], []).append(row)
    assert sorted(len(notes) for notes in by_patient.values()) == [1, 2]
    pair = next(notes for notes in by_patient.values() if len(notes) == 2)
    cities = {
        row["text"][item["start"] : item["end"]]
        for row in pair
        for item in row["replacements"]
        if item["subtype"] == "VILLE"
    }
    assert len(cities) == 1  # both say Dijon


def test_the_order_is_that_of_the_pseudonyms_not_of_the_import(built):
    patients = [row["patient"]["id"] for row in rows(built)]
    assert patients == sorted(patients)


def test_a_rebuild_gives_the_same_bytes(built):
    first = export_path(built).read_bytes()
    again = write_export_draft(
        built, job_id=built.job_id, attempt=99, on_progress=lambda done, total: None
    )
    assert again.draft.read_bytes() == first
    assert again.sha256 == built.sha256
    again.draft.unlink()


@pytest.mark.parametrize(
    ("changes", "options"),
    [
        ({}, []),
        ({"tags": ("PER",), "note_dates": True, "shares": Shares(dates=3)}, ["--tag", "PER", "--note-dates", "--shares", "dates=3"]),
        ({"places": "geoind", "cap_ages": True}, ["--places", "geoind", "--cap-ages"]),
    ],
)  # fmt: skip
def test_the_command_writes_and_charges_what_the_page_does(
    project, ward, request_export, tmp_path, changes, options
):
    """The same notes (in another order), policy and key."""
    export = request_export(**changes)
    run_job(str(export.job_id))
    export.refresh_from_db()
    key = load_key(export.study_id)
    plan = export_notes.export_plan(project, export.scope, key)
    notes = [
        note
        for source in export_notes.read_patients(project, export.scope, key, plan)
        for note in source.notes
    ]
    source, target, key_file = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "key"))
    source.write_text("".join(f"{note_to_json(note)}\n" for note in reversed(notes)))
    key_file.write_text(key.secret.hex())
    call_command(
        "substitute", source, target, "--epsilon", "1.5", "--reference-date", "2024-01-31", "--area", "FR-21",
        "--key-file", key_file, "--ledger", tmp_path / "ledger", *options,
    )  # fmt: skip
    theirs = {row["id"]: row for row in map(json.loads, target.read_text().splitlines())}
    assert theirs == {row["id"]: row for row in rows(export)}
    with closing(sqlite3.connect(tmp_path / "ledger")) as ledger:
        charged = ledger.execute("SELECT element_class, epsilon, has_bound FROM charge").fetchall()
    ours = LedgerCharge.objects.values_list("element_class", "epsilon", "has_bound")
    assert sorted((c, Fraction(e), bool(b)) for c, e, b in charged) == sorted(
        (c, Fraction(e), b) for c, e, b in ours
    )


@pytest.mark.parametrize("late", ["_changes", "_earlier", "counts_of"])
def test_what_fails_after_the_last_note_leaves_no_draft(built, monkeypatch, late):
    def fail(*_given):
        raise RuntimeError(late)

    monkeypatch.setattr(build_export, late, fail)
    with pytest.raises(RuntimeError, match=late):
        write_export_draft(built, job_id=built.job_id, attempt=99, on_progress=lambda *_done: None)
    assert list(export_path(built).parent.glob("*.tmp")) == []


def test_noise_without_an_epsilon_is_refused(built):
    """Not drawn with one that nobody chose."""
    built.texts, built.word_epsilon = "noise", None
    near = Neighbours(WordSpace.of(("toux", "rhume"), np.eye(2)))
    with pytest.raises(BadPolicyError, match="word_epsilon"):
        write_export_draft(
            built,
            job_id=built.job_id,
            attempt=99,
            on_progress=lambda *_done: None,
            near_of=lambda _notes: near,
        )


def test_another_database_with_the_same_key_gives_the_same_bytes(
    built, ward, other_project, make_note, make_user, admin
):
    """Ids of rows don't count: the same notes on another installation give the same file."""
    boss = make_user("chef", other_project, "admin")
    study = create_study(
        actor=boss, project=other_project, name="Copie", recipient="Inserm", purpose="Essai"
    )
    path = key_path(study.pk)
    path.write_text(wrap_key(path.name, load_key(built.study_id).secret))
    for name in ("petit", "durand_2", "durand"):  # another order of arrival
        original = ward[name]
        name = original.patient.external_id
        patient = Patient.objects.named(other_project, name).first() or Patient.objects.create(
            project=other_project, external_id=name
        )
        copy = make_note(other_project, original.text, (), patient=patient,
                         external_id=original.external_id)  # fmt: skip
        layer = copy.layers.get()
        for span in LayerSpan.objects.filter(layer__document=original):
            span.pk, span.layer = None, layer
            span.span_id = uuid.uuid4()
            span.save()
    record = Patient.objects.named(built.project, "patient-secret-1").get().record
    type(record).objects.create(
        patient=Patient.objects.named(other_project, "patient-secret-1").get(),
        identity=record.identity,
    )
    copy = new_export(
        actor=boss,
        project=other_project,
        study=study,
        order=ExportOrder(
            epsilon=built.epsilon, reference_date=built.reference_date, area=built.area
        ),
    )
    run_job(str(copy.job_id))
    copy.refresh_from_db()
    assert copy.sha256 == built.sha256


def test_another_study_gives_other_pseudonyms_and_surrogates(built, project, admin):
    other = create_study(
        actor=admin, project=project, name="Cohorte B", recipient="CHU", purpose="Autre"
    )
    export = new_export(
        actor=admin,
        project=project,
        study=other,
        order=ExportOrder(
            epsilon=built.epsilon, reference_date=built.reference_date, area=built.area
        ),
    )
    run_job(str(export.job_id))
    export.refresh_from_db()
    first, second = rows(built), rows(export)
    assert not {row["id"] for row in first} & {row["id"] for row in second}
    assert not {row["patient"]["id"] for row in first} & {row["patient"]["id"] for row in second}
    assert not {row["text"] for row in first} & {row["text"] for row in second}


def test_all_annotated_notes_take_the_suggestions_of_the_newest_engine(ward, request_export):
    newer = Layer.objects.create(
        document=ward["loose"], kind="suggestion", engine_version="rules-2", state="submitted"
    )
    text = ward["loose"].text
    for surface, label, subtype in (("5 juin 2021", "DATE", "DATE"), ("Auxerre", "LOC", "VILLE"),
                                    ("Patient", "PER", "NOM")):  # fmt: skip
        start = text.index(surface)
        LayerSpan.objects.create(layer=newer, start=start, end=start + len(surface), label=label,
                                 subtype=subtype, surface=surface)  # fmt: skip
    export = request_export(scope="all")
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.document_count == 4
    assert export.manifest["engines"] == ["gold", "rules-2"]
    assert summarise(export).engines == "notes validées, règles seules"
    alone = next(row for row in rows(export) if len(row["replacements"]) == 3
                 and "Patient" not in row["text"] and "vu le" in row["text"])  # fmt: skip
    assert not alone["text"].startswith("Patient")


def test_a_note_that_nobody_annotated_never_leaves(ward, project, request_export):
    Document.objects.create(
        project=project, external_id="nue", position=50, text="Mme Secrette", sha256="0" * 64
    )
    export = request_export(scope="all")
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.document_count == 4
    assert "Secrette" not in export_path(export).read_text()


def test_rejected_spans_stay_and_the_newest_gold_counts(project, make_note, request_export):
    note = make_note(project, "Suivi par Mercier à Dole.", (("Mercier", "PER", "NOM"),))
    gold = Layer.objects.create(document=note, kind="gold", version=2, state="submitted")
    LayerSpan.objects.create(layer=gold, start=20, end=24, label="LOC", subtype="VILLE",
                             surface="Dole", state="manual")  # fmt: skip
    LayerSpan.objects.create(layer=gold, start=10, end=17, label="PER", subtype="NOM",
                             surface="Mercier", state="rejected")  # fmt: skip
    export = request_export()
    run_job(str(export.job_id))
    (row,) = rows(export)
    assert row["text"].startswith("Suivi par Mercier à ")
    assert [item["label"] for item in row["replacements"]] == ["LOC"]


def test_a_leak_quarantines_the_export_and_says_where(project, make_note, durand, request_export):
    text = "M. DURAND va bien. Revoir Durand en juin."
    make_note(project, text, (("DURAND", "PER", "NOM"),), patient=durand)
    export = request_export()
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.state == "quarantined"
    assert export.finding_count == len(export.findings) == 1
    (finding,) = export.findings
    (row,) = rows(export)
    assert finding["public_id"] == row["id"]
    assert row["text"][finding["start"] : finding["end"]] == "Durand"
    assert finding["label"] == "PER"
    assert "Durand" not in json.dumps(export.findings)


def test_the_structured_identity_is_searched_too(project, make_note, durand, request_export):
    make_note(project, "Rappeler au 06.12.34.56.78 le soir.", (), patient=durand)
    export = request_export()
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert [(f["label"], f["kind"]) for f in export.findings] == [("TEL", "digits")]


def test_cancelling_leaves_no_file(ward, request_export, admin, settings, monkeypatch):
    export = request_export()
    real = build_export.read_patients

    def then_cancel(*args):
        jobs.request_cancel(Job.objects.get(pk=export.job_id), actor=admin)
        return real(*args)

    monkeypatch.setattr(build_export, "read_patients", then_cancel)
    run_job(str(export.job_id))
    assert Job.objects.get(pk=export.job_id).state == Job.State.CANCELLED
    assert list(settings.EXPORT_DIR.glob("*.jsonl*")) == []
    export.refresh_from_db()
    assert (export.state, export.sha256) == ("requested", "")


@pytest.mark.fault("F8")
@pytest.mark.slow
def test_a_disk_that_is_full_during_a_build_is_said_and_the_next_attempt_ends_well(
    ward, request_export, settings, tmp_path
):
    """A file system of 64 kB in memory, full but for what another build may leave."""
    with small_disk(tmp_path / "small", "64k") as disk:
        settings.EXPORT_DIR = disk
        filler = fill(disk)
        export = request_export()
        run_job(str(export.job_id))
        job = Job.objects.get(pk=export.job_id)
        export.refresh_from_db()
        assert (job.state, job.error) == ("queued", "Le disque du serveur est plein.")
        assert (export.state, export.sha256) == ("requested", "")
        assert not LedgerCharge.objects.exists()
        assert not list(disk.glob("*.jsonl"))
        filler.unlink()
        Job.objects.filter(pk=job.pk).update(run_after=None)
        run_job(str(job.pk))
        export.refresh_from_db()
        assert export.state in ("built", "quarantined")
        assert [path.name for path in disk.iterdir()] == [f"{export.pk}.jsonl"]


@pytest.mark.fault("F14")
def test_a_build_stops_wherever_it_is_cancelled_and_leaves_nothing(
    ward, request_export, admin, settings, monkeypatch
):
    """Before the first patient, between any two, while the model is asked, and after the end: too late then."""
    export = request_export()
    job = Job.objects.get(pk=export.job_id)
    step = 1
    while True:
        looked = run_cancelled_at(step, job, admin, monkeypatch)
        export.refresh_from_db()
        if job.state != Job.State.CANCELLED:
            break
        assert len(looked) == step
        assert list(settings.EXPORT_DIR.glob("*.jsonl*")) == []
        assert (export.state, export.sha256) == ("requested", "")
        assert not LedgerCharge.objects.exists()
        jobs.retry(job, actor=admin)
        step += 1
    assert (job.state, export.state) == ("done", "built")
    assert [progress[0] for progress in looked][:3] == [0, 1, 2], "at every patient"
    jobs.request_cancel(job, actor=admin)
    job.refresh_from_db()
    assert (job.state, export_path(export).is_file()) == ("done", True)


def test_a_cancelled_build_can_be_started_again(ward, request_export, admin):
    export = request_export()
    job = Job.objects.get(pk=export.job_id)
    jobs.request_cancel(job, actor=admin)
    jobs.retry(job, actor=admin)
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.state == "built"


def test_a_crash_in_the_middle_is_tried_again_and_leaves_one_file(
    ward, request_export, settings, monkeypatch
):
    export = request_export()
    real, calls = put_in_place, []

    def crash_once(draft, final):
        calls.append(draft)
        if len(calls) == 1:
            real(draft, final)
            raise OSError("disk")
        real(draft, final)

    monkeypatch.setattr("privacy.services.publish_build.put_in_place", crash_once)
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.state == "requested"  # the transaction was undone
    first = export_path(export).read_bytes()
    Job.objects.filter(pk=export.job_id).update(run_after=None)
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.state == "built"
    assert export_path(export).read_bytes() == first
    assert [p.name for p in settings.EXPORT_DIR.glob("*.jsonl*")] == [f"{export.pk}.jsonl"]


def test_a_job_that_lost_its_lease_publishes_nothing(ward, request_export, settings, monkeypatch):
    export = request_export()
    real = publish_build

    def steal(context_self):
        raise_from = Job.objects.filter(pk=export.job_id)
        raise_from.update(fence=99)
        return original(context_self)

    original = JobContext.assert_owned
    monkeypatch.setattr(JobContext, "assert_owned", steal)
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.state == "requested"
    assert list(settings.EXPORT_DIR.glob("*.jsonl*")) == []
    assert real is publish_build


def test_an_opposition_while_the_file_is_written_leaves_no_file(
    ward, project, request_export, settings, monkeypatch
):
    """The job that forgets has gone by already: nothing else would erase the file."""
    export = request_export()

    def write_then_oppose(*args, **named):
        draft = write_export_draft(*args, **named)
        oppose(["8003456123"])
        run_job(str(Job.objects.get(kind="forget_notes").pk))
        return draft

    export_path(export).parent.mkdir(exist_ok=True)
    export_path(export).write_text("left by an attempt that died")
    with monkeypatch.context() as patch:
        patch.setattr("worker.tasks.export.write_export_draft", write_then_oppose)
        run_job(str(export.job_id))
    export.refresh_from_db()
    job = Job.objects.get(pk=export.job_id)
    assert (export.state, job.state) == ("failed", Job.State.FAILED)
    assert "opposé" in job.error
    assert list(settings.EXPORT_DIR.glob("*.jsonl*")) == []


def test_nothing_to_export_is_refused_with_a_reason(project, request_export):
    export = request_export()
    run_job(str(export.job_id))
    job = Job.objects.get(pk=export.job_id)
    assert job.state == Job.State.FAILED
    assert "Aucune note à exporter" in job.error
    export.refresh_from_db()
    assert export.state == "failed"


def test_without_its_key_a_study_exports_nothing(ward, request_export):
    export = request_export()
    destroy_keys(export.study_id)
    run_job(str(export.job_id))
    assert "détruite" in Job.objects.get(pk=export.job_id).error


def test_running_a_finished_build_again_changes_nothing(built):
    Job.objects.filter(pk=built.job_id).update(state=Job.State.QUEUED, attempt=0)
    run_job(str(built.job_id))
    again = ExportRequest.objects.get(pk=built.pk)
    assert (again.state, again.sha256, again.built_at) == ("built", built.sha256, built.built_at)


def test_no_original_string_in_manifest_job_audit_or_log(built, ward, caplog):
    job = Job.objects.get(pk=built.job_id)
    # the certificates name communes of the public table, whoever the patients are
    told = {name: value for name, value in built.manifest.items() if name != "certificates"}
    kept = json.dumps(
        [told, built.findings, job.payload, job.result, job.message, job.error]
        + [entry.details for entry in AuditEntry.objects.all()]
    )
    kept += caplog.text
    for original in ("Durand", "DURAND", "Paul", "Dijon", "0612345678", "8003456123", "12/02/2020",
                     "LEGRANVILLE", "Beaune", "Martel", "secret"):  # fmt: skip
        assert original not in kept
    assert load_key(built.study_id).secret.hex() not in kept


def test_small_counts_are_not_written(built):
    assert built.manifest["notes"] is None  # 3 notes
    assert {row["count"] for row in built.manifest["replaced"]} == {None}


def test_a_few_patients_at_a_time_in_the_order_of_their_pseudonyms(
    ward, request_export, monkeypatch
):
    """Never are the notes of all patients in memory together; the file does not tell how they were read."""
    asked, files = [], []
    real = export_notes.notes_in_force

    def watch(documents):
        asked.append({document.patient_id for document in documents})
        return real(documents)

    monkeypatch.setattr(export_notes, "notes_in_force", watch)
    for at_once in (2, 32):
        monkeypatch.setattr(export_notes, "AT_ONCE", at_once)
        export = request_export(scope="all")
        run_job(str(export.job_id))
        files.append(export_path(export).read_bytes())
    assert [len(patients) for patients in asked] == [2, 1, 3]
    assert files[0] == files[1]


def test_overlapping_marks_leave_no_marked_character(project):
    from annotation.domain.spans import Span
    from privacy.domain.source_file import disjoint

    spans = [Span(0, 10, "PER"), Span(8, 15, "LOC"), Span(2, 4, "DATE"), Span(20, 22, "AGE")]
    assert [(s.start, s.end, s.label) for s in disjoint(spans)] == [
        (0, 10, "PER"),
        (10, 15, "LOC"),
        (20, 22, "AGE"),
    ]


def test_what_is_tagged_and_capped_stands_in_the_order_the_manifest_the_journal_and_on_the_page(
    ward, request_export
):
    export = request_export(tags=("AGE", "DATE", "PER"), cap_ages=True)
    run_job(str(export.job_id))
    export.refresh_from_db()
    # all dates and ages: the mechanism is told as what it is, its certificate too
    assert (export.dates, export.places, export.tags) == ("tag", "metric", ["AGE", "DATE", "PER"])
    assert (export.manifest["tags"], export.manifest["cap_ages"]) == (export.tags, True)
    assert {row["mechanism"] for row in export.manifest["replaced"] if row["label"] == "PER"} == {
        "tag"
    }
    assert "[NOM]" in export_path(export).read_text()
    entry = AuditEntry.objects.filter(action="export.requested").latest("pk")
    assert (entry.details["tags"], entry.details["cap_ages"]) == (export.tags, True)
    assert summarise(export).tagged == "Âges, Dates et durées, Personnes"


def test_type_stay_and_noisy_date_go_with_the_note(ward, request_export):
    Document.objects.update(doc_type="CRH", doc_date=date(2020, 2, 12), stay="8001")
    export = request_export(note_dates=True)
    run_job(str(export.job_id))
    for row in rows(export):
        assert row["meta"]["type"] == "CRH"
        assert date.fromisoformat(row["meta"]["date"]) <= export.reference_date
        assert "8001" not in row["meta"]["stay"]
    export.refresh_from_db()
    assert export.manifest["note_dates"] is True


def test_the_dossier_reports_the_real_cohort_and_what_earlier_exports_join(
    ward, request_export, steward
):
    first = request_export()
    run_job(str(first.job_id))
    first.refresh_from_db()
    report = first.cohort
    assert (report["patients"], report["earlier"]) == (first.patient_count, [])
    kinds = [row["kind"] for row in report["rows"]]
    assert kinds == ["intervals", "age_town", "age_town_code"]
    assert "cohort" not in first.manifest  # it stays in the hospital
    read_sample(steward, first)
    decide_export(actor=steward, export=first, approve=True, sha256=first.sha256)
    second = request_export()
    run_job(str(second.job_id))
    second.refresh_from_db()
    (linked,) = second.cohort["earlier"]
    # the same study and policy: everybody is in both, and what is equal is joined rightly
    assert (linked["number"], linked["same_study"]) == (first.number, True)
    assert linked["common"] == second.patient_count
    assert all(counts["wrong"] == 0 for counts in linked["joined"].values())
    assert any("même étude" in sentence for sentence in cohort_report(second.cohort).advice)


def test_an_order_comes_back_from_a_job_as_it_was():
    order = ExportOrder(
        epsilon=Decimal(1),
        reference_date=date(2024, 1, 31),
        tags=("LOC",),
        cap_ages=True,
        note_dates=True,
    )
    assert replace(ExportOrder.of_json(order.as_json()), request_id=order.request_id) == order
