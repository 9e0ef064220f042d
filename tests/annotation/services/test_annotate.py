"""Begin, edit, submit, reopen: one writer a layer, nothing lost, nothing done twice."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from annotation.domain.ops import Change, InvalidOpError, Kind, Op, SpanState, State, inverse
from annotation.domain.spans import Span
from annotation.models import Document, Layer, LayerSpan, SpanOp
from annotation.selectors.spans import rows_touched, state_of
from annotation.services.apply_op import (
    OpRefusedError,
    StaleRevisionError,
    SubmittedLayerError,
    apply_layer_op,
)
from annotation.services.reopen_document import reopen_document
from annotation.services.start_annotation import start_annotation, start_next
from annotation.services.store_suggestions import store_suggestions, suggested
from annotation.services.submit_layer import submit_layer
from deidweb.audit.models import AuditEntry


def spans_of(layer) -> dict[str, SpanState]:
    """By surface."""
    return {row.surface: state_of(row) for row in LayerSpan.objects.filter(layer=layer)}


def op(kind, before, after, undoes=None) -> Op:
    return Op(uuid4(), kind, (Change((before or after).id, before, after),), undoes)


def added(start=0, end=3, **fields) -> SpanState:
    return SpanState(uuid4(), start, end, "PER", "NOM", state=State.MANUAL, **fields)


def apply(actor, layer, made, if_match=None):
    layer.refresh_from_db()
    rev = layer.rev if if_match is None else if_match
    return apply_layer_op(actor=actor, layer=layer, op=made, if_match=rev)


def test_starting_copies_the_newest_suggestion_with_its_span_ids(note, annotator):
    store_suggestions(
        [suggested(note, [Span(4, 10, "PER", "NOM", 0.95, "model:2")])], engine_version="m-2"
    )
    layer = start_annotation(actor=annotator, document=note)
    newest = Layer.objects.get(engine_version="m-2")
    assert layer.source_layer == newest
    assert spans_of(layer) == spans_of(newest)
    assert spans_of(layer)["Durand"].state == "suggested"
    note.refresh_from_db()
    assert note.state == Document.State.IN_PROGRESS


def test_starting_twice_gives_the_same_layer(note, annotator):
    first = start_annotation(actor=annotator, document=note)
    assert start_annotation(actor=annotator, document=note) == first
    assert LayerSpan.objects.filter(layer=first).count() == 3
    assert AuditEntry.objects.filter(action="annotation.started").count() == 1


@pytest.mark.parametrize(("who", "error"), [("admin", PermissionDenied), ("stranger", Http404)])
def test_starting_needs_the_right_to_annotate(note, request, who, error):
    with pytest.raises(error):
        start_annotation(actor=request.getfixturevalue(who), document=note)
    assert Layer.objects.filter(kind="annotator").count() == 0


def test_two_people_are_never_given_the_same_note(make_note, annotator, make_user, project):
    make_note("Durand est là", [])
    make_note("Morel est là", [])
    other = make_user("second", project, "annotator")
    first = start_next(actor=annotator, project=project)
    second = start_next(actor=other, project=project)
    assert (first.document.position, second.document.position) == (1, 2)
    assert start_next(actor=annotator, project=project) == first  # one's own unfinished note first


def test_preannotated_notes_come_before_bare_ones_and_then_nothing(make_note, annotator, project):
    bare = make_note("nue")
    ready = make_note("prête", [])
    layer = start_next(actor=annotator, project=project)
    assert layer.document == ready
    submit_layer(actor=annotator, layer=layer, if_match=0)
    layer = start_next(actor=annotator, project=project)
    assert layer.document == bare
    submit_layer(actor=annotator, layer=layer, if_match=0)
    assert start_next(actor=annotator, project=project) is None


def test_an_op_is_stored_with_what_it_did(layer, annotator):
    name = spans_of(layer)["Durand"]
    stored = apply(annotator, layer, op(Kind.ACCEPT, name, replace(name, state=State.ACCEPTED)))
    assert (stored.rev, stored.duplicate) == (1, False)
    assert spans_of(layer)["Durand"] == replace(name, state=State.ACCEPTED)
    row = SpanOp.objects.get()
    assert (row.rev, row.kind, row.author) == (1, "accept", annotator)
    assert row.changes[0]["before"]["state"] == "suggested"


def test_the_suggestion_layer_is_never_touched(layer, annotator, note):
    before = spans_of(layer.source_layer)
    name = spans_of(layer)["Durand"]
    apply(annotator, layer, op(Kind.REJECT, name, replace(name, state=State.REJECTED)))
    apply(annotator, layer, op(Kind.ADD, None, added()))
    assert spans_of(layer.source_layer) == before


def test_a_resize_stores_the_new_surface(layer, annotator):
    name = spans_of(layer)["Durand"]
    moved = replace(name, start=0, state=State.CORRECTED)
    apply(annotator, layer, op(Kind.RESIZE, name, moved))
    assert spans_of(layer)["Mme Durand"].source == "rule:civility"


def test_a_retry_of_the_same_op_is_answered_and_changes_nothing(layer, annotator):
    made = op(Kind.ADD, None, added())
    apply(annotator, layer, made)
    again = apply(annotator, layer, made, if_match=0)  # the first answer was lost
    assert (again.rev, again.duplicate) == (1, True)
    assert SpanOp.objects.count() == 1


def test_an_op_id_that_served_something_else_is_refused(layer, annotator):
    made = op(Kind.ADD, None, added())
    apply(annotator, layer, made)
    forged = Op(made.op_id, Kind.ADD, (Change(uuid4(), None, added()),))
    with pytest.raises(InvalidOpError) as caught:
        apply(annotator, layer, forged)
    assert caught.value.field == "op_id"


def test_two_tabs_the_second_is_told_that_it_is_stale(layer, annotator):
    apply(annotator, layer, op(Kind.ADD, None, added()), if_match=0)
    with pytest.raises(StaleRevisionError) as caught:
        apply(annotator, layer, op(Kind.ADD, None, added(11, 12)), if_match=0)
    assert caught.value.rev == 1
    assert SpanOp.objects.count() == 1


def test_two_tabs_on_the_same_span_conflict_even_with_the_right_revision(layer, annotator):
    name = spans_of(layer)["Durand"]
    apply(annotator, layer, op(Kind.RESIZE, name, replace(name, start=0, state=State.CORRECTED)))
    with pytest.raises(OpRefusedError) as caught:
        apply(annotator, layer, op(Kind.ACCEPT, name, replace(name, state=State.ACCEPTED)))
    assert caught.value.spans == (name.id,)
    assert "Mme Durand" in spans_of(layer)


def test_undo_and_redo(layer, annotator):
    start = spans_of(layer)
    made = op(Kind.ADD, None, replace(added(), source=f"user:{annotator.pk}"))
    apply(annotator, layer, made)
    back = inverse(made, uuid4())
    apply(annotator, layer, back)
    assert spans_of(layer) == start
    apply(annotator, layer, inverse(back, uuid4()))
    assert "Mme" in spans_of(layer)
    kinds = SpanOp.objects.order_by("rev").values_list("kind", flat=True)
    assert list(kinds) == ["add", "undo", "redo"]


def test_an_undo_of_an_op_of_another_layer_is_refused(layer, annotator):
    made = op(Kind.ADD, None, added())
    apply(annotator, layer, made)
    name = spans_of(layer)["Durand"]
    for undoes in (uuid4(), made.op_id):  # unknown; known, but it touched another span
        back = op(Kind.UNDO, name, replace(name, state=State.REJECTED), undoes=undoes)
        with pytest.raises(InvalidOpError) as caught:
            apply(annotator, layer, back)
        assert caught.value.field == "undoes"


def test_only_the_author_edits_and_submits(layer, make_user, project):
    other = make_user("second", project, "annotator")
    with pytest.raises(PermissionDenied):
        apply(other, layer, op(Kind.ADD, None, added()))
    with pytest.raises(PermissionDenied):
        submit_layer(actor=other, layer=layer, if_match=0)
    with pytest.raises(PermissionDenied):
        apply(other, layer.source_layer, op(Kind.ADD, None, added()))


def test_submission_makes_gold_of_everything_that_was_not_rejected(layer, annotator, note):
    city = spans_of(layer)["Dijon"]
    apply(annotator, layer, op(Kind.REJECT, city, replace(city, state=State.REJECTED)))
    apply(annotator, layer, op(Kind.ADD, None, added()))
    gold = submit_layer(actor=annotator, layer=layer, if_match=2).gold
    assert {s: v.state.value for s, v in spans_of(gold).items()} == {
        "Mme": "manual",
        "Durand": "accepted",
        "12/02/2020": "accepted",
    }
    assert spans_of(gold)["Durand"].id == spans_of(layer)["Durand"].id
    note.refresh_from_db()
    layer.refresh_from_db()
    assert (note.state, layer.state, layer.rev, gold.version) == ("gold", "submitted", 3, 1)
    last = SpanOp.objects.order_by("rev").last()
    assert (last.kind, len(last.changes)) == ("batch", 2)
    entry = AuditEntry.objects.get(action="annotation.submitted")
    assert entry.details == {"gold_version": 1, "spans": 3, "rev": 3}


def test_a_double_submit_is_harmless(layer, annotator):
    first = submit_layer(actor=annotator, layer=layer, if_match=0)
    again = submit_layer(actor=annotator, layer=layer, if_match=0)
    assert again.gold == first.gold
    assert again.repeated
    assert Layer.objects.filter(kind="gold").count() == 1


def test_a_stale_submit_is_refused(layer, annotator):
    apply(annotator, layer, op(Kind.ADD, None, added()))
    with pytest.raises(StaleRevisionError):
        submit_layer(actor=annotator, layer=layer, if_match=0)
    assert Layer.objects.filter(kind="gold").count() == 0


def test_a_submitted_layer_is_closed_until_it_is_reopened(layer, annotator, note):
    submit_layer(actor=annotator, layer=layer, if_match=0)
    with pytest.raises(SubmittedLayerError):
        apply(annotator, layer, op(Kind.ADD, None, added()))
    reopened = reopen_document(actor=annotator, document=note)
    assert reopened == layer
    note.refresh_from_db()
    assert note.state == Document.State.IN_PROGRESS
    apply(annotator, layer, op(Kind.ADD, None, added()))
    layer.refresh_from_db()
    second = submit_layer(actor=annotator, layer=layer, if_match=layer.rev).gold
    assert second.version == 2
    assert set(spans_of(second)) == {"Mme", "Durand", "Dijon", "12/02/2020"}
    assert Layer.objects.get(kind="gold", version=1).spans.count() == 3


def test_the_acceptance_of_the_rest_can_be_undone_after_reopening(layer, annotator, note):
    submit_layer(actor=annotator, layer=layer, if_match=0)
    reopen_document(actor=annotator, document=note)
    stored = SpanOp.objects.get()
    from annotation.domain.ops_json import parse_op

    done = parse_op({"op_id": str(stored.op_id), "kind": "batch", "changes": stored.changes})
    apply(annotator, layer, inverse(done, uuid4()))
    assert {s.state for s in spans_of(layer).values()} == {State.SUGGESTED}


def test_reopening_twice_is_harmless(layer, annotator, note):
    submit_layer(actor=annotator, layer=layer, if_match=0)
    reopen_document(actor=annotator, document=note)
    reopen_document(actor=annotator, document=note)
    assert AuditEntry.objects.filter(action="annotation.reopened").count() == 1


def test_somebody_elses_gold_is_reopened_in_a_layer_of_ones_own(
    layer, annotator, note, make_user, project
):
    city = spans_of(layer)["Dijon"]
    apply(annotator, layer, op(Kind.REJECT, city, replace(city, state=State.REJECTED)))
    submit_layer(actor=annotator, layer=layer, if_match=1)
    reviewer = make_user("relectrice", project, "reviewer")
    own = reopen_document(actor=reviewer, document=note)
    assert own.author == reviewer
    assert set(spans_of(own)) == {"Durand", "12/02/2020"}
    apply(reviewer, own, op(Kind.ADD, None, added()))
    assert submit_layer(actor=reviewer, layer=own, if_match=1).gold.version == 2
    # The first author finds the reviewer's version, not an older one of her own.
    again = reopen_document(actor=annotator, document=note)
    assert again == layer
    assert set(spans_of(again)) == {"Mme", "Durand", "12/02/2020"}


def test_a_save_reads_only_the_rows_that_it_touches(make_note, annotator):
    words = "Mme Durand va bien. "
    spans = [Span(i * len(words) + 4, i * len(words) + 10, "PER", "NOM", 0.9) for i in range(50)]
    layer = start_annotation(actor=annotator, document=make_note(words * 50, spans))
    row = layer.spans.get(start=44)
    before = state_of(row)
    change = Change(row.span_id, before, replace(before, state=State.ACCEPTED))
    read = rows_touched(layer, Op(uuid4(), Kind.ACCEPT, (change,)))
    assert list(read) == [row.span_id]
    # a new one over another's words is still refused, though its row was not named
    twin = replace(before, id=uuid4(), start=64, end=70, state=State.MANUAL)
    with pytest.raises(InvalidOpError, match="existe déjà"):
        apply_layer_op(
            actor=annotator,
            layer=layer,
            op=Op(uuid4(), Kind.ADD, (Change(twin.id, None, twin),)),
            if_match=0,
        )


def test_a_large_batch_reads_the_whole_layer(layer):
    rows = list(layer.spans.all())
    changes = tuple(Change(uuid4(), None, state_of(rows[0])) for _number in range(201))
    assert len(rows_touched(layer, Op(uuid4(), Kind.BATCH, changes))) == len(rows) == 3
