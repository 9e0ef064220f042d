"""Hidden suggestions against shown ones: measured by the job, told on the dashboard."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest
from django.urls import reverse

from annotation.domain.ops import Change, Kind, Op, SpanState, State
from annotation.models import AgreementReport, Layer, LayerSpan, WorkSettings
from annotation.presentation.anchoring import panel_of
from annotation.selectors.anchored_readings import readings_of
from annotation.selectors.spans import state_of
from annotation.services.apply_op import apply_layer_op
from annotation.services.measure_agreement import request_agreement
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from deidweb.jobs.models import Job
from tests.annotation.conftest import CITY, NAME, TEXT
from worker.tasks import run_job

pytestmark = pytest.mark.slow


@pytest.fixture
def reviewer(make_user, project):
    return make_user("relectrice", project, "reviewer")


def gesture(actor, layer, kind, before, after):
    change = Change((before or after).id, before, after)
    layer.refresh_from_db()
    apply_layer_op(
        actor=actor, layer=layer, op=Op(uuid.uuid4(), kind, (change,)), if_match=layer.rev
    )


def draw(actor, layer, start, end, label, subtype):
    span = SpanState(uuid.uuid4(), start, end, label, subtype, state=State.MANUAL)
    gesture(actor, layer, Kind.ADD, None, span)


def hand_in(actor, layer):
    layer.refresh_from_db()
    submit_layer(actor=actor, layer=layer, if_match=layer.rev)


def read(actor, note, *, hidden):
    """With suggestions: all of them taken, the date drawn. Without: name and date drawn."""
    WorkSettings.objects.filter(project=note.project).update(hidden_percent=100 if hidden else 0)
    layer = start_annotation(actor=actor, document=note)
    assert layer.hides_suggestions is hidden
    if hidden:
        draw(actor, layer, 4, 10, "PER", "NOM")
    draw(actor, layer, 38, 48, "DATE", "DATE")
    hand_in(actor, layer)
    return layer


@pytest.fixture
def scene(make_note, make_user, project, annotator, reviewer):
    """Ten notes, five of them read without suggestions; the model saw name and town, not the date.
    Every note's gold is somebody else's: name and date, the town refused."""
    WorkSettings.objects.create(project=project, readers=1, hidden_percent=0)
    for index in range(10):
        note = make_note(TEXT, [NAME, CITY])
        read(annotator, note, hidden=index < 5)
        Layer.objects.filter(document=note, kind="gold").delete()
        WorkSettings.objects.update(hidden_percent=0)
        other = start_annotation(actor=reviewer, document=note)
        row = LayerSpan.objects.get(layer=other, label="LOC")
        before = state_of(row)
        gesture(reviewer, other, Kind.REJECT, before, replace(before, state=State.REJECTED))
        draw(reviewer, other, 38, 48, "DATE", "DATE")
        hand_in(reviewer, other)
    # only the annotator's readings are looked at below
    Layer.objects.filter(author=reviewer, kind="annotator").update(hides_suggestions=False)


def measured(actor, project):
    job = request_agreement(actor=actor, project=project)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    return AgreementReport.objects.first()


def test_both_sides_are_counted(scene, reviewer, project):
    found = measured(reviewer, project).result["anchoring"]
    assert (found["hidden"], found["shown"]) == (5, 15)  # the reviewer saw suggestions ten times
    told = {
        name: [(pair[side]["hits"], pair[side]["total"]) for side in ("hidden", "shown")]
        for name, pair in found["measures"].items()
    }
    # without: name and date against name and town (model), name and date (gold).
    # with: name, town and date; the reviewer's own ten have no gold but their own copy,
    # and meet the model in the name alone.
    assert told == {
        "model": [(10, 20), (20 + 20, 25 + 40)],
        "recall": [(10, 10), (10, 10)],
        "precision": [(10, 10), (10, 15)],
        "lost": [(0, 5), (0, 5)],
        "wrong": [(0, 5), (5, 5)],
        "beyond": [(5, 5), (5, 5)],
    }


def test_gold_of_this_very_reading_alone_does_not_count(scene, project, reviewer):
    mine = [r for r in readings_of(project) if r.gold is None]
    assert len(mine) == 10
    assert set(Layer.objects.filter(pk__in=[r.layer for r in mine]).values_list("author", flat=True)) == {
        reviewer.pk
    }  # fmt: skip
    Layer.objects.filter(kind="gold").update(provenance="unanimous")
    assert all(r.gold is not None for r in readings_of(project))


def test_the_page_says_it_in_words_and_numbers(scene, client, reviewer, project):
    measured(reviewer, project)
    client.force_login(reviewer)
    text = client.get(reverse("annotation:dashboard", args=[project.pk])).content.decode()
    text = text.replace("&#x27;", "'").replace("\xa0", " ")
    assert "Influence des suggestions" in text
    assert "d'accord avec le modèle à 62 % ; sans les voir, à 50 %." in text
    assert "elles retrouvent 100 % de la référence ; sans elles, 100 %." in text
    assert "Le hasard suffit à expliquer cet écart." in text
    assert "5 sur 5, 5 notes" in text
    panel = panel_of(AgreementReport.objects.first())
    wrong = next(row for row in panel.rows if row.name.startswith("Suggestions fausses"))
    assert wrong.gap == "−100 points (de −100 à −100)"


def test_too_few_notes_are_told(make_note, annotator, reviewer, project, client):
    WorkSettings.objects.create(project=project, readers=1, hidden_percent=0)
    read(annotator, make_note(TEXT, [NAME, CITY]), hidden=True)
    panel = panel_of(measured(reviewer, project))
    assert panel.sentences[0].startswith("Pas assez de notes")
    assert {row.hidden.value for row in panel.rows} == {"pas assez de notes"}
    assert {row.gap for row in panel.rows} == {"–"}


def test_who_may_not_see_the_team_does_not_see_it(client, annotator, reviewer, note, project):
    page = reverse("annotation:dashboard", args=[project.pk])
    client.force_login(annotator)
    assert "Influence" not in client.get(page).content.decode()
    client.force_login(reviewer)
    assert "Pas encore mesurée" in client.get(page).content.decode()
