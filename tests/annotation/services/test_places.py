"""Getting a lapsed place back, freeing somebody's place."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from annotation.domain.note_access import Reason
from annotation.models import Layer
from annotation.selectors.assignments import held_places
from annotation.selectors.note_view import note_view
from annotation.services.free_place import PlaceBusyError, free_place
from annotation.services.renew_lease import beat
from annotation.services.start_annotation import start_annotation, start_next
from annotation.services.submit_layer import submit_layer
from annotation.services.take_back_place import take_back_place
from deidweb.audit.models import AuditEntry


@pytest.fixture
def second(make_user, project):
    return make_user("second", project, "annotator")


@pytest.fixture
def lost(note, annotator, second, project) -> tuple[Layer, Layer]:
    """The annotator's place lapsed and the second person took the note."""
    mine = start_annotation(actor=annotator, document=note)
    change(mine, lease_until=timezone.now() - timedelta(minutes=1))
    return mine, start_next(actor=second, project=project)


def change(layer: Layer, **values: object) -> None:
    Layer.objects.filter(pk=layer.pk).update(**values)


def away(layer: Layer, minutes: int) -> None:
    change(layer, beat_at=timezone.now() - timedelta(minutes=minutes))


def actions() -> list[str]:
    return list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))


def test_nobody_is_put_out_while_at_work(lost, note, annotator, second):
    _mine, theirs = lost
    beat(actor=second, layer=theirs)
    with pytest.raises(PlaceBusyError):
        take_back_place(actor=annotator, document=note)
    assert note_view(annotator, note).access.reason is Reason.TAKEN_OVER
    assert note_view(second, note).access.reason is not Reason.TAKEN_OVER


def test_the_note_is_taken_back_from_who_left(lost, note, annotator, second):
    mine, theirs = lost
    away(theirs, 3)
    assert take_back_place(actor=annotator, document=note) == mine
    assert note_view(annotator, note).access.reason is not Reason.TAKEN_OVER
    assert note_view(second, note).access.reason is Reason.TAKEN_OVER
    assert theirs.spans.count() == 3, "the other's work stays"
    assert actions()[-1] == "place.taken_back"
    assert AuditEntry.objects.latest("pk").details["instead_of"] == str(second.pk)
    assert submit_layer(actor=annotator, layer=mine, if_match=0).gold is not None


def test_a_reading_that_was_handed_in_keeps_its_place(lost, note, annotator, second):
    _mine, theirs = lost
    submit_layer(actor=second, layer=theirs, if_match=0)
    away(theirs, 60)
    with pytest.raises(PlaceBusyError):
        take_back_place(actor=annotator, document=note)


def test_a_free_place_is_simply_taken_again(note, annotator, second, project):
    mine = start_annotation(actor=annotator, document=note)
    change(mine, lease_until=timezone.now() - timedelta(minutes=1))
    take_back_place(actor=annotator, document=note)
    assert start_next(actor=second, project=project) is None


def test_who_has_no_reading_takes_nothing_back(note, annotator, second, make_user):
    start_annotation(actor=annotator, document=note)
    with pytest.raises(Layer.DoesNotExist):
        take_back_place(actor=second, document=note)
    with pytest.raises(Http404):
        take_back_place(actor=make_user("stranger"), document=note)


def test_an_administrator_frees_a_place_and_the_note_goes_on(
    note, admin, annotator, second, project
):
    mine = start_annotation(actor=annotator, document=note)
    assert list(held_places(project)) == [mine]
    free_place(actor=admin, layer=mine)
    assert list(held_places(project)) == []
    assert actions()[-1] == "place.freed"
    assert start_next(actor=second, project=project).document == note
    assert note_view(annotator, note).access.reason is Reason.TAKEN_OVER
    assert mine.spans.count() == 3


def test_who_may_not_share_out_frees_nothing(note, annotator, second):
    mine = start_annotation(actor=annotator, document=note)
    with pytest.raises(PermissionDenied):
        free_place(actor=second, layer=mine)
    mine.refresh_from_db()
    assert mine.lease_until > timezone.now()


def test_there_is_nothing_to_free_in_what_was_handed_in(note, admin, annotator):
    mine = start_annotation(actor=annotator, document=note)
    submit_layer(actor=annotator, layer=mine, if_match=0)
    with pytest.raises(PlaceBusyError):
        free_place(actor=admin, layer=mine)


def test_the_longest_unheard_of_comes_first(make_note, annotator, second, project):
    first, other = (
        start_annotation(actor=actor, document=make_note()) for actor in (annotator, second)
    )
    away(first, 1)
    away(other, 5)
    assert list(held_places(project)) == [other, first]
