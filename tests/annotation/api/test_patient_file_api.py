"""The addresses of a gesture over a patient's notes: shapes, refusals, whose it is."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.urls import reverse

from annotation.models import LayerSpan, Patient
from annotation.services.start_annotation import start_annotation

SOUGHT = {"start": 4, "end": 10, "label": "PER", "subtype": "NOM"}


@pytest.fixture
def notes(make_note, project, annotator):
    patient = Patient.objects.create(project=project, external_id="p1")
    here = make_note("Mme Durand va bien.", [], patient=patient)
    other = make_note("Vue avec M. DURAND hier.", [], patient=patient)
    return start_annotation(actor=annotator, document=here), other


@pytest.fixture
def send(client, notes, project):
    layer, _other = notes

    def post(name, body, rev=0):
        return client.post(
            reverse(f"annotation-api:{name}", args=[project.pk, layer.pk]),
            json.dumps(body), content_type="application/json", headers={"If-Match": f'"{rev}"'},
        )  # fmt: skip

    return post


def test_search_then_mark_then_take_back(client, annotator, notes, send):
    client.force_login(annotator)
    _layer, other = notes
    (hit,) = send("patient-file-search", SOUGHT).json()["hits"]
    assert (hit["document"], hit["title"], hit["start"], hit["end"]) == (
        str(other.pk), "Note n° 2", 12, 18,
    )  # fmt: skip
    assert (hit["kind"], hit["other"], hit["before"], hit["surface"], hit["after"]) == (
        "new", None, "Vue avec M. ", "DURAND", " hier.",
    )  # fmt: skip
    op = {"op_id": str(uuid4()), "kind": "batch", "changes": [], "undoes": None}
    places = [{"document": str(other.pk), "start": 12, "end": 18}]
    body = send("patient-file", {"op": op, "sought": SOUGHT, "places": places}).json()
    assert (body["rev"], body["notes"], body["spans"], body["duplicate"]) == (1, 1, 1, False)
    assert LayerSpan.objects.get().surface == "DURAND"
    undo = {"op_id": str(uuid4()), "undoes": op["op_id"]}
    assert send("patient-file", undo, 0).status_code == 412
    assert send("patient-file", undo, 1).json()["rev"] == 2
    assert not LayerSpan.objects.exists()


@pytest.mark.parametrize(
    "body",
    [[], {}, {"op_id": "x", "undoes": "y"}, {"op": {"op_id": str(uuid4()), "kind": "batch", "changes": []}}],
)  # fmt: skip
def test_422_for_what_is_no_gesture(client, annotator, send, body):
    client.force_login(annotator)
    assert send("patient-file", body).status_code == 422


@pytest.mark.parametrize("change", [{"start": -1}, {"end": 999}, {"label": "X"}, {"start": "4"}])
def test_422_for_what_is_no_passage(client, annotator, send, change):
    client.force_login(annotator)
    assert send("patient-file-search", SOUGHT | change).status_code == 422


def test_strangers_and_other_people_are_kept_out(client, stranger, make_user, project, send):
    assert send("patient-file-search", SOUGHT).status_code == 401
    client.force_login(stranger)
    assert send("patient-file-search", SOUGHT).status_code == 404
    client.force_login(make_user("collegue", project, "annotator"))
    assert send("patient-file-search", SOUGHT).status_code == 403
