"""The canvas's endpoints: every status of docs/annotation-protocol.md."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.urls import reverse

from annotation.models import Layer, LayerSpan, Reread, SpanOp
from annotation.services.reopen_document import reopen_document
from annotation.services.start_annotation import start_annotation

SPAN = {"start": 0, "end": 3, "label": "PER", "subtype": "NOM", "score": None, "source": "user",
        "state": "manual", "doubt": False, "comment": ""}  # fmt: skip


def add(**fields):
    span_id = str(uuid4())
    span = {"id": span_id, **SPAN, **fields}
    return {
        "op_id": str(uuid4()),
        "kind": "add",
        "changes": [{"id": span_id, "before": None, "after": span}],
        "undoes": None,
    }


@pytest.fixture
def urls(layer, project):
    args = [project.pk, layer.pk]
    return {
        "ops": reverse("annotation-api:layer-ops", args=args),
        "submit": reverse("annotation-api:layer-submit", args=args),
    }


@pytest.fixture
def post(client, annotator, urls):
    """post(body, rev) → response, as the layer's author."""
    client.force_login(annotator)

    def send(body, rev=0, to="ops"):
        headers = {} if rev is None else {"If-Match": f'"{rev}"'}
        data = body if isinstance(body, str) else json.dumps(body)
        return client.post(urls[to], data, content_type="application/json", headers=headers)

    return send


def test_200_an_op_is_stored(post, layer):
    op = add()
    answer = post(op)
    assert answer.status_code == 200
    body = answer.json()
    assert (body["rev"], body["op_id"]) == (1, op["op_id"])
    assert body["saved_at"].startswith("20")
    assert "duplicate" not in body
    assert LayerSpan.objects.get(layer=layer, start=0).surface == "Mme"


def test_200_the_same_op_again_is_a_duplicate(post):
    op = add()
    post(op)
    body = post(op).json()
    assert (body["rev"], body["duplicate"]) == (1, True)
    assert SpanOp.objects.count() == 1


def test_get_gives_the_ops_after_a_revision(post, client, urls):
    first, second = add(), add(start=11, end=15)
    post(first)
    assert post(second, 1).status_code == 422  # " née" begins with a blank
    post(add(start=12, end=15), 1)
    body = client.get(urls["ops"] + "?since=1").json()
    assert (body["rev"], [op["rev"] for op in body["ops"]]) == (2, [2])
    assert set(body["ops"][0]) == {"op_id", "kind", "changes", "undoes", "gesture", "rev"}
    assert len(client.get(urls["ops"]).json()["ops"]) == 2
    assert client.get(urls["ops"] + "?since=x").status_code == 422


def test_401_when_the_session_is_over(client, urls):
    for send in (client.get, client.post):
        answer = send(urls["ops"])
        assert answer.status_code == 401
        assert answer.json() == {"error": "Votre session est terminée : reconnectez-vous."}


@pytest.mark.parametrize("who", ["colleague", "administrator"])
def test_403_for_whoever_is_not_the_author(client, urls, who, make_user, project):
    role = {"colleague": "annotator", "administrator": "admin"}[who]
    client.force_login(make_user(who, project, role))
    for url in urls.values():
        answer = client.post(
            url, "{}", content_type="application/json", headers={"If-Match": '"0"'}
        )
        assert answer.status_code == 403
        assert answer.json()["error"].startswith("Votre rôle ne permet pas")
    assert client.get(urls["ops"]).status_code == 403


def test_404_for_a_stranger_and_for_another_projects_layer(
    client, urls, stranger, layer, other_project, annotator
):
    client.force_login(stranger)
    for url in urls.values():
        assert client.post(url).status_code == 404
    from deidweb.accounts.models import Membership

    Membership.objects.create(user=annotator, project=other_project, role="annotator")
    client.force_login(annotator)
    foreign = reverse("annotation-api:layer-ops", args=[other_project.pk, layer.pk])
    assert client.get(foreign).status_code == 404


def test_403_on_a_suggestion_layer(client, annotator, layer, project):
    client.force_login(annotator)
    url = reverse("annotation-api:layer-ops", args=[project.pk, layer.source_layer_id])
    assert client.get(url).status_code == 403


def test_403_without_csrf_token(layer, urls, annotator):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(annotator)
    answer = strict.post(urls["ops"], "{}", content_type="application/json")
    assert answer.status_code == 403


def test_409_a_before_that_is_not_the_present_state(post, layer):
    row = layer.spans.get(start=4)
    before = {"id": str(row.span_id), "start": 4, "end": 9, "label": "PER", "subtype": "NOM",
              "score": None, "source": "", "state": "suggested", "doubt": False, "comment": ""}  # fmt: skip
    op = {
        "op_id": str(uuid4()),
        "kind": "reject",
        "changes": [
            {"id": before["id"], "before": before, "after": {**before, "state": "rejected"}}
        ],
        "undoes": None,
    }
    answer = post(op)
    assert answer.status_code == 409
    body = answer.json()
    assert (body["rev"], body["missed"], body["spans"]) == (0, [], [before["id"]])
    assert body["error"].startswith("Ces entités ont changé")
    assert SpanOp.objects.count() == 0


def test_409_once_submitted(post):
    assert post({}, 0, "submit").status_code == 200
    answer = post(add(), 1)
    assert answer.status_code == 409
    assert answer.json()["spans"] == []
    assert "rouvrez-la" in answer.json()["error"]


