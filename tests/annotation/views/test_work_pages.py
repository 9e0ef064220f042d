"""The pages that share out notes and compare two readings."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation.domain.spans import Span
from annotation.models import (
    Adjudication,
    Document,
    Layer,
    LayerSpan,
    Patient,
    Skip,
    WorkSettings,
)
from annotation.selectors.assignments import reader_names
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from tests.annotation.conftest import NAME

CHOSEN = {
    "readers": "2",
    "order": "risk",
    "random_percent": "10",
    "hidden_percent": "5",
    "lease_minutes": "60",
    "unanimous_is_gold": "on",
}


@pytest.fixture
def reviewer(make_user, project):
    return make_user("relectrice", project, "reviewer")


@pytest.fixture
def disputed(note, project, annotator, make_user):
    """Two readings; the second one lacks the town."""
    WorkSettings.objects.create(project=project, readers=2, hidden_percent=0)
    for actor in (annotator, make_user("second", project, "annotator")):
        layer = start_annotation(actor=actor, document=note)
        if actor != annotator:
            LayerSpan.objects.filter(layer=layer, surface="Dijon").delete()
        submit_layer(actor=actor, layer=layer, if_match=0)
    return Adjudication.objects.get()


def address(name, project, *more):
    return reverse(f"annotation:{name}", args=[project.pk, *more])


def test_the_work_is_shared_out_by_its_page(client, admin, project):
    client.force_login(admin)
    page = client.get(address("work", project)).content.decode()
    assert re.search(
        r'field-check">\s*<label for="id_unanimous_is_gold"', page
    )  # the box before its words
    answer = client.post(address("work", project), CHOSEN)
    assert answer.status_code == 302
    work = WorkSettings.objects.get(project=project)
    assert (work.readers, work.order, work.random_percent, len(work.seed)) == (2, "risk", 10, 32)


@pytest.mark.parametrize("field", ["readers", "random_percent", "lease_minutes"])
def test_a_wrong_number_changes_nothing(client, admin, project, field):
    client.force_login(admin)
    answer = client.post(address("work", project), CHOSEN | {field: "1000000"})
    assert answer.status_code == 422
    assert not WorkSettings.objects.exists()


@pytest.mark.parametrize("name", ["work", "adjudication-list"])
def test_who_may_see_what(client, annotator, stranger, project, name):
    client.force_login(annotator)
    assert client.get(address(name, project)).status_code == 403
    client.force_login(stranger)
    assert client.get(address(name, project)).status_code == 404


def test_passing_a_note_by_opens_the_next(client, annotator, make_note, project):
    first = make_note(spans=[Span(4, 10, "PER", "NOM", 0.9)])
    following = make_note(spans=[Span(4, 10, "PER", "NOM", 0.9)])
    start_annotation(actor=annotator, document=first)
    client.force_login(annotator)
    answer = client.post(address("document-skip", project, first.pk), {"reason": "too_hard"})
    assert answer.url == address("document-detail", project, following.pk)
    assert Skip.objects.get().document == first


def test_a_note_handed_in_is_not_told_as_begun(client, note, annotator, make_user, project):
    """Its second reading is somebody else's: who is done with it must not take it for work left over."""
    WorkSettings.objects.create(project=project, readers=2, hidden_percent=0)
    submit_layer(
        actor=annotator, layer=start_annotation(actor=annotator, document=note), if_match=0
    )
    pages = (address("document-list", project), address("document-detail", project, note.pk))
    for person, told in (
        (annotator, "lue par vous"),
        (make_user("b", project, "annotator"), "en cours"),
    ):
        client.force_login(person)
        for page in pages:
            html = client.get(page).content.decode()
            assert re.search(rf'class="badge badge-\w+">{told}</span>', html), (told, page)


def test_the_patients_notes_tell_what_the_person_has_read(
    client, make_note, annotator, make_user, project
):
    """In the list beside a note as on the note itself."""
    WorkSettings.objects.create(project=project, readers=2, hidden_percent=0)
    patient = Patient.objects.create(project=project, external_id="p1")
    read, beside = (make_note(spans=[NAME], patient=patient) for _ in range(2))
    submit_layer(
        actor=annotator, layer=start_annotation(actor=annotator, document=read), if_match=0
    )
    for person, told in (
        (annotator, "lue par vous"),
        (make_user("b", project, "annotator"), "en cours"),
    ):
        client.force_login(person)
        html = client.get(address("document-detail", project, beside.pk)).content.decode()
        beside_note = html.split("Dossier du patient")[1].split("</details>")[0]
        row = beside_note.split(address("document-detail", project, read.pk))[1].split("</li>")[0]
        assert f'<span class="muted">{told}</span>' in row


