"""How many queries a page costs at most, whatever the project holds; that lists follow an index."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation.domain.spans import Span
from annotation.models import Assignment, Document, Layer, Reread, Skip, TypeReader, WorkSettings
from annotation.selectors.documents import DocumentFilters, document_page, queue_place
from annotation.selectors.queue import desk_of, first_free
from annotation.services.skip_document import skip_document
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from deidweb.accounts.models import Membership
from tests.annotation.conftest import CITY, DAY, NAME

pytestmark = pytest.mark.slow

PROJECT, NOTE, SAVE, NEXT = 20, 27, 15, 30


def address(name: str, project, *rest: object) -> str:
    return reverse(f"annotation:{name}", args=[project.pk, *rest])


@pytest.fixture(params=["one reader, by age", "two readers, by risk, assigned, skipped, again"])
def busy(request, make_note, make_user, annotator, project):
    """Notes in every state, and all that a page may have to ask about them."""
    for role in ("admin", "reviewer"):
        Membership.objects.create(user=annotator, project=project, role=role)
    other = make_user("seconde", project, "annotator")
    notes = [make_note(spans=[NAME, CITY, DAY]) for _number in range(12)]
    notes += [make_note() for _number in range(3)]
    for note, person in zip(notes[:4], (annotator, other) * 2, strict=True):
        layer = start_annotation(actor=person, document=note)
        submit_layer(actor=person, layer=layer, if_match=0)
    start_annotation(actor=other, document=notes[4])
    if request.param.startswith("two"):
        WorkSettings.objects.create(
            project=project, readers=2, order="risk", random_percent=20, hidden_percent=0
        )
        skip_document(actor=annotator, document=notes[5], reason="too_hard")
        Assignment.objects.create(project=project, document=notes[6], user=annotator, by=other)
        Assignment.objects.create(project=project, document=notes[7], user=other, by=other)
        TypeReader.objects.create(project=project, doc_type="CRO", user=other)
        for note in (notes[0], notes[9]):
            Reread.objects.create(project=project, document=note, model_number=3, by=other)
    return notes


def count(client, method: str, path: str, *rest: object, **more: object) -> int:
    with CaptureQueriesContext(connection) as queries:
        response = getattr(client, method)(path, *rest, **more)
    assert response.status_code in (200, 302), response.content
    return len(queries)


@pytest.mark.parametrize(
    "page",
    [
        "document-list",
        "dashboard",
        "dashboard-personal",
        "agreement",
        "dataset-list",
        "work",
        "adjudication-list",
    ],
)
def test_a_page_of_the_project(client, busy, annotator, project, page):
    client.force_login(annotator)
    assert count(client, "get", address(page, project)) <= PROJECT


@pytest.mark.parametrize("number", [0, 4, 8, 13])
def test_a_note_gold_begun_by_somebody_suggested_or_bare(client, busy, annotator, project, number):
    client.force_login(annotator)
    assert count(client, "get", address("document-detail", project, busy[number].pk)) <= NOTE


def test_a_note_to_edit(client, busy, annotator, project):
    start_annotation(actor=annotator, document=busy[8])
    client.force_login(annotator)
    assert count(client, "get", address("document-detail", project, busy[8].pk)) <= NOTE


@pytest.mark.parametrize("many", [1, 400])
def test_saving_costs_the_same_however_many_entities(
    client, busy, make_note, annotator, project, many
):
    words = "Mme Durand va bien. "
    spans = [Span(i * len(words) + 4, i * len(words) + 10, "PER", "NOM", 0.9) for i in range(many)]
    layer = start_annotation(actor=annotator, document=make_note(words * many, spans))
    client.force_login(annotator)
    span = {
        "id": str(uuid.uuid4()), "start": 11, "end": 13, "label": "LOC", "subtype": "VILLE",
        "score": None, "source": "", "state": "manual", "doubt": False, "comment": "",
    }  # fmt: skip
    change = {"id": span["id"], "before": None, "after": span}
    body = {"op_id": str(uuid.uuid4()), "kind": "add", "changes": [change]}
    path = reverse("annotation-api:layer-ops", args=[project.pk, layer.pk])
    headers = {"If-Match": '"0"'}
    queries = count(client, "post", path, body, content_type="application/json", headers=headers)
    assert queries <= SAVE
    assert (layer.spans.count(), Layer.objects.get(pk=layer.pk).rev) == (many + 1, 1)


def test_taking_the_next_note(client, busy, annotator, project):
    client.force_login(annotator)
    assert count(client, "post", address("queue-next", project)) <= NEXT
    assert Layer.objects.filter(author=annotator, state="open").count() == 1
    # the same note again: it is still open
    assert count(client, "post", address("queue-next", project)) <= 12
    assert Skip.objects.count() <= 1


# --- plans

_NOTES = 'FROM "annotation_document"'


def plan_of(queries: CaptureQueriesContext, words: str) -> str:
    """SQLite's plan of the first query with these words."""
    asked = next(q["sql"] for q in queries if words in q["sql"] and _NOTES in q["sql"])
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {asked}")
        return " | ".join(str(row[-1]) for row in cursor.fetchall())


@pytest.mark.parametrize(
    ("filters", "index"),
    [
        (DocumentFilters(), "document_places"),
        (DocumentFilters(sort="-position"), "document_places"),
        (DocumentFilters(state="gold"), "document_states"),
        (DocumentFilters(doc_type="CRH", state="gold"), "document_types"),
    ],
)
def test_a_list_is_read_along_its_index_without_sorting(
    make_note, annotator, project, filters, index
):
    make_note(doc_type="CRH", state="gold")
    with CaptureQueriesContext(connection) as queries:
        assert len(document_page(annotator, project, filters, 1).object_list) == 1
    plan = plan_of(queries, "LIMIT 1")
    assert f"COVERING INDEX {index} " in plan
    assert "ORDER BY" not in plan


def test_the_place_of_a_note_is_counted_along_an_index(note, annotator):
    with CaptureQueriesContext(connection) as queries:
        assert queue_place(annotator, note).total == 1
    plan = plan_of(queries, "COUNT(*)")
    assert "SEARCH annotation_document USING COVERING INDEX document_" in plan


@pytest.mark.parametrize(
    ("order", "index"),
    [
        ("oldest", "document_states"),
        ("risk", "document_risks"),
        ("uncertainty", "document_doubts"),
        ("random", "document_draws"),
        ("picked", "document_picks"),
    ],
)
def test_the_queue_follows_an_index_in_every_order(note, annotator, project, order, index):
    notes = Document.objects.filter(project=project)
    with CaptureQueriesContext(connection) as queries:
        assert first_free(desk_of(annotator, project), notes, order, 1) == [note]
    plan = plan_of(queries, "LIMIT 1")
    assert f"INDEX {index} " in plan
    assert "ORDER BY" not in plan
