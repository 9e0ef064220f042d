"""Notes given to people by name: who gets them, who does not, how it is taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from annotation.domain.note_access import Reason
from annotation.models import Assignment, Document, Layer, Skip, TypeReader, WorkSettings
from annotation.presentation.queue import queue_rows
from annotation.selectors.assignments import loads
from annotation.selectors.note_view import note_view
from annotation.selectors.queue import desk_of
from annotation.selectors.tasks import project_tasks, queue_of
from annotation.services.assign_notes import Assigned, assign_notes, release_notes
from annotation.services.change_work import BadReaderError
from annotation.services.skip_document import skip_document
from annotation.services.start_annotation import start_annotation, start_next
from annotation.services.submit_layer import submit_layer
from deidweb.audit.models import AuditEntry


@pytest.fixture
def second(make_user, project):
    return make_user("second", project, "annotator")


@pytest.fixture
def work(project):
    return WorkSettings.objects.create(project=project, readers=1, hidden_percent=0)


@pytest.fixture
def notes(work, make_note):
    return [make_note("Rien à signaler.", spans=[]) for _ in range(3)]


def give(actor, notes, reader):
    return assign_notes(
        actor=actor, project=notes[0].project, documents=[n.pk for n in notes], reader_id=reader.pk
    )


def test_a_given_note_comes_first_and_goes_to_nobody_else(notes, admin, annotator, second, project):
    assert give(admin, notes[2:], second) == Assigned(1, 0)
    assert [q.document.position for q in queue_of(second, project)] == [3, 1, 2]
    assert [row.says for row in queue_rows(queue_of(second, project))] == [
        "attribuée · aucune peu sûre · depuis aujourd'hui",
        "aucune peu sûre · depuis aujourd'hui",
        "aucune peu sûre · depuis aujourd'hui",
    ]
    layer = start_next(actor=second, project=project)
    assert (layer.document, layer.picked_by) == (notes[2], "assigned")
    assert note_view(second, notes[2]).picked_by == "assigned"
    assert [q.document.position for q in queue_of(annotator, project)] == [1, 2]
    assert (project_tasks(annotator, project).waiting, project_tasks(second, project).waiting) == (2, 2)  # fmt: skip
    entry = AuditEntry.objects.get(action="note.assigned")
    assert (entry.object_id, entry.details) == (str(notes[2].pk), {"reader": str(second.pk)})


def test_somebody_else_cannot_begin_it(notes, admin, annotator, second):
    give(admin, notes[:1], second)
    assert note_view(annotator, notes[0]).access.can_start is False
    assert note_view(annotator, notes[0]).access.reason is Reason.FOR_OTHERS
    assert note_view(second, notes[0]).access.can_start
    with pytest.raises(PermissionDenied, match="attribuée"):
        start_annotation(actor=annotator, document=notes[0])
    assert not Layer.objects.filter(document=notes[0], kind="annotator").exists()


def test_a_type_for_others_is_not_begun_either_but_a_name_wins(
    notes, admin, annotator, second, project
):
    Document.objects.filter(pk=notes[0].pk).update(doc_type="courrier")
    notes[0].refresh_from_db()
    TypeReader.objects.create(project=project, doc_type="courrier", user=second)
    with pytest.raises(PermissionDenied):
        start_annotation(actor=annotator, document=notes[0])
    give(admin, notes[:1], annotator)
    assert start_next(actor=annotator, project=project).document == notes[0]


def test_with_one_reader_the_new_person_replaces_the_old(notes, admin, annotator, second):
    give(admin, notes, annotator)
    assert give(admin, notes[:1], second) == Assigned(1, 0)
    assert give(admin, notes[:1], second) == Assigned(0, 1)  # has it already
    given = {a.document_id: a.user for a in Assignment.objects.select_related("user")}
    assert given == {notes[0].pk: second, notes[1].pk: annotator, notes[2].pk: annotator}


def test_with_two_readers_two_people_have_it_and_a_third_does_not(
    notes, work, admin, annotator, second, make_user, project
):
    WorkSettings.objects.update(readers=2)
    third = make_user("troisieme", project, "annotator")
    for person in (annotator, second):
        assert give(admin, notes[:1], person) == Assigned(1, 0)
    assert give(admin, notes[:1], third) == Assigned(0, 1)
    assert start_next(actor=third, project=project).document == notes[1]
    for person in (annotator, second):
        assert start_next(actor=person, project=project).document == notes[0]


def test_who_skips_it_gives_it_back(notes, admin, annotator, second, project):
    give(admin, notes[:1], second)
    skip_document(actor=second, document=notes[0], reason="not_mine")
    assert not Assignment.objects.exists()
    assert start_next(actor=annotator, project=project).document == notes[0]
    assert give(admin, notes[:1], second) == Assigned(0, 1)  # who knows the patient stays out
    assert Skip.objects.count() == 1


def test_what_is_begun_stays_with_who_began(notes, admin, annotator, second):
    layer = start_annotation(actor=annotator, document=notes[0])
    give(admin, notes[:1], second)
    assert note_view(annotator, notes[0]).access.can_edit
    assert start_next(actor=second, project=notes[0].project).document == notes[1]
    submit_layer(actor=annotator, layer=layer, if_match=0)
    assert Layer.objects.filter(document=notes[0], kind="gold").exists()


def test_it_comes_back_to_the_person_once_the_first_let_it_lapse(notes, admin, annotator, second):
    layer = start_annotation(actor=annotator, document=notes[0])
    give(admin, notes[:1], second)
    past = timezone.now() - timedelta(minutes=1)
    Layer.objects.filter(pk=layer.pk).update(lease_until=past)
    assert start_next(actor=second, project=notes[0].project).document == notes[0]


def test_a_validated_note_is_left(notes, admin, annotator, second):
    layer = start_annotation(actor=annotator, document=notes[0])
    submit_layer(actor=annotator, layer=layer, if_match=0)
    assert give(admin, notes, second) == Assigned(2, 1)
    assert note_view(annotator, notes[0]).access.can_reopen


def test_taking_it_back(notes, admin, annotator, second, project):
    give(admin, notes[:2], second)
    ids = [note.pk for note in notes]
    assert release_notes(actor=admin, project=project, documents=ids) == Assigned(2, 1)
    assert not desk_of(annotator, project).has_assigned
    assert start_next(actor=annotator, project=project).document == notes[0]
    assert AuditEntry.objects.filter(action="note.released").count() == 2


def test_who_may_and_to_whom(notes, admin, annotator, second, stranger, make_user, make_note):
    with pytest.raises(PermissionDenied):
        give(annotator, notes, second)
    with pytest.raises(BadReaderError):
        give(admin, notes, stranger)
    with pytest.raises(BadReaderError):
        give(admin, notes, make_user("intendant", notes[0].project, "steward"))
    assert not Assignment.objects.exists()


def test_a_note_of_elsewhere_is_not_found(notes, admin, second, other_project, make_note):
    foreign = make_note(spans=[], project=other_project)
    with pytest.raises(Http404):
        assign_notes(
            actor=admin,
            project=notes[0].project,
            documents=[notes[0].pk, foreign.pk],
            reader_id=second.pk,
        )
    assert not Assignment.objects.exists()


def test_loads_count_what_was_given_and_handed_in(notes, admin, annotator, second, project):
    give(admin, notes[:2], annotator)
    give(admin, notes[2:], second)
    layer = start_next(actor=annotator, project=project)
    submit_layer(actor=annotator, layer=layer, if_match=0)
    told = [(load.name, load.notes, load.done, load.left) for load in loads(project)]
    assert told == [(annotator.display_name, 2, 1, 1), (second.display_name, 1, 0, 1)]