def test_two_readings_are_compared_to_the_end(client, disputed, reviewer, project):
    client.force_login(reviewer)
    assert client.get(address("adjudication-list", project)).context["count"] == 1
    here = address("adjudication-detail", project, disputed.pk)
    page = client.get(here).context["page"]
    assert (len(page.conflicts), page.is_complete) == (1, False)
    assert (
        "".join(piece.text for block in page.blocks for piece in block.pieces)
        == disputed.document.text
    )
    agreed = [piece for block in page.blocks for piece in block.pieces if piece.label]
    assert [(piece.text, piece.mark) for piece in agreed] == [
        ("Durand", "NOM"), ("12/02/2020", "DATE"),
    ]  # fmt: skip
    assert 'data-mark="NOM"' in client.get(here).content.decode()  # not by its colour alone
    shown = page.current
    keeps = "a" if shown.conflict.a else "b"
    client.post(
        address("adjudication-decide", project, disputed.pk),
        {"key": shown.conflict.key, "choice": keeps, "cause": "slip"},
    )
    assert client.get(here).context["page"].is_complete
    client.post(address("adjudication-finish", project, disputed.pk))
    gold = Layer.objects.get(kind="gold")
    assert LayerSpan.objects.filter(layer=gold, surface="Dijon").exists()


def test_readers_stay_anonymous(client, disputed, reviewer, annotator, project):
    client.force_login(reviewer)
    text = client.get(address("adjudication-detail", project, disputed.pk)).content.decode()
    assert annotator.username not in text


def test_what_a_reader_doubts_is_read_by_who_compares(client, disputed, reviewer, project):
    """Of the conflict first, then of what both agree on; a doubt without a word says that much."""
    whose = {}
    for layer, remark in ((disputed.first, "ville ou nom ?"), (disputed.second, "")):
        surface = "Dijon" if remark else "Durand"
        span = LayerSpan.objects.get(layer=layer, surface=surface)
        span.doubt, span.comment = True, remark
        span.save(update_fields=["doubt", "comment"])
        whose[surface] = "AB"[(layer == disputed.second) != disputed.swapped]
    client.force_login(reviewer)
    answer = client.get(address("adjudication-detail", project, disputed.pk))
    said = answer.context["page"].said
    assert [(one.reader, one.mark.words, one.words, one.is_here) for one in said] == [
        (whose["Dijon"], "Dijon", "ville ou nom ?", True),
        (whose["Durand"], "Durand", "", False),
    ]  # fmt: skip
    page = words(answer)
    assert "Ville : ville ou nom ?" in page
    assert "Nom, douteux" in page


def test_a_reader_is_sent_away(client, disputed, annotator, project, make_user):
    client.force_login(annotator)
    here = address("adjudication-detail", project, disputed.pk)
    assert client.get(here).status_code == 403


def test_a_note_without_own_reading_hides_the_others_names(client, disputed, project, make_user):
    third = make_user("troisieme", project, "annotator")
    client.force_login(third)
    text = client.get(address("document-detail", project, disputed.document_id)).content.decode()
    assert "annotatrice" not in text


def assign(client, project, **sent):
    return client.post(address("notes-assign", project), sent, follow=True)


def words(answer):
    return answer.content.decode().replace("&#x27;", "'")


def test_notes_are_given_and_given_back_from_the_list(client, admin, annotator, project, make_note):
    notes = [make_note(spans=[], doc_type="CR") for _ in range(2)]
    client.force_login(admin)
    page = words(client.get(address("document-list", project)))
    assert page.count('name="notes"') == 2
    answer = assign(
        client, project, notes=[notes[0].pk], reader=annotator.pk, doc_type="CR", sort="-position"
    )
    assert "1 note attribuée." in words(answer)
    assert answer.redirect_chain[-1][0].endswith("?doc_type=CR&sort=-position")
    assert f'<td class="wide">{annotator.display_name}</td>' in words(answer)
    ids = [note.pk for note in notes]
    told = words(assign(client, project, shown=ids, whole="on", reader=annotator.pk))
    assert "1 note est restée comme elle était" in told
    assert annotator.display_name in words(client.get(address("work", project)))
    assert "2 notes rendues à tous." in words(assign(client, project, notes=ids))
    assert "Cochez au moins une note." in words(assign(client, project))


def test_only_who_shares_out_sees_boxes_and_names(
    client, admin, annotator, project, make_note, make_user
):
    note = make_note(spans=[])
    client.force_login(admin)
    colleague = make_user("collegue", project, "annotator")
    assign(client, project, notes=[note.pk], reader=colleague.pk)
    client.force_login(annotator)
    page = words(client.get(address("document-list", project)))
    assert 'name="notes"' not in page
    assert colleague.display_name not in page
    note_page = words(client.get(address("document-detail", project, note.pk)))
    assert "attribuée à d'autres personnes" in note_page
    assert "Commencer</button>" not in note_page


