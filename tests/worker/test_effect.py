"""What a retraining changed, as its page draws it; how long the next may take."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from deidweb.demo_history.recorded import Recorded
from tests.worker.versions import figures
from worker.models import ModelVersion
from worker.presentation.effect import effect_of, stop_sentence
from worker.presentation.training_time import SHIPPED_PACE, expected_time, first_time
from worker.selectors.note_results import Read
from worker.training.judged import JudgedNote

NARROW, WIDE = [0.98, 0.96, 0.99], [0.95, 0.82, 0.99]


@pytest.fixture
def model_dir(settings, tmp_path):
    settings.MODEL_DIR = tmp_path / "models"
    return settings.MODEL_DIR


def told(redacted, notes=12):
    return {"all": {"notes": notes, **dict.fromkeys(("redacted", "whole", "precision"), redacted)}}


def version(**metrics):
    return ModelVersion(test_notes=12, metrics={"before_number": None, **metrics})


def judged(note, *missed):
    return JudgedNote(note, 9, 3, 3 - len(missed), 0, 0, missed, (), (), {}, {"PER": (3, 3)})


def read(name, before, after):
    return Read(uuid.uuid4(), name, judged(name, *before), judged(name, *after))


def test_both_sides_stand_on_one_scale_with_their_intervals():
    found = effect_of(version(evaluation={"before": told(WIDE), "after": told(NARROW)}), [])
    first = found.figures[0]
    assert (first.begin, first.end) == ("80 %", "100 %")
    before, after = first.marks
    assert (before.name, after.name) == ("le modèle livré", "ce modèle")
    assert (before.at, before.low, before.width) == ("75.0", "10.0", "85.0")
    assert after.told == "98,0 % [96,0 – 99,0]"


@pytest.mark.parametrize(("notes", "is_cautious"), [(12, True), (50, False)])
def test_few_notes_are_said_to_be_few(notes, is_cautious):
    sides = {"before": told(WIDE, notes), "after": told(NARROW, notes)}
    assert bool(effect_of(version(evaluation=sides), []).caution) is is_cautious


def test_notes_that_all_agree_are_no_proof_and_their_mark_is_seen():
    sides = {"before": told([1.0, 1.0, 1.0], 80), "after": told(NARROW, 80)}
    found = effect_of(version(evaluation=sides), [])
    mark = found.figures[0].marks[0]
    assert (mark.told, mark.at) == ("100,0 %", "99.2")
    assert "n'est pas mesuré" in found.caution


def test_what_is_lost_comes_first_among_the_examples_and_no_word_is_told():
    sides = {"before": told(WIDE), "after": told(NARROW)}
    reads = [read("n1", [(0, 4, "PER")], []), read("n2", [], [(5, 9, "LOC")])]
    examples = effect_of(version(evaluation=sides), reads).examples
    assert [(one.name, one.what, one.is_gain) for one in examples] == [
        ("n2", "Lieux", False),
        ("n1", "Personnes", True),
    ]


def test_a_version_of_before_intervals_has_no_picture():
    assert effect_of(version(), []) is None


def test_an_early_end_is_explained():
    rows = [{"epoch": n, "f1": f1} for n, f1 in ((1, 0.9), (2, 0.8), (3, 0.7))]
    early = stop_sentence({"epochs": rows, "recipe": {"epochs": 5}})
    assert early.startswith("Arrêté de lui-même après le tour 3 sur 5")
    assert "du tour 1" in early
    whole = {"epochs": rows, "recipe": {"epochs": 3}}
    assert "Les 3 tours" in stop_sentence(whole)
    assert "du tour 1 sont gardés" in stop_sentence({**whole, "kept_epoch": 1})
    assert "du dernier sont gardés : les notes de validation sont trop peu" in stop_sentence(
        {**whole, "kept_epoch": 3}
    )
    assert stop_sentence({}) == ""


def test_the_time_follows_from_earlier_trainings():
    known = version(cost={"seconds": 600})
    known.train_notes = 20
    assert expected_time([known], 40) == "13 à 30 minutes"
    assert expected_time([known], 170) == "56 minutes à 2,5 heures"
    assert expected_time([known], 210) == "1 à 3 heures"
    assert expected_time([known], 300) == "1,5 à 4 heures"
    assert expected_time([], 40) == ""
    assert expected_time([version()], 40) == ""


def test_the_first_training_has_a_range_too_and_a_wider_one():
    assert first_time(40) == "1 à 12 minutes"
    assert first_time(300) == "9 à 84 minutes"
    assert first_time(0) == ""


def test_the_pace_that_ships_is_that_of_the_replayed_training():
    known = Recorded.read().training
    assert known.metrics["cost"]["seconds"] / 60 / known.train_notes == pytest.approx(
        SHIPPED_PACE, rel=0.5
    )


def test_the_page_draws_it_and_says_that_the_weights_are_missing(
    client, project, admin, make_version, model_dir
):
    made = make_version(1)
    row = {"epoch": 1, "loss": 0.5, "f1": 0.9, "redacted": 0.95, "f1_by_label": {"PER": 0.9}}
    made.metrics |= {
        "evaluation": {"before": told(WIDE), "after": told(NARROW)},
        "epochs": [row, {**row, "epoch": 2}],
        "recipe": {"epochs": 5},
        "after": figures(),
    }
    made.save()
    client.force_login(admin)
    address = reverse("worker:model-detail", args=[project.pk, made.pk])
    page = client.get(address).content.decode()
    assert page.count('class="interval"') == 6
    assert 'data-v="0.9500"' in page  # the chart of the passes
    assert "Promouvoir" in page
    made.content_hash = "0" * 64
    made.save()
    page = client.get(address).content.decode()
    assert "ne sont pas sur ce serveur" in page
    assert "Promouvoir" not in page
    assert "Ce modèle peut être mis en service" not in page
    assert "à décider" not in page
    listed = client.get(reverse("worker:model-list", args=[project.pk])).content.decode()
    assert "ses poids ne sont pas ici" in listed
    assert "Promouvoir" not in listed
    assert "à décider" not in listed
    assert "à décider" not in client.get(reverse("home")).content.decode()
