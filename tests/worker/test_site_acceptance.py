"""Acceptance by a site: on which notes, what the sheet says, who may see it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from annotation.domain.datasets.split import Member, Part, Shares, split
from annotation.domain.text import text_sha256
from annotation.models import Document, Layer, LayerSpan, Patient
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from worker.models import ModelVersion, SiteMeasure
from worker.selectors.engines import forget_engines
from worker.selectors.site_measures import judging_layers
from worker.services.errors import TrainingRefusedError
from worker.services.start_site_measure import start_site_measure
from worker.tasks import run_job
from worker.training.acceptance import notes_to_show

TEXT = "Vu ce jour, contact : paul.nul@example.fr, code interne kelvo."


@pytest.fixture(autouse=True)
def model_dir(settings, tmp_path):
    settings.MODEL_DIR = tmp_path / "models"
    settings.JOB_LEASE_SECONDS = 3600.0
    forget_engines()
    yield settings.MODEL_DIR
    forget_engines()


@pytest.fixture
def gold(project):
    """Each note has a mail address, which the rules mask, and a code word, which nothing masks."""

    def make(count: int) -> None:
        for number in range(count):
            patient = Patient.objects.create(project=project, external_id=f"p{number}")
            document = Document.objects.create(
                project=project, patient=patient, external_id=f"n{number}", position=number + 1,
                text=TEXT, sha256=text_sha256(TEXT), state="gold", doc_type=("CRH", "CRO")[number % 2],
            )  # fmt: skip
            layer = Layer.objects.create(
                document=document, kind="gold", state="submitted", version=1
            )
            for word, label, subtype in (
                ("paul.nul@example.fr", "MAIL", "MAIL"),
                ("kelvo", "QID", "AUTRE"),
            ):
                start = TEXT.index(word)
                LayerSpan.objects.create(
                    layer=layer, start=start, end=start + len(word), label=label, subtype=subtype,
                    state="manual", surface=word,
                )  # fmt: skip

    return make


def measured(admin, project) -> Job:
    job = start_site_measure(actor=admin, project=project)
    run_job(str(job.pk))
    job.refresh_from_db()
    return job


def test_the_shipped_model_is_measured_on_every_gold_note(admin, project, gold):
    gold(4)
    job = measured(admin, project)
    assert (job.state, job.error) == ("done", "")
    measure = SiteMeasure.objects.get()
    assert (measure.note_count, measure.content_hash) == (4, "")
    # the same words of every note stay readable: no interval
    value, low, high = measure.result["all"]["redacted"]
    assert 0 < value == low == high < 1
    assert measure.result["all"]["whole"] == [0, 0, 0]
    assert sorted(measure.result["types"]) == ["CRH", "CRO"]
    assert AuditEntry.objects.filter(action="model.site_measured").get().details["notes"] == 4


def test_a_model_of_the_project_is_measured_on_patients_that_it_never_saw(
    admin, project, gold, make_version
):
    gold(40)
    version = make_version(1, "promoted")
    version.metrics["snapshot"] = {"id": "x", "number": 1, "address": "y"}
    version.save()
    parts = split([Member(f"n{i}", f"p{i}") for i in range(40)], Shares(), seed=0)
    expected = {note for note, part in parts.items() if part is Part.TEST}
    assert {layer.document.external_id for layer in judging_layers(project)} == expected
    assert measured(admin, project).result["notes"] == len(expected)


def test_a_model_whose_notes_nobody_knows_is_not_measured(admin, project, gold, make_version):
    gold(4)
    make_version(1, "promoted")
    job = measured(admin, project)
    assert job.state == "failed"
    assert "sans jeu de données figé" in job.error


def test_nothing_is_measured_without_gold_or_twice_at_once(admin, project, gold):
    with pytest.raises(TrainingRefusedError, match="Aucune note validée"):
        start_site_measure(actor=admin, project=project)
    gold(2)
    start_site_measure(actor=admin, project=project)
    with pytest.raises(TrainingRefusedError, match="déjà en cours"):
        start_site_measure(actor=admin, project=project)


def test_how_many_notes_would_show_the_aim():
    assert notes_to_show(0.985, 0.975, 50) == 150  # half the distance, four times the notes
    assert notes_to_show(0.99, 0.981, 50) == 0
    assert notes_to_show(0.98, 0.97, 50) is None
    assert notes_to_show(0.95, 0.94, 50) is None
    # notes drawn again and again hold no miss that none of them holds: few of them show nothing
    assert notes_to_show(1.0, 1.0, 1) == 49
    assert notes_to_show(1.0, 1.0, 50) == 0
    assert notes_to_show(0.999, 0.979, 2) == 48  # not "one more"


def result(redacted, notes=60) -> dict:
    row = {
        "notes": notes, "identifying": 900, "redacted": redacted, "whole": [0.81, 0.7, 0.9],
        "precision": [0.9, 0.85, 0.95], "alarms": [12.5, 10, 15], "corrections": [3.2, 2.5, 4.1],
    }  # fmt: skip
    return {
        "all": row,
        "labels": {},
        "types": {
            "CRH": row,
            "": {**row, "redacted": [0.9, 0.8, 0.95]},
            "RCP": {**row, "redacted": [0.9, 0.8, 0.95]},
        },
    }


def page_of(client, admin, project, **told) -> str:
    SiteMeasure.objects.create(
        project=project, engine="hybrid", note_count=told["all"]["notes"], result=told
    )
    client.force_login(admin)
    return client.get(reverse("worker:site-acceptance", args=[project.pk])).content.decode()


def test_the_sheet_says_it_in_one_sentence(client, admin, project):
    text = page_of(client, admin, project, **result([0.985, 0.975, 0.992]))
    assert "98,5 % [97,5 – 99,2] des mots identifiants sont masqués" in text
    assert "81,0 % [70,0 – 90,0] des notes le sont entièrement, sur 60 notes" in text
    assert "environ 180 notes de plus montreraient 98,0 %" in text
    assert "<li>98,0 % ne sont pas atteints : type inconnu, RCP.</li>" in text
    assert "trop large" not in text
    assert '<span class="no-print">Imprimez cette page' in text, (
        "the printed sheet asks nobody to print it"
    )


def test_the_sheet_says_when_the_aim_is_shown_missed_or_hard_to_tell(client, admin, project):
    assert "Au moins 98,0 % sont masqués" in page_of(
        client, admin, project, **result([0.99, 0.983, 1])
    )
    text = page_of(client, admin, project, **result([0.95, 0.93, 0.97], notes=12))
    assert "98,0 % ne sont pas atteints : corrigez" in text
    assert "Moins de 50 notes" in text


def test_another_engine_in_service_makes_the_sheet_old(client, admin, project, make_version):
    make_version(1, "promoted")
    text = page_of(client, admin, project, **result([0.99, 0.983, 1]))
    assert "un autre moteur que celui en service" in text


def test_who_may_see_and_measure(client, project, other_project, admin, annotator, stranger, gold):
    gold(1)
    names = (("get", "site-acceptance"), ("post", "site-measure"))
    for person, status in ((annotator, 403), (stranger, 404)):
        client.force_login(person)
        for method, name in names:
            address = reverse(f"worker:{name}", args=[project.pk])
            assert getattr(client, method)(address).status_code == status
    client.force_login(admin)
    for method, name in names:
        address = reverse(f"worker:{name}", args=[other_project.pk])
        assert getattr(client, method)(address).status_code == 404
    assert client.get(reverse("worker:site-measure", args=[project.pk])).status_code == 405
    page = client.get(reverse("worker:site-acceptance", args=[project.pk])).content.decode()
    assert "Validez 50 à 100 notes" in page
    page = client.post(reverse("worker:site-measure", args=[project.pk]), follow=True)
    assert "Mesure demandée" in page.content.decode()
    assert ModelVersion.objects.count() == 0
