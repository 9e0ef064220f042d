"""The page of studies: what one costs, what it found, who may start one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from annotation.models import Document, Layer
from deidweb.jobs.models import Job
from deidweb.sentences import localised
from worker.models import ModelVersion
from worker.presentation.studies import estimate_words
from worker.selectors.studies import Estimate, estimates
from worker.services.errors import TrainingRefusedError
from worker.services.start_study import start_study
from worker.tasks.study import _sentence
from worker.training.arms import Arm, Kind


def arm(size: int, without: str = "", **told) -> dict:
    figures = {"redacted": [0.95, 0.93, 0.97], "corrections": [6.2, 5.1, 7.3], "seeds": [6.1, 6.3]}
    return {"size": size, "without": without, **figures, **told}


@pytest.fixture
def model_dir(settings, tmp_path):
    settings.MODEL_DIR = tmp_path / "models"
    return settings.MODEL_DIR


@pytest.fixture
def golds(project):
    """Fifty gold notes, 30 CRH and 20 CRO: some forty teach."""
    for number in range(50):
        note = Document.objects.create(
            project=project, external_id=f"n{number}", position=number + 1, text="Vu.",
            sha256=f"{number:064d}", state="gold", doc_type="CRH" if number < 30 else "CRO",
        )  # fmt: skip
        Layer.objects.create(document=note, kind="gold", state="submitted", version=1)


@pytest.mark.parametrize(
    ("seconds", "time"), [(45.2, "45 s"), (5586.0, "93 min"), (6756.0, "1 h 53")]
)
def test_its_time_is_told_as_a_job_s_is(seconds, time):
    """Not as « 112,6 min »."""
    assert estimate_words(Estimate(Kind.CURVE, 15, seconds)) == f"environ 15 entraînements, {time}"


def test_what_a_study_costs_follows_from_the_newest_training(project, golds):
    curve, types = estimates(project)
    assert (curve.kind, curve.trainings, curve.seconds) == (Kind.CURVE, 15, None)  # 10, 30, 40
    assert types.trainings == 15  # all, without CRH, without CRO: 16 notes each
    ModelVersion.objects.create(
        project=project, number=1, content_hash="a" * 64, train_notes=60, test_notes=7,
        metrics={"cost": {"seconds": 120.0}},  # two seconds a note
    )  # fmt: skip
    curve, types = estimates(project)
    assert curve.seconds == 5 * (10 + 30 + 40) * 2
    assert types.seconds == 5 * 3 * 16 * 2


@pytest.mark.parametrize(("attempt", "seconds"), [(1, 5 * (10 + 30 + 40) * 4), (2, None)])
def test_what_a_study_costs_follows_from_another_where_nothing_was_trained(
    project, golds, attempt, seconds
):
    began = timezone.now()
    Job.objects.create(
        project=project, kind="study_ner", state="done", payload={"study": "types"}, attempt=attempt,
        details={"arms": [{"size": 16}, {"size": 16}]},
        started_at=began, finished_at=began + timedelta(seconds=5 * 2 * 16 * 4),
    )  # fmt: skip
    assert estimates(project)[0].seconds == seconds


def test_a_study_that_failed_says_why(client, project, admin, golds):
    client.force_login(admin)
    Job.objects.create(project=project, kind="study_ner", state="dead", error="Plus de place sur le disque.", created_by=admin, payload={"study": "types"})  # fmt: skip
    text = client.get(reverse("worker:studies", args=[project.pk])).content.decode()
    assert "Plus de place sur le disque." in text
    assert "Relancer</button>" in text


def test_what_is_trained_now_is_told(project, admin):
    assert _sentence(Arm(30)) == "notes apprises : 30"
    assert _sentence(Arm(30, "CRH")) == "notes apprises : 30, sans les notes « CRH »"
    with translation.override("en"):
        assert localised(_sentence(Arm(30, "CRH"))) == "notes learned: 30, without the notes “CRH”"


def test_the_page_shows_both_studies_and_says_what_is_sure(client, project, admin, golds):
    client.force_login(admin)
    page = reverse("worker:studies", args=[project.pk])
    text = client.get(page).content.decode()
    assert "Aucune étude pour l" in text
    assert "environ 15 entraînements ; durée inconnue" in text
    for kind, arms in (
        ("curve", [arm(10), arm(30, change=[-2.0, -3.0, -1.0], p=0.012)]),
        ("types", [arm(16), arm(16, "CRO", change=[0.1, -0.5, 0.7], p=0.6)]),
    ):
        Job.objects.create(
            kind="study_ner", project=project, state="done", payload={"study": kind},
            details={"arms": arms},
        )  # fmt: skip
    text = client.get(page).content.decode()
    assert "<strong>0,012</strong>" in text
    assert "16 notes, sans CRO" in text
    assert "−2,0 [−3,0 – −1,0]" in text
    assert "0,600" in text
    # the curve is drawn from its table, the types from bars; one arm alone is no curve
    assert text.count("<figure") == 1
    assert '<tr data-x="30"><th scope="row">30 notes</th>' in text
    assert 'data-v="0.9500"' in text
    assert 'data-v="6.200"' in text
    assert text.count('class="chart-bar"') == 2
    Job.objects.filter(payload__study="curve").update(details={"arms": [arm(10)]})
    assert "<figure" not in client.get(page).content.decode()


@pytest.mark.parametrize(
    ("judged", "told"),
    [
        (None, "à tous les types</caption>"),
        (
            2,
            "à tous les types · jugé sur 2 notes : trop peu pour qu&#x27;un écart soit sûr</caption>",
        ),
        (6, "à tous les types · jugé sur 6 notes</caption>"),
    ],
)
def test_on_how_many_notes_it_was_judged_is_told(client, project, admin, golds, judged, told):
    client.force_login(admin)
    details = {"arms": [arm(30), arm(30, "CRH", change=[0.0, 0.0, 0.0], p=1.0)]}
    details |= {"judged": judged} if judged else {}
    Job.objects.create(project=project, kind="study_ner", state="done", created_by=admin, payload={"study": "types"}, details=details)  # fmt: skip
    assert told in client.get(reverse("worker:studies", args=[project.pk])).content.decode()


def test_one_study_at_a_time_of_a_known_kind_with_enough_notes(project, admin):
    with pytest.raises(TrainingRefusedError, match="inconnue"):
        start_study(actor=admin, project=project, study="x")
    with pytest.raises(TrainingRefusedError, match="Il faut au moins"):
        start_study(actor=admin, project=project, study="curve")
    Job.objects.create(kind="study_ner", project=project, state="running")
    with pytest.raises(TrainingRefusedError, match="déjà en cours"):
        start_study(actor=admin, project=project, study="curve")


def test_who_may_see_and_start(client, project, other_project, admin, annotator, stranger):
    for person, target, status in (
        (annotator, project, 403), (stranger, project, 404), (admin, other_project, 404),
    ):  # fmt: skip
        client.force_login(person)
        for method, name in (("get", "studies"), ("post", "study-start")):
            address = reverse(f"worker:{name}", args=[target.pk])
            assert getattr(client, method)(address).status_code == status
    assert client.get(reverse("worker:study-start", args=[project.pk])).status_code == 405


@pytest.mark.parametrize("in_service", [True, False])
def test_a_study_starts_from_the_shipped_model_which_has_read_none_of_the_notes(
    client, project, admin, make_version, monkeypatch, in_service
):
    """A model of the project has learned them all: its curve would be flat, and no type would bring anything."""
    monkeypatch.setattr("worker.services.start_study.require_ready", lambda *_asked: None)
    if in_service:
        make_version(1, state="promoted")
    assert start_study(actor=admin, project=project, study="curve").payload["start"] == "shipped"
    client.force_login(admin)
    page = client.get(reverse("worker:studies", args=[project.pk])).content.decode()
    assert "Des entraînements du modèle livré" in page