@pytest.mark.parametrize(
    ("who", "sent", "status"),
    [
        ("annotator", {}, 403),
        ("stranger", {}, 404),
        ("admin", {"notes": "x"}, 404),
        ("admin", {"notes": "00000000-0000-0000-0000-000000000000"}, 404),
        ("admin", {"reader": "999999"}, 404),
    ],
)
def test_what_cannot_be_given(client, request, project, who, sent, status):
    client.force_login(request.getfixturevalue(who))
    assert client.post(address("notes-assign", project), sent).status_code == status


def test_a_note_to_read_without_suggestions_shows_none_before_it_is_begun(
    client, annotator, admin, note, project
):
    WorkSettings.objects.create(project=project, hidden_percent=100)
    here = address("document-detail", project, note.pk)
    client.force_login(annotator)
    answer = client.get(here)
    assert answer.context["view"].layer is None
    assert "Sans suggestions" in words(answer)
    client.force_login(admin)
    assert client.get(here).context["view"].layer.kind == "suggestion"


def test_passages_of_ones_own_are_sent_row_by_row(client, disputed, reviewer, project):
    client.force_login(reviewer)
    here = address("adjudication-detail", project, disputed.pk)
    page = client.get(here)
    shown = page.context["page"].current
    assert [(row.start, row.end, row.label) for row in shown.rows] == [
        (18, 23, "LOC/VILLE"), (18, 23, ""), (18, 23, ""),
    ]  # fmt: skip
    assert words(page).count('name="label"') == 3
    sent = {
        "key": shown.conflict.key, "choice": "own",
        "start": ["18", "21", "18"], "end": ["21", "23", "23"],
        "label": ["LOC/VILLE", "LOC/PAYS", ""],
    }  # fmt: skip
    client.post(address("adjudication-decide", project, disputed.pk), sent)
    assert disputed.decisions.get().spans == [[18, 21, "LOC", "VILLE"], [21, 23, "LOC", "PAYS"]]
    again = client.get(here).context["page"].current
    assert [row.label for row in again.rows] == ["LOC/VILLE", "LOC/PAYS", ""]
    crossing = sent | {"start": ["18", "20", "18"], "end": ["22", "23", "23"]}
    answer = client.post(
        address("adjudication-decide", project, disputed.pk), crossing, follow=True
    )
    assert "Deux des passages choisis se chevauchent." in words(answer)
    client.post(address("adjudication-decide", project, disputed.pk), sent | {"end": ["x"] * 3})
    assert disputed.decisions.get().spans == [[18, 21, "LOC", "VILLE"], [21, 23, "LOC", "PAYS"]]


def test_a_place_is_freed_from_the_page(client, admin, annotator, note, project):
    layer = start_annotation(actor=annotator, document=note)
    free = address("place-free", project, layer.pk)
    client.force_login(admin)
    assert free in client.get(address("work", project)).content.decode()
    assert client.get(free).status_code == 405
    assert client.post(free).status_code == 302
    assert free not in client.get(address("work", project)).content.decode()


def test_a_place_is_not_freed_by_a_reader_nor_by_a_stranger(
    client, annotator, make_user, note, project
):
    layer = start_annotation(actor=annotator, document=note)
    free = address("place-free", project, layer.pk)
    client.force_login(annotator)
    assert client.post(free).status_code == 403
    client.force_login(make_user("stranger"))
    assert client.post(free).status_code == 404


def test_the_note_that_was_taken_over_has_a_button(client, annotator, make_user, note, project):
    mine = start_annotation(actor=annotator, document=note)
    long_ago = timezone.now() - timedelta(hours=1)
    Layer.objects.filter(pk=mine.pk).update(lease_until=long_ago)
    start_annotation(actor=make_user("second", project, "annotator"), document=note)
    Layer.objects.exclude(author=annotator).update(beat_at=long_ago)
    client.force_login(annotator)
    page, back = address("document-detail", project, note.pk), address("document-take-back", project, note.pk)  # fmt: skip
    assert back in client.get(page).content.decode()
    answer = client.post(back, follow=True)
    assert "Vous avez repris la main" in answer.content.decode()
    assert back not in answer.content.decode()
    client.force_login(make_user("third", project, "annotator"))
    assert client.post(back).status_code == 404


def test_types_and_people_are_one_table_that_says_who_reads_what(
    client, admin, annotator, make_user, note, project
):
    Document.objects.update(doc_type="CRO")
    second = make_user("seconde", project, "annotator")
    client.force_login(admin)
    page = address("work", project)
    client.post(page, {**CHOSEN, "type-0": [str(second.pk)]})
    answer = client.get(page)
    people, (row,) = answer.context["matrix"]
    assert people == [name for _key, name in reader_names(project)]
    assert {box.person: box.is_checked for box in row.boxes} == {
        annotator.display_name: False, second.display_name: True,
    }  # fmt: skip
    html = answer.content.decode()
    assert f'aria-label="CRO, {second.display_name}" checked' in html
    assert '<option value="2" selected>2 personnes, sans se voir</option>' in html
    assert client.post(page, {**CHOSEN, "readers": "3"}).status_code == 422
