"""One label over a patient's notes: what is found, what is written, what is taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from annotation.domain.ops import Change, InvalidOpError, Kind, Op, State, inverse
from annotation.domain.spans import Span
from annotation.models import (
    Assignment,
    Document,
    Layer,
    LayerSpan,
    Patient,
    SpanOp,
    WorkSettings,
)
from annotation.selectors.patient_file import Sought
from annotation.selectors.spans import state_of
from annotation.services.apply_op import OpRefusedError, StaleRevisionError, apply_layer_op
from annotation.services.propagate_in_file import Place, propagate_in_file
from annotation.services.search_patient_file import search_patient_file
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from annotation.services.take_back_in_file import take_back_in_file
from deidweb.audit.models import AuditEntry

HERE = "Mme Durand va bien."
NAME = Sought(4, 10, "PER", "NOM")


@pytest.fixture
def patient(project):
    return Patient.objects.create(project=project, external_id="p1")


@pytest.fixture
def here(make_note, patient, annotator) -> Layer:
    note = make_note(HERE, [Span(4, 10, "PER", "NOM", 0.9, "rule:civility")], patient=patient)
    return start_annotation(actor=annotator, document=note)


def rows(document: Document, author) -> list[tuple[str, str, str]]:
    layer = Layer.objects.get(document=document, kind="annotator", author=author)
    found = LayerSpan.objects.filter(layer=layer).order_by("start")
    return [(row.surface, row.subtype, row.state) for row in found]


def accept(layer: Layer) -> Op:
    (row,) = LayerSpan.objects.filter(layer=layer)
    before = state_of(row)
    return Op(
        uuid4(), Kind.BATCH, (Change(before.id, before, replace(before, state=State.ACCEPTED)),)
    )


def nothing() -> Op:
    return Op(uuid4(), Kind.BATCH, ())


def mark(actor, layer, op, *places, if_match=None):
    layer.refresh_from_db()
    return propagate_in_file(
        actor=actor, layer=layer, op=op, sought=NAME, places=[Place(*p) for p in places],
        if_match=layer.rev if if_match is None else if_match,
    )  # fmt: skip


def take_back(actor, layer, undoes):
    layer.refresh_from_db()
    made = uuid4()
    take_back_in_file(actor=actor, layer=layer, op_id=made, undoes=undoes, if_match=layer.rev)
    return made


def test_finds_every_like_and_says_what_labelling_would_do(here, make_note, patient, annotator):
    name = Span(3, 9, "PER", "NOM", 0.5, "rule:civility")
    make_note("M. DURAND et Mme Durandeau. L'épouse DURAND.", [name], patient=patient)
    make_note("Durand", [Span(0, 6, "LOC", "VILLE", 0.5, "")], patient=patient)
    make_note("rue Durand", [Span(0, 10, "LOC", "ADRESSE", 0.5, "")], patient=patient)
    make_note("Durand d'une autre", [], patient=None)
    hits = search_patient_file(actor=annotator, layer=here, sought=NAME)
    assert [(h.document.position, h.start, h.end, h.kind.value) for h in hits] == [
        (2, 3, 9, "accept"), (2, 37, 43, "new"), (3, 0, 6, "relabel"), (4, 4, 10, "blocked"),
    ]  # fmt: skip
    assert (hits[1].before, hits[1].surface, hits[1].after) == (
        "M. DURAND et Mme Durandeau. L'épouse ", "DURAND", ".",
    )  # fmt: skip
    entry = AuditEntry.objects.get(action="patient_file.searched")
    assert "Durand" not in str(entry.__dict__)


def test_notes_of_others_and_finished_ones_are_shown_but_locked(
    here, make_note, patient, annotator, make_user, project
):
    reviewer = make_user("relecteur", project, "reviewer")
    taken = make_note("M. Durand", [], patient=patient)
    start_annotation(actor=reviewer, document=taken)
    done = make_note("le Durand", [], patient=patient)
    layer = start_annotation(actor=annotator, document=done)
    submit_layer(actor=annotator, layer=layer, if_match=0)
    hits = search_patient_file(actor=annotator, layer=here, sought=NAME)
    assert [(h.kind.value, h.reason) for h in hits] == [
        ("locked", "commencée par une autre personne"),
        ("locked", "note validée : rouvrez-la d'abord"),
    ]
    with pytest.raises(OpRefusedError):
        mark(annotator, here, nothing(), (done.pk, 3, 9))
    assert SpanOp.objects.filter(layer=here).count() == 0


def test_one_gesture_marks_all_and_one_undo_takes_all_back(here, make_note, patient, annotator):
    suggested = make_note(
        "M. Durand. DURAND.", [Span(3, 9, "PER", "NOM", 0.5, "rule:civility")], patient=patient
    )
    bare = make_note("Durand", [], patient=patient)
    op = accept(here)
    spread = mark(
        annotator, here, op, (suggested.pk, 3, 9), (suggested.pk, 11, 17), (bare.pk, 0, 6)
    )
    assert (spread.notes, spread.spans) == (2, 4)
    assert rows(here.document, annotator) == [("Durand", "NOM", "accepted")]
    both = [("Durand", "NOM", "accepted"), ("DURAND", "NOM", "manual")]
    assert rows(suggested, annotator) == both
    assert rows(bare, annotator) == [("Durand", "NOM", "manual")]
    assert SpanOp.objects.filter(gesture=op.op_id).count() == 3

    undo = take_back(annotator, here, op.op_id)
    assert rows(here.document, annotator) == [("Durand", "NOM", "suggested")]
    assert rows(suggested, annotator) == [("Durand", "NOM", "suggested")]
    assert rows(bare, annotator) == []

    take_back(annotator, here, undo)  # an undo taken back is a redo
    assert rows(suggested, annotator) == both
    assert rows(bare, annotator) == [("Durand", "NOM", "manual")]
    assert list(SpanOp.objects.filter(layer=here).order_by("rev").values_list("kind", flat=True)) == [
        "batch", "undo", "redo",
    ]  # fmt: skip


def test_undo_from_another_note_of_the_gesture(here, make_note, patient, annotator):
    other = make_note("Durand", [], patient=patient)
    mark(annotator, here, nothing(), (other.pk, 0, 6))
    there = Layer.objects.get(document=other, author=annotator)
    part = SpanOp.objects.get(layer=there)
    take_back(annotator, there, part.op_id)
    assert rows(other, annotator) == []
    here.refresh_from_db()
    assert here.rev == 2


def test_a_gesture_with_nothing_to_change_here_still_can_be_undone(
    here, make_note, patient, annotator
):
    other = make_note("Durand", [], patient=patient)
    op = nothing()
    mark(annotator, here, op, (other.pk, 0, 6))
    assert SpanOp.objects.get(pk=op.op_id).changes == []
    take_back(annotator, here, op.op_id)
    assert rows(other, annotator) == []


def test_undo_is_all_or_nothing(here, make_note, patient, annotator):
    first = make_note("Durand", [], patient=patient)
    second = make_note("Durand", [], patient=patient)
    op = accept(here)
    mark(annotator, here, op, (first.pk, 0, 6), (second.pk, 0, 6))
    there = Layer.objects.get(document=second, author=annotator)
    (row,) = LayerSpan.objects.filter(layer=there)
    gone = Op(uuid4(), Kind.DELETE, (Change(row.span_id, state_of(row), None),))
    apply_layer_op(actor=annotator, layer=there, op=gone, if_match=1)
    with pytest.raises(OpRefusedError, match="Note n° 3"):
        take_back(annotator, here, op.op_id)
    assert rows(here.document, annotator) == [("Durand", "NOM", "accepted")]
    assert rows(first, annotator) == [("Durand", "NOM", "manual")]


def test_the_same_gesture_again_is_answered_and_changes_nothing(
    here, make_note, patient, annotator
):
    other = make_note("Durand", [], patient=patient)
    op = nothing()
    mark(annotator, here, op, (other.pk, 0, 6))
    again = mark(annotator, here, op, (other.pk, 0, 6), if_match=0)
    assert (again.stored.duplicate, again.notes, again.spans) == (True, 1, 1)
    assert SpanOp.objects.count() == 2


def test_what_is_refused(here, make_note, patient, annotator):
    other = make_note("M. Durand et Roy", [], patient=patient)
    stranger = make_note("Durand", [], patient=None)
    with pytest.raises(StaleRevisionError):
        mark(annotator, here, nothing(), (other.pk, 3, 9), if_match=7)
    with pytest.raises(InvalidOpError, match="dossier"):
        mark(annotator, here, nothing(), (stranger.pk, 0, 6))
    with pytest.raises(InvalidOpError, match="identique"):
        mark(annotator, here, nothing(), (other.pk, 13, 16))
    with pytest.raises(InvalidOpError):
        take_back(annotator, here, uuid4())
    assert SpanOp.objects.count() == 0
    assert not Layer.objects.filter(document=other, kind="annotator").exists()


def test_nothing_is_written_in_a_note_that_is_somebody_elses(
    here, make_note, patient, annotator, make_user, project
):
    """Whatever a client sends: the same rules as the preview's locks."""
    colleague = make_user("collegue", project, "annotator")
    begun = make_note("M. Durand", [], patient=patient)
    start_annotation(actor=colleague, document=begun)
    named = make_note("M. Durand", [], patient=patient)
    Assignment.objects.create(project=project, document=named, user=colleague, by=colleague)
    done = make_note("M. Durand", [], patient=patient)
    Layer.objects.create(document=done, kind="gold", author=colleague, state="submitted")
    locked = {
        h.document.pk: h.reason
        for h in search_patient_file(actor=annotator, layer=here, sought=NAME)
    }
    assert locked == {
        begun.pk: "commencée par une autre personne",
        named.pk: "attribuée à d'autres personnes",
        done.pk: "note validée : rouvrez-la d'abord",
    }
    for note, reason in locked.items():
        with pytest.raises(OpRefusedError, match=reason):
            mark(annotator, here, accept(here), (note, 3, 9))
    assert not Layer.objects.filter(kind="annotator", author=annotator).exclude(pk=here.pk).exists()
    assert rows(here.document, annotator) == [("Durand", "NOM", "suggested")]


