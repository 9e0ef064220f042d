"""The page that shows what de-identification costs the codes of a project."""

from __future__ import annotations

import hashlib
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation.models import Document, Layer, LayerSpan, Patient
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from tests.nomenclature import write_nomenclature
from worker.coding.utility.report import Counts, Figure, Line, Report
from worker.presentation.utility import utility_chart
from worker.tasks import run_job


@pytest.fixture(autouse=True)
def installed(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "var"
    settings.JOB_LEASE_SECONDS = (
        3600  # a busy machine: no heartbeat meddles with the test's database
    )
    folder = settings.DATA_DIR / "cim10"
    folder.mkdir(parents=True)
    write_nomenclature(folder / "cim10.csv.gz")


@pytest.fixture
def notes(project):
    """Three patients; one has a name that the dictionary takes for a disease: it goes with the name."""
    for number, name in enumerate(("Martin", "Durand", "Démence")):
        text = f"Vu ce jour : {name}, le 12/03/2019 à Dijon. HTA connue."
        document = Document.objects.create(
            project=project,
            patient=Patient.objects.create(project=project, external_id=f"patient-{number}"),
            external_id=f"secret-{number}",
            position=number,
            text=text,
            sha256=hashlib.sha256(text.encode()).hexdigest(),
            doc_type="CRH",
            state=Document.State.GOLD,
        )
        layer = Layer.objects.create(
            document=document, kind="gold", version=1, state=Layer.State.SUBMITTED,
            submitted_at=timezone.now(),
        )  # fmt: skip
        marks = ((name, "PER", "NOM"), ("12/03/2019", "DATE", "DATE"), ("Dijon", "LOC", "VILLE"))
        for surface, label, subtype in marks:
            start = text.index(surface)
            LayerSpan.objects.create(
                layer=layer, start=start, end=start + len(surface), label=label, subtype=subtype,
                state=LayerSpan.State.ACCEPTED, surface=surface,
            )  # fmt: skip


def url(name, project):
    return reverse(f"worker:{name}", args=[project.pk])


def words(response) -> str:
    text = re.sub(r"<[^>]+>", " ", response.content.decode()).replace("&#x27;", "'")
    return re.sub(r"\s+", " ", text.replace("\xa0", " ").replace("\u202f", " "))


def test_the_steward_asks_and_sees_table_curve_and_lost_codes(client, steward, project, notes):
    client.force_login(steward)
    assert "Rien n'a encore été mesuré" in words(client.get(url("utility", project)))
    assert client.post(url("utility-ask", project)).status_code == 302
    client.post(url("utility-ask", project))  # a second click waits for the first
    job = Job.objects.get(kind="measure_utility")
    assert job.payload == {}
    assert AuditEntry.objects.filter(action="utility.measured").count() == 1
    assert "hx-trigger" in client.get(url("utility", project)).content.decode()
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    answer = client.get(url("utility", project))
    page, text = answer.content.decode(), words(answer)
    assert "Séjours : 3, patients : 3, notes : 3" in text
    assert "Entités remplacées : DATE 3, LOC 3, PER 3" in text
    assert page.count("<polyline") == 1
    # 4 codes in the originals, 3 of them without the name: F1 = 6 / 7
    assert re.search(r"Tout étiqueté 100 \[100 ; 100\] 75 \[[^]]+\] 85,7 ", text)
    assert "Notes d'origine 100 [100 ; 100]" in text
    assert re.search(r"F03 1 1 1 1 1 1 1", text)
    for secret in ("Martin", "Dijon", "12/03/2019", "secret-", "patient-"):
        assert secret not in str(job.result)
        assert secret not in page


def test_who_may_not_read_the_notes_sees_counts_only(client, make_user, steward, project, notes):
    client.force_login(steward)
    client.post(url("utility-ask", project))
    run_job(str(Job.objects.get(kind="measure_utility").pk))
    client.force_login(make_user("auditrice", project, "auditor"))
    answer = client.get(url("utility", project))
    assert "Tout étiqueté" in words(answer)
    assert "F03" not in words(answer)
    assert (
        '<form method="post" action="' + url("utility-ask", project) not in answer.content.decode()
    )
    assert client.post(url("utility-ask", project)).status_code == 403


def test_a_project_without_notes_or_without_nomenclature_is_told(
    client, steward, project, settings
):
    client.force_login(steward)
    client.post(url("utility-ask", project))
    run_job(str(Job.objects.get(kind="measure_utility").pk))
    assert "Aucune note annotée à lire." in words(client.get(url("utility", project)))


def test_without_the_nomenclature_the_job_says_how_to_get_it(
    client, steward, project, notes, settings
):
    (settings.DATA_DIR / "cim10" / "cim10.csv.gz").unlink()
    client.force_login(steward)
    client.post(url("utility-ask", project))
    run_job(str(Job.objects.get(kind="measure_utility").pk))
    assert "fetch_cim10" in words(client.get(url("utility", project)))


@pytest.mark.parametrize("name", ["utility", "utility-ask", "methods-ask"])
def test_others_are_refused(client, annotator, stranger, project, name):
    method = client.get if name == "utility" else client.post
    client.force_login(annotator)
    assert method(url(name, project)).status_code == 403
    client.force_login(stranger)
    assert method(url(name, project)).status_code == 404
    assert not Job.objects.exists()


def test_the_curve_stays_in_its_frame_whatever_was_measured():
    figure = Figure(0.9, 0.8, 1.0)
    lines = [
        Line("ORIGINAL", None, {}, Figure(0, 0, 0), 0, 0),
        Line("DEID ε = 0.1", 0.1, {}, Figure(0.04, 0.01, 0.09), 1, 0),
        Line("DEID ε = 1", 1.0, {}, Figure(-0.02, -0.05, 0.01), 0, 1),
        Line("TAG", None, {"micro_f1": figure}, Figure(0.1, 0.0, 0.3), 1, 0),
    ]
    chart = utility_chart(Report("c", 0, Counts(1, 1, 1, 1, 1, 1, {}), 1, tuple(lines), ()))
    assert [level for _height, level in chart.levels] == ["0", "5", "10"]
    assert chart.dots == [
        ("46", "108"),
        ("340", "172"),
    ]  # 4 of 10 points; a gain lies on the ground
    assert chart.tag == "12"
    assert [shown for _raw, shown in chart.rows[1].points] == ["−2", "−5", "1", "10"]
    # what is drawn by the browser is not cut off
    assert [(row.place, [raw for raw, _shown in row.points]) for row in chart.rows] == [
        ("0.1", ["4", "1", "9", "10"]),
        ("1.0", ["-2", "-5", "1", "10"]),
    ]