def test_412_two_tabs_the_stale_one_gets_what_it_missed(post):
    first = add()
    post(first)
    answer = post(add(start=4, end=10, subtype="PRENOM"), 0)
    assert answer.status_code == 412
    body = answer.json()
    assert body["rev"] == 1
    assert [op["op_id"] for op in body["missed"]] == [first["op_id"]]
    assert body["missed"][0]["changes"][0]["after"]["start"] == 0
    assert SpanOp.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"start": 3, "end": 0}, "changes[0].after.start"),
        ({"start": 0, "end": 4000}, "changes[0].after.end"),
        ({"start": -2}, "changes[0].after.end"),
        ({"start": 0, "end": 4}, "changes[0].after.start"),
        ({"label": "XYZ"}, "changes[0].after.label"),
        ({"subtype": "VILLE"}, "changes[0].after.label"),
        ({"surface": "Durand"}, "changes[0].after.surface"),
        ({"state": "accepted"}, "changes[0]"),
        ({"start": 4, "end": 10}, "changes"),
        ({"start": 1.5}, "changes[0].after.start"),
        ({"comment": "x\0"}, ""),  # refused with the whole body, before it is looked at
    ],
)  # fmt: skip
def test_422_names_the_field(post, fields, field):
    answer = post(add(**fields))
    assert answer.status_code == 422
    body = answer.json()
    assert body["field"] == field
    assert body["error"].startswith("Modification refusée : ")
    assert "Durand" not in body["error"]
    assert SpanOp.objects.count() == 0


@pytest.mark.parametrize("body", ["{", "[]", "null", '"x"', '{"kind": "dance"}', "{}", "\x00"])
def test_422_for_what_is_no_op(post, body):
    answer = post(body)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_428_without_if_match_and_422_with_an_unreadable_one(post, client, urls):
    answer = post(add(), None)
    assert answer.status_code == 428
    assert "If-Match" in answer.json()["error"]
    for bad in ("*", "1", '"x"', '"-1"', '"99999999999999999999"'):
        answer = client.post(
            urls["ops"],
            json.dumps(add()),
            content_type="application/json",
            headers={"If-Match": bad},
        )
        assert answer.status_code == 422
        assert answer.json()["field"] == "If-Match"


def test_submit_gives_the_next_note_begun_for_this_person(post, make_note, project, annotator):
    following = make_note("La suivante", [])
    body = post({}, 0, "submit").json()
    assert body["gold"] == 1
    assert body["next"] == reverse("annotation:document-detail", args=[project.pk, following.pk])
    assert Layer.objects.filter(document=following, author=annotator, state="open").exists()


def test_who_corrects_a_note_stays_on_it_and_is_told_so(
    post, client, layer, make_note, project, annotator
):
    post({}, 0, "submit")
    following = make_note("La suivante", [])
    own = reverse("annotation:document-detail", args=[project.pk, layer.document_id])
    rev = reopen_document(actor=annotator, document=layer.document).rev
    assert "Valider la correction" in client.get(own).content.decode()
    assert post({}, rev, "submit").json() == {"next": own, "gold": 2}
    assert not Layer.objects.filter(document=following, kind="annotator").exists()
    page = client.get(own).content.decode()
    assert "Correction validée." in page
    assert "Rouvrir" in page


def test_a_note_that_a_model_asks_for_again_leads_on_to_the_next(
    post, layer, make_note, project, annotator
):
    following = make_note("La suivante", [])
    post({}, 0, "submit")
    Reread.objects.create(project=project, document=layer.document, model_number=1, by=annotator)
    rev = reopen_document(actor=annotator, document=layer.document).rev
    address = reverse("annotation:document-detail", args=[project.pk, following.pk])
    assert post({}, rev, "submit").json()["next"] == address


def test_submit_twice_is_harmless_and_the_last_note_has_no_next(post):
    first, second = post({}, 0, "submit"), post({}, 0, "submit")
    assert first.json() == second.json() == {"next": None, "gold": 1}
    assert Layer.objects.filter(kind="gold").count() == 1


def test_submit_with_a_stale_revision(post):
    post(add())
    answer = post({}, 0, "submit")
    assert answer.status_code == 412
    assert len(answer.json()["missed"]) == 1
    assert post({}, None, "submit").status_code == 428


def test_an_undo_survives_a_reload(post, client, layer, note, annotator, project):
    op = add()
    post(op)
    logged = client.get(reverse("annotation-api:layer-ops", args=[project.pk, layer.pk])).json()[
        "ops"
    ]
    change = logged[0]["changes"][0]
    undo = {
        "op_id": str(uuid4()),
        "kind": "undo",
        "undoes": op["op_id"],
        "changes": [{"id": change["id"], "before": change["after"], "after": None}],
    }
    assert post(undo, 1).json()["rev"] == 2
    assert not layer.spans.filter(start=0).exists()


def test_offsets_are_code_points_beyond_the_basic_plane(make_note, annotator, client, project):
    note = make_note("👩‍⚕️ Dr Morel 🏥", [])
    own = start_annotation(actor=annotator, document=note)
    client.force_login(annotator)
    start = note.text.index("Morel")
    answer = client.post(
        reverse("annotation-api:layer-ops", args=[project.pk, own.pk]),
        json.dumps(add(start=start, end=start + 5, surface="Morel")),
        content_type="application/json",
        headers={"If-Match": '"0"'},
    )
    assert answer.status_code == 200
    assert LayerSpan.objects.get(layer=own).surface == "Morel"
