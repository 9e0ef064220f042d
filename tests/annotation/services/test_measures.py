"""Tallies follow submissions; agreement compares blind layers; dashboards add up."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.domain.ops import Change, Kind, Op, SpanState, State
from annotation.models import (
    AgreementReport,
    DayTally,
    Document,
    EntityDay,
    Layer,
    LayerSpan,
    LayerTally,
    SpanOp,
    WorkSettings,
)
from annotation.selectors.agreement_pairs import gold_pairs, model_pairs, people_pairs
from annotation.selectors.dashboard import dashboard_of, missed_without_people, personal_page
from annotation.selectors.spans import state_of
from annotation.services.apply_op import apply_layer_op
from annotation.services.measure_agreement import measure_agreement, request_agreement
from annotation.services.reopen_document import reopen_document
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from deidweb.jobs.models import Job
from tests.annotation.conftest import CITY, NAME, TEXT
from worker.tasks import run_job


@pytest.fixture
def colleague(make_user, project):
    return make_user("collegue", project, "annotator")


@pytest.fixture
def reviewer(make_user, project):
    return make_user("relectrice", project, "reviewer")


def reject(actor, layer, label):
    row = LayerSpan.objects.get(layer=layer, label=label)
    before = state_of(row)
    change = Change(row.span_id, before, replace(before, state=State.REJECTED))
    op = Op(uuid.uuid4(), Kind.REJECT, (change,))
    apply_layer_op(actor=actor, layer=layer, op=op, if_match=layer.rev)
    layer.refresh_from_db()


def test_a_submission_is_tallied(annotator, layer):
    reject(annotator, layer, "LOC")
    submit_layer(actor=annotator, layer=layer, if_match=layer.rev)
    tally = LayerTally.objects.get(layer=layer)
    assert (tally.accepted, tally.corrected, tally.added, tally.rejected) == (2, 0, 0, 1)
    assert tally.engine_version == "rules-1"
    day = DayTally.objects.get()
    assert (day.notes, day.accepted, day.rejected, day.author) == (1, 2, 1, annotator)


def test_the_model_missed_nothing_that_was_not_shown(annotator, layer, project):
    """What a person marks without seeing the suggestions says nothing of what the model would have missed."""
    Layer.objects.filter(pk=layer.pk).update(hides_suggestions=True)
    place = TEXT.index("vue")
    made = SpanState(uuid.uuid4(), place, place + 3, "PER", "NOM", state=State.MANUAL)
    op = Op(uuid.uuid4(), Kind.ADD, (Change(made.id, None, made),))
    apply_layer_op(actor=annotator, layer=layer, op=op, if_match=layer.rev)
    layer.refresh_from_db()
    submit_layer(actor=annotator, layer=layer, if_match=layer.rev)
    tally = LayerTally.objects.get(layer=layer)
    assert (tally.added, tally.engine_version) == (1, "")
    assert missed_without_people(project) == dashboard_of(annotator, project).work.missed == 0


def entity_days() -> dict[tuple[str, str], tuple[int, ...]]:
    """By axis and name; labels without a span are left out."""
    rows = EntityDay.objects.order_by("axis", "name")
    told = rows.values_list("axis", "name", "notes", "accepted", "corrected", "added", "rejected")
    return {
        (axis, name): tuple(rest) for axis, name, *rest in told if axis != "label" or any(rest[1:])
    }


def test_a_day_is_counted_by_label_type_service_and_engine(annotator, make_note):
    cardiology = make_note(spans=[NAME, CITY], doc_type="CRH", service="Cardiologie")
    layer = start_annotation(actor=annotator, document=cardiology)
    reject(annotator, layer, "LOC")
    submit_layer(actor=annotator, layer=layer, if_match=layer.rev)
    bare = start_annotation(actor=annotator, document=make_note("RAS ce jour."))
    submit_layer(actor=annotator, layer=bare, if_match=0)
    assert entity_days() == {
        ("all", ""): (2, 1, 0, 0, 1),
        ("engine", "rules-1"): (1, 1, 0, 0, 1),
        ("label", "LOC"): (2, 0, 0, 0, 1),
        ("label", "PER"): (2, 1, 0, 0, 0),
        ("service", "Cardiologie"): (1, 1, 0, 0, 1),
        ("type", ""): (1, 0, 0, 0, 0),
        ("type", "CRH"): (1, 1, 0, 0, 1),
    }
    # a label that nobody met has its day, too: none in two notes
    assert EntityDay.objects.get(axis="label", name="MAIL").notes == 2
    day = timezone.localdate()
    assert {row.monday for row in EntityDay.objects.all()} == {day - timedelta(days=day.weekday())}


def test_a_reading_handed_in_again_on_another_day_still_counts_on_its_first(annotator, layer):
    submit_layer(actor=annotator, layer=layer, if_match=layer.rev)
    first = timezone.localdate() - timedelta(days=9)
    EntityDay.objects.update(day=first)
    LayerTally.objects.update(day=first)
    DayTally.objects.update(day=first)
    layer = reopen_document(actor=annotator, document=Document.objects.get())
    reject(annotator, layer, "LOC")
    submit_layer(actor=annotator, layer=layer, if_match=layer.rev)
    (row,) = EntityDay.objects.filter(axis="all")
    assert (row.day, row.notes, row.accepted, row.rejected) == (first, 1, 2, 1)
    assert [(one.day, one.notes) for one in DayTally.objects.all()] == [(first, 1)]


def test_submitting_again_replaces_the_tally(annotator, layer):
    submit_layer(actor=annotator, layer=layer, if_match=layer.rev)
    layer = reopen_document(actor=annotator, document=Document.objects.get())
    reject(annotator, layer, "LOC")
    submit_layer(actor=annotator, layer=layer, if_match=layer.rev)
    day = DayTally.objects.get()
    assert (day.notes, day.accepted, day.rejected) == (1, 2, 1)


def test_active_time_leaves_out_what_was_idle(annotator, layer):
    reject(annotator, layer, "LOC")
    begun = timezone.now() - timedelta(hours=1)
    Layer.objects.filter(pk=layer.pk).update(created_at=begun)
    SpanOp.objects.filter(layer=layer).update(at=begun + timedelta(seconds=30))
    layer.refresh_from_db()
    submit_layer(actor=annotator, layer=layer, if_match=layer.rev)
    # 30 s to the first gesture; then an hour's silence until the last ones, of which 2 min count
    assert 150 <= LayerTally.objects.get().active_seconds <= 152


def test_the_dashboard_adds_up(annotator, layer, make_note, project):
    make_note(TEXT, [NAME])
    submit_layer(actor=annotator, layer=layer, if_match=layer.rev)
    DayTally.objects.update(active_seconds=120)
    board = dashboard_of(annotator, project)
    assert (board.progress.gold, board.progress.total, board.remaining) == (1, 2, 1)
    assert board.work.recent.minutes_a_note == 2
    assert board.remaining_hours == pytest.approx(1 / 30)
    assert [(m.version, m.notes) for m in board.work.models] == [("rules-1", 1)]


def test_two_readings_of_a_note_are_one_note_of_the_board(annotator, colleague, project, make_note):
    WorkSettings.objects.create(project=project, readers=2, hidden_percent=0)
    note = make_note(TEXT, [NAME])
    make_note(TEXT, [NAME])
    for person in (annotator, colleague):
        submit_layer(actor=person, layer=start_annotation(actor=person, document=note), if_match=0)
    DayTally.objects.update(active_seconds=120)
    board = dashboard_of(annotator, project)
    assert board.work.all.notes == 2
    assert (board.progress.gold, board.readings_left, *board.growth.values()) == (1, 2, 1)
    # two minutes of each of two people a note, one note is left
    assert board.remaining_hours == pytest.approx(4 / 60)


def test_where_two_people_read_what_is_left_counts_their_readings(
    annotator, layer, make_note, project
):
    for _ in range(2):
        make_note(TEXT, [NAME])
    WorkSettings.objects.create(project=project, readers=2)
    submit_layer(actor=annotator, layer=layer, if_match=layer.rev)
    DayTally.objects.update(active_seconds=120)
    board = dashboard_of(annotator, project)
    # the second reading of the first note, both of two others: five of two minutes
    assert (board.remaining, board.readings_left) == (3, 5)
    assert board.remaining_hours == pytest.approx(5 / 30)


def test_a_personal_page_counts_only_its_owner(annotator, layer, colleague, project):
    submit_layer(actor=annotator, layer=layer, if_match=layer.rev)
    assert personal_page(annotator, project).all.notes == 1
    assert personal_page(colleague, project).all.notes == 0


@pytest.fixture
def blind(note, annotator, colleague, make_note):
    """Two people on one note: one refuses the town, the other keeps all."""
    one = start_annotation(actor=annotator, document=note)
    other = start_annotation(actor=colleague, document=note)
    reject(annotator, one, "LOC")
    submit_layer(actor=annotator, layer=one, if_match=one.rev)
    submit_layer(actor=colleague, layer=other, if_match=other.rev)
    return note


def test_agreement_of_two_people(blind, reviewer, project):
    job = request_agreement(actor=reviewer, project=project)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    people = AgreementReport.objects.get().result["people"]
    # 2 of 2 and 2 of 3: F1 = 2·2/5
    assert people["notes"] == 1
    assert people["total"]["exact"] == {"value": 0.8}
    cells = {(c["one"], c["other"]): c["count"] for c in people["matrix"]}
    assert sorted(cells.values()) == [1, 1, 1]
    assert ("", "LOC") in cells or ("LOC", "") in cells
    assert len(people["pairs"]) == 1
    assert len(people["weeks"]) == 1


def test_gold_is_compared_with_those_who_did_not_make_it(blind, project):
    pairs = gold_pairs(project)
    assert len(pairs) == 1  # the second submission's copy is in force: only the first differs
    assert pairs[0].names[1] == "gold"


def test_the_model_is_compared_with_gold(blind, project):
    (pair,) = model_pairs(project)
    assert pair.names == ("rules-1", "gold")
    result = measure_agreement(project, lambda _done, _total: None)
    assert result["model"]["total"]["exact"] == {"value": 1.0}


def test_who_began_from_gold_was_not_blind(note, annotator, colleague, project):
    one = start_annotation(actor=annotator, document=note)
    submit_layer(actor=annotator, layer=one, if_match=one.rev)
    other = start_annotation(actor=colleague, document=note)
    submit_layer(actor=colleague, layer=other, if_match=other.rev)
    assert people_pairs(project) == []
