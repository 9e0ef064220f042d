"""Notes in which a model lost something come back before all others, to whom may read them."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse

from annotation.models import Document, Layer, Reread, TypeReader, WorkSettings
from annotation.selectors.queue import desk_of
from annotation.selectors.tasks import project_tasks, queue_of
from annotation.services.ask_rereads import ask_rereads, take_back_rereads
from annotation.services.change_work import BadReaderError
from annotation.services.reopen_document import reopen_document
from annotation.services.skip_document import skip_document
from annotation.services.start_annotation import start_annotation, start_next
from annotation.services.submit_layer import submit_layer
from deidweb.accounts.models import Membership
from deidweb.audit.models import AuditEntry
from tests.annotation.conftest import CITY, DAY, NAME

MODEL = 3


@pytest.fixture
def colleague(make_user, project):
    return make_user("collegue", project, "annotator")


@pytest.fixture
def read(annotator, make_note):
    """A note that the annotator has validated."""

    def make(**fields) -> Document:
        note = make_note(spans=[NAME, CITY, DAY], **fields)
        hand_in(annotator, start_annotation(actor=annotator, document=note))
        note.refresh_from_db()
        return note

    return make


def hand_in(person, layer):
    submit_layer(actor=person, layer=layer, if_match=layer.rev)


def ask(admin, project, *notes, reader=None):
    keys = [note.pk for note in notes]
    return ask_rereads(
        actor=admin, project=project, documents=keys, model_number=MODEL, reader_id=reader
    )


def queued(person, project) -> list[tuple[int, int | None]]:
    return [(item.document.position, item.lost_by) for item in queue_of(person, project)]


def test_they_come_first_with_their_reason_and_go_when_read(
    client, admin, annotator, colleague, project, read, make_note
):
    one, two = read(), read()
    waiting = make_note(spans=[NAME])
    assert project_tasks(colleague, project).waiting == 1
    assert ask(admin, project, two, one).notes == 2
    assert queued(colleague, project) == [(2, MODEL), (1, MODEL), (3, None)]
    assert project_tasks(colleague, project).waiting == 3
    layer = start_next(actor=colleague, project=project)
    assert (layer.document_id, layer.picked_by) == (two.pk, "reread")
    assert layer.spans.count() == 3  # it begins where the gold stands
    client.force_login(colleague)
    page = client.get(reverse("annotation:document-detail", args=[project.pk, two.pk]))
    assert (
        page.content.decode().count("régression du modèle n° 3") == 3
    )  # said, its title, the queue
    hand_in(colleague, layer)
    assert Layer.objects.filter(document=two, kind="gold").count() == 2
    assert queued(colleague, project) == [(1, MODEL), (3, None)]
    assert Reread.objects.filter(done_at=None).get().document == one
    # who read it first opens their own reading again
    own = start_next(actor=annotator, project=project)
    assert (own.document_id, own.author, own.picked_by) == (one.pk, annotator, "reread")
    hand_in(annotator, own)
    assert queued(annotator, project) == [(3, None)]
    assert waiting.pk


def test_one_person_is_chosen_and_who_passes_it_by_gives_it_to_all(
    admin, annotator, colleague, project, read
):
    note = read()
    ask(admin, project, note, reader=colleague.pk)
    assert (queued(annotator, project), queued(colleague, project)) == ([], [(1, MODEL)])
    start_next(actor=colleague, project=project)
    skip_document(actor=colleague, document=note, reason="too_hard")
    note.refresh_from_db()
    assert note.state == "gold"
    assert (queued(annotator, project), queued(colleague, project)) == ([(1, MODEL)], [])


def test_what_was_given_to_somebody_who_annotates_no_more_is_for_all(
    admin, annotator, colleague, project, read
):
    note = read()
    ask(admin, project, note, reader=colleague.pk)
    assert queued(annotator, project) == []
    Membership.objects.get(user=colleague, project=project).delete()
    assert queued(annotator, project) == [(1, MODEL)]
    assert start_next(actor=annotator, project=project).document_id == note.pk


def test_what_was_opened_again_without_a_change_can_be_passed_by(
    admin, annotator, project, make_note
):
    note = make_note("RAS ce jour.")
    hand_in(annotator, start_annotation(actor=annotator, document=note))
    ask(admin, project, note)
    assert start_next(actor=annotator, project=project).rev == 0
    skip_document(actor=annotator, document=note, reason="too_hard")
    note.refresh_from_db()
    assert note.state == "gold"
    assert sorted(note.layers.values_list("kind", "state")) == [
        ("annotator", "submitted"), ("gold", "submitted"),
    ]  # fmt: skip


@pytest.mark.parametrize(("changes", "state"), [(False, "gold"), (True, "in_progress")])
def test_their_own_note_passed_by_counts_on_unless_they_changed_it(
    annotator, project, read, admin, changes, state
):
    note = read()
    ask(admin, project, note)
    layer = start_next(actor=annotator, project=project)
    assert Layer.objects.get(author=annotator, kind="annotator").state == "open"
    if changes:
        layer.spans.filter(label="DATE").update(state="rejected")
    skip_document(actor=annotator, document=note, reason="too_hard")
    note.refresh_from_db()
    layer.refresh_from_db()
    assert (note.state, layer.state) == (state, "open" if changes else "submitted")
    assert (layer.submitted_at is None) is changes
    assert queued(annotator, project) == []
    if not changes:  # it can be opened again
        assert reopen_document(actor=annotator, document=note).state == "open"


def test_who_may_not_be_given_the_note_is_not_shown_it(admin, annotator, colleague, project, read):
    note = read(doc_type="CRO")
    TypeReader.objects.create(project=project, doc_type="CRO", user=annotator)
    ask(admin, project, note)
    assert (queued(annotator, project), queued(colleague, project)) == ([(1, MODEL)], [])
    assert start_next(actor=colleague, project=project) is None


def test_where_two_people_read_it_comes_back_to_these_two(
    admin, annotator, colleague, make_user, project, make_note
):
    third = make_user("tiers", project, "annotator")
    WorkSettings.objects.create(project=project, readers=2, hidden_percent=0)
    note = make_note(spans=[NAME, CITY, DAY])
    for person in (annotator, colleague):
        hand_in(person, start_annotation(actor=person, document=note))
    assert ask(admin, project, note, reader=third.pk).left == 1
    ask(admin, project, note)
    assert [len(queued(each, project)) for each in (annotator, colleague, third)] == [1, 1, 0]
    hand_in(annotator, start_next(actor=annotator, project=project))
    note.refresh_from_db()
    assert note.state == "gold"  # both still read it alike
    assert queued(colleague, project) == []


def test_what_waits_comes_first_too_and_what_is_at_work_is_left(
    admin, annotator, colleague, project, make_note
):
    notes = [make_note(spans=[NAME]) for _number in range(3)]
    start_annotation(actor=annotator, document=notes[0])
    told = ask(admin, project, notes[0], notes[2])
    assert (told.notes, told.left) == (1, 1)
    assert ask(admin, project, notes[2]).left == 1  # it waits to be read again already
    assert queued(colleague, project) == [(3, MODEL), (2, None)]
    assert start_next(actor=colleague, project=project).document_id == notes[2].pk


def test_they_are_taken_back(admin, annotator, project, read):
    note = read()
    ask(admin, project, note)
    assert take_back_rereads(actor=admin, project=project, model_number=4) == 0
    assert take_back_rereads(actor=admin, project=project, model_number=MODEL) == 1
    assert queued(annotator, project) == []
    entries = AuditEntry.objects.filter(action__startswith="note.reread").order_by("pk")
    assert [(e.action, e.object_id, e.details["model"]) for e in entries] == [
        ("note.reread_asked", str(note.pk), MODEL),
        ("note.reread_taken_back", str(note.pk), MODEL),
    ]


def test_who_may_ask(admin, annotator, stranger, project, other_project, read):
    note = read()
    for person in (annotator, stranger):
        with pytest.raises((PermissionDenied, Http404)):
            ask(person, project, note)
        with pytest.raises((PermissionDenied, Http404)):
            take_back_rereads(actor=person, project=project, model_number=MODEL)
    with pytest.raises((PermissionDenied, Http404)):
        ask(admin, other_project, note)
    with pytest.raises(BadReaderError):
        ask(admin, project, note, reader=stranger.pk)
    assert not desk_of(annotator, project).has_rereads