def test_of_two_blind_readers_the_second_may_label_and_a_third_may_not(
    here, make_note, patient, annotator, make_user, project
):
    WorkSettings.objects.create(project=project, readers=2, hidden_percent=0)
    note = make_note("M. Durand", [], patient=patient)
    start_annotation(actor=make_user("une", project, "annotator"), document=note)
    (hit,) = search_patient_file(actor=annotator, layer=here, sought=NAME)
    assert hit.kind.value == "new"
    start_annotation(actor=make_user("autre_une", project, "annotator"), document=note)
    (hit,) = search_patient_file(actor=annotator, layer=here, sought=NAME)
    assert (hit.kind.value, hit.reason) == ("locked", "déjà lue par deux personnes")
    with pytest.raises(OpRefusedError):
        mark(annotator, here, nothing(), (note.pk, 3, 9))


def test_what_somebody_let_lapse_may_be_labelled(
    here, make_note, patient, annotator, make_user, project
):
    note = make_note("M. Durand", [], patient=patient)
    theirs = start_annotation(actor=make_user("une", project, "annotator"), document=note)
    Layer.objects.filter(pk=theirs.pk).update(lease_until=timezone.now() - timedelta(minutes=1))
    mark(annotator, here, nothing(), (note.pk, 3, 9))
    assert rows(note, annotator) == [("Durand", "NOM", "manual")]


