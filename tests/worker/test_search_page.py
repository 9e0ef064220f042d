"""The search's page: who may see it, what it shows, what begins."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from deidweb.jobs.models import Job
from worker.models import ModelVersion
from worker.selectors.searches import SEARCHED, newest_search
from worker.selectors.training_notes import Material


def trial(number, value, state="complete", **params) -> dict:
    told = {"epochs": 10.0, "max_length": 128.0, "batch_size": 16.0, **params}
    return {"number": number, "state": state, "value": value, "params": told, "seconds": 90.0}


@pytest.fixture
def searched(project) -> Job:
    details = {
        "trials": [
            trial(0, 0.81),
            trial(1, 0.93, epochs=20.0),
            trial(2, 0.5, "pruned", epochs=5.0),
        ],
        "importance": {"epochs": 0.75, "max_length": 0.25},
    }
    return Job.objects.create(kind="search_ner", project=project, state="done", details=details)


def test_the_page_shows_trials_lines_and_what_matters(client, project, admin, searched):
    client.force_login(admin)
    text = client.get(reverse("worker:search", args=[project.pk])).content.decode()
    assert text.count("<polyline") == 3
    # the best: highest on the axis of epochs (greatest) and of F1
    assert 'class="chart-1" points="4.0,4.0 201.3,80.0 398.7,80.0 596.0,4.0"' in text
    assert text.index("93,0 %") > 0
    assert "abandonné, en retard" in text
    assert "75" in text
    assert text.count("le meilleur</span>") == 1
    # on a telephone lines and names of axes scroll together: else the names slide away from their axes
    room = text.partition('<div class="axes-room">')[2].partition("</div>")[0]
    assert "<polyline" in room
    assert 'class="axes"' in room


@pytest.mark.parametrize(
    ("values", "is_void"),
    [([0.0, 0.0], True), ([0.9, 0.9], True), ([0.0], True), ([0.9], False), ([0.9, 0.9, 0.8], False)],
)  # fmt: skip
def test_trials_of_equal_worth_have_no_best_one(client, project, admin, searched, values, is_void):
    """Five trials of F1 0 were five best ones, and each parameter a quarter of what matters."""
    searched.details["trials"] = [trial(number, value) for number, value in enumerate(values)]
    searched.details["recipe"] = dict.fromkeys(SEARCHED, 8)
    searched.save()
    client.force_login(admin)
    text = client.get(reverse("worker:search", args=[project.pk])).content.decode()
    assert ("Les essais se valent" in text) is is_void
    for told in ("le meilleur</span>", "Importance des", "Ce que la recherche a trouvé"):
        assert (told in text) is not is_void


def test_without_trials_it_says_so(client, project, admin):
    client.force_login(admin)
    text = client.get(reverse("worker:search", args=[project.pk])).content.decode()
    assert "Aucune recherche pour l" in text


def test_a_running_search_without_a_trial_yet_is_shown(client, project, admin):
    Job.objects.create(kind="search_ner", project=project, state="queued")
    client.force_login(admin)
    text = client.get(reverse("worker:search", args=[project.pk])).content.decode()
    assert "Chercher</button>" not in text


def test_a_search_in_its_first_trial_says_what_runs_since_when_and_comes_anew(
    client, project, admin
):
    now = timezone.now()
    Job.objects.create(
        kind="search_ner", project=project, state="running", heartbeat_at=now, progressed_at=now,
        started_at=now - timedelta(minutes=12), progress_done=25, progress_total=2000,
        message="essai n° 1, tour 4 sur 16 au plus ; essais finis : 0 sur 20",
        details={
            "trials": [trial(0, 0.41, "running", epochs=16.0, learning_rate=0.000014)],
            "resumed_at": 0, "counts_since": (now - timedelta(minutes=10)).timestamp(),
        },
    )  # fmt: skip
    client.force_login(admin)
    text = client.get(reverse("worker:search", args=[project.pk])).content.decode()
    assert "essai n° 1, tour 4 sur 16 au plus ; essais finis : 0 sur 20" in text
    assert "depuis 12 min" in text
    assert "encore 13 h 10 environ" in text
    assert ">41,0 %</td>" in text
    assert ">1,4\u00a0×\u00a010⁻⁵</td>" in text
    assert ">en cours</td>" in text
    assert "<polyline" not in text, "one line compares nothing"
    assert 'hx-trigger="every 10s"' in text


@pytest.mark.parametrize("language", ["fr", "en"])
def test_it_says_beforehand_how_long_it_may_take(client, project, admin, language, monkeypatch):
    told = Material(30, 12, "")
    monkeypatch.setattr("worker.views.search.training_material", lambda _project: told)
    client.force_login(admin)
    client.cookies["django_language"] = language
    address = reverse("worker:search", args=[project.pk])
    words = {
        "fr": "Pour 20 essais, comptez 36 minutes à 2,5 heures",
        "en": "For 20 trials, allow 36 minutes to 2.5 hours",
    }
    assert words[language] not in client.get(address).content.decode(), "nothing was trained yet"
    ModelVersion.objects.create(
        project=project, number=1, content_hash="c" * 64, state="candidate", train_notes=20, test_notes=5,
        metrics={"cost": {"seconds": 120.0}, "epochs": [{}] * 5}, created_by=admin,
    )  # fmt: skip
    assert words[language] in client.get(address).content.decode()


def test_too_few_notes_are_told_before_anybody_asks(client, project, admin):
    client.force_login(admin)
    text = client.get(reverse("worker:search", args=[project.pk])).content.decode()
    assert "Il faut au moins 4 notes" in text
    assert 'class="btn btn-primary" disabled' in text


def test_too_few_notes_and_senseless_counts_start_nothing(client, project, admin):
    client.force_login(admin)
    address = reverse("worker:search-start", args=[project.pk])
    for trials, reason in (
        ("0", "entre 1 et 200"),
        ("x", "entre 1 et 200"),
        ("5", "Il faut au moins 4"),
    ):
        text = client.post(address, {"trials": trials}, follow=True).content.decode()
        assert reason in text
    assert Job.objects.count() == 0


def test_who_may_see_and_start(client, project, other_project, admin, annotator, stranger):
    names = (("get", "search"), ("post", "search-start"))
    for person, target, status in (
        (annotator, project, 403), (stranger, project, 404), (admin, other_project, 404),
    ):  # fmt: skip
        client.force_login(person)
        for method, name in names:
            address = reverse(f"worker:{name}", args=[target.pk])
            assert getattr(client, method)(address).status_code == status
    assert client.get(reverse("worker:search-start", args=[project.pk])).status_code == 405


@pytest.mark.parametrize(("ticked", "searched"), [({"learning_rate": "on"}, True), ({}, False)])
def test_the_learning_rate_is_searched_on_choice(
    client, project, admin, monkeypatch, ticked, searched
):
    monkeypatch.setattr("worker.services.start_search.require_ready", lambda *_asked: None)
    client.force_login(admin)
    client.post(reverse("worker:search-start", args=[project.pk]), {"trials": "5", **ticked})
    assert Job.objects.get().payload["learning_rate"] is searched


def test_who_was_stopped_hides_no_parameters_that_another_worker_has_found(project, searched):
    found = {**searched.details, "recipe": {"epochs": 20}}
    Job.objects.filter(pk=searched.pk).update(details=found)
    stopped = Job.objects.create(
        kind="search_ner", project=project, state="cancelled", details=searched.details,
        payload={"search": str(searched.pk)},
    )  # fmt: skip
    assert newest_search(project) == searched
    stopped.details["trials"].append(trial(3, 0.4))
    stopped.save()
    assert newest_search(project) == stopped, "it knows more"
