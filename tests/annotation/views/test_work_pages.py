"""The pages that share out notes and compare two readings."""

from __future__ import annotations

import pytest
from django.urls import reverse

from annotation.domain.spans import Span
from annotation.models import Adjudication, Layer, LayerSpan, Skip, WorkSettings
from annotation.services import start_annotation, submit_layer

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
    assert client.get(address("work", project)).status_code == 200
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


def test_two_readings_are_compared_to_the_end(client, disputed, reviewer, project):
    client.force_login(reviewer)
    assert client.get(address("adjudication-list", project)).context["count"] == 1
    here = address("adjudication-detail", project, disputed.pk)
    page = client.get(here).context["page"]
    assert (len(page.conflicts), page.is_complete) == (1, False)
    assert "".join(piece.text for piece in page.pieces) == disputed.document.text
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


def test_a_reader_is_sent_away(client, disputed, annotator, project, make_user):
    client.force_login(annotator)
    here = address("adjudication-detail", project, disputed.pk)
    assert client.get(here).status_code == 403


def test_a_note_without_own_reading_hides_the_others_names(client, disputed, project, make_user):
    third = make_user("troisieme", project, "annotator")
    client.force_login(third)
    text = client.get(address("document-detail", project, disputed.document_id)).content.decode()
    assert "annotatrice" not in text