def test_a_note_to_read_without_suggestions_gives_none_away(
    here, make_note, patient, annotator, project
):
    name = Span(3, 9, "PER", "NOM", 0.5, "rule:civility")
    note = make_note("M. Durand", [name], patient=patient)
    WorkSettings.objects.create(project=project, hidden_percent=100)
    (hit,) = search_patient_file(actor=annotator, layer=here, sought=NAME)
    assert hit.kind.value == "new"
    mark(annotator, here, nothing(), (note.pk, 3, 9))
    assert rows(note, annotator) == [("Durand", "NOM", "manual")]


def test_one_note_of_a_gesture_is_not_undone_alone(here, make_note, patient, annotator):
    other = make_note("Durand", [], patient=patient)
    op = accept(here)
    mark(annotator, here, op, (other.pk, 0, 6))
    here.refresh_from_db()
    alone = inverse(op, uuid4())
    with pytest.raises(InvalidOpError, match="tout le dossier"):
        apply_layer_op(actor=annotator, layer=here, op=alone, if_match=here.rev)
    assert rows(here.document, annotator) == [("Durand", "NOM", "accepted")]


def test_an_undo_sent_twice_is_answered_and_its_name_serves_once(
    here, make_note, patient, annotator
):
    other = make_note("Durand", [], patient=patient)
    op = accept(here)
    mark(annotator, here, op, (other.pk, 0, 6))
    undo = take_back(annotator, here, op.op_id)
    again = take_back_in_file(actor=annotator, layer=here, op_id=undo, undoes=op.op_id, if_match=0)
    assert (again.stored.duplicate, again.notes, again.spans) == (True, 1, 2)
    assert rows(other, annotator) == []
    for op_id, undoes in ((op.op_id, op.op_id), (undo, undo)):
        with pytest.raises(InvalidOpError, match="déjà servi"):
            take_back_in_file(
                actor=annotator, layer=here, op_id=op_id, undoes=undoes, if_match=here.rev
            )
    assert SpanOp.objects.count() == 4
