"""What a version lost: which notes, put before the queue by one click, shown to whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from annotation.domain.text import text_sha256
from annotation.models import Document, Layer, LayerSpan, NoteAside, Reread
from annotation.selectors.tasks import queue_of
from deidweb.audit.models import AuditEntry
from worker.models import MeasuredNote, ModelVersion, NoteResult, SiteMeasure
from worker.selectors.note_results import note_results
from worker.selectors.regressions import asked_again, regressions, to_read_again

TEXT = "Vu par Durand et Martin le 12/03."
DURAND, MARTIN = [7, 13, "PER"], [17, 23, "PER"]


@pytest.fixture
def version(project) -> ModelVersion:
    return ModelVersion.objects.create(
        project=project, number=3, content_hash="3" * 64, train_notes=60, test_notes=7,
        metrics={"before_number": None},
    )  # fmt: skip


@pytest.fixture
def note(project):
    """Validated, long ago."""

    def make(name: str) -> Document:
        document = Document.objects.create(
            project=project, external_id=name, position=Document.objects.count() + 1, text=TEXT,
            sha256=text_sha256(TEXT), state="gold", doc_type="CRH",
        )  # fmt: skip
        validate(document, timezone.now() - timedelta(days=30))
        return document

    return make


def validate(document, at) -> None:
    version = Layer.objects.filter(document=document, kind="gold").count() + 1
    layer = Layer.objects.create(
        document=document, kind="gold", version=version, state="submitted", submitted_at=at
    )
    Layer.objects.filter(pk=layer.pk).update(created_at=at)


def judged(missed=(), flaws=()) -> dict:
    return {
        "tokens": 7, "identifying": 4, "redacted": 4 - len(missed), "alarms": 0, "corrections": 0,
        "missed": list(missed), "wrong": [], "flaws": [list(flaw) for flaw in flaws],
        "labels": {}, "words": {},
    }  # fmt: skip


def keep(version, document, before, after) -> None:
    NoteResult.objects.create(version=version, document=document, before=before, after=after)


@pytest.fixture
def judging(version, note):
    """Two words lost, one lost, an edge lost, one won, both alike, and one that was validated again since."""
    edge = ("bounds", 27, 32, "DATE", "DATE")
    made = {name: note(name) for name in ("one", "two", "edge", "won", "alike", "again")}
    keep(version, made["one"], judged(), judged([DURAND]))
    keep(version, made["two"], judged(), judged([DURAND, MARTIN]))
    keep(version, made["edge"], judged(), judged(flaws=[edge]))
    keep(version, made["won"], judged([DURAND]), judged())
    keep(version, made["alike"], judged([DURAND]), judged([DURAND]))
    keep(version, made["again"], judged(), judged([DURAND]))
    validate(made["again"], timezone.now())
    return made


def names(found) -> list[str]:
    return [each.document.external_id for each in found]


def test_notes_that_judged_it_those_that_lose_most_first(admin, version, judging):
    found = regressions(admin, version, note_results(version))
    assert [(each.document.external_id, each.lost, each.other) for each in found] == [
        ("two", 2, 0), ("one", 1, 0), ("edge", 0, 1),
    ]  # fmt: skip
    keys = [judging[name].pk for name in ("two", "one", "edge")]
    assert to_read_again(found, lost_only=False) == keys
    assert to_read_again(found, lost_only=True) == keys[:2]


def test_notes_measured_since_beside_what_another_engine_had_suggested(admin, version, note):
    """Durand had been suggested by the former engine and is missed now; Martin never was."""
    document = note("late")
    for engine, spans in (("former", [(7, 13, "NOM"), (27, 32, "DATE")]), ("present", [])):
        layer = Layer.objects.create(document=document, kind="suggestion", engine_version=engine)
        for start, end, subtype in spans:
            LayerSpan.objects.create(
                layer=layer,
                start=start,
                end=end,
                label="PER",
                subtype=subtype,
                surface=TEXT[start:end],
            )
    measure = SiteMeasure.objects.create(
        project=version.project, is_recent=True, engine="present", content_hash=version.content_hash,
        note_count=1, result={},
    )  # fmt: skip
    flaws = [("label", 27, 32, "DATE", "AGE"), ("label", 0, 2, "AGE", "DATE")]
    MeasuredNote.objects.create(
        measure=measure, document=document, judged=judged([DURAND, MARTIN], flaws)
    )
    [found] = regressions(admin, version, note_results(version))
    assert (found.document, found.lost, found.other) == (document, 1, 1)
    SiteMeasure.objects.update(content_hash="another model")
    assert regressions(admin, version, note_results(version)) == []


def test_one_click_puts_them_before_the_queue_and_one_takes_them_back(
    client, admin, annotator, project, version, judging
):
    client.force_login(admin)
    page = reverse("worker:model-comparison", args=[project.pk, version.pk])
    text = client.get(page).content.decode()
    assert "Dans 2 notes validées" in text
    assert "3 notes s&#x27;écartent" in text or "3 notes s'écartent" in text
    ask = reverse("worker:model-reread", args=[project.pk, version.pk])
    answer = client.post(ask, {"notes": "lost", "reader": ""}, follow=True).content.decode()
    assert "2 notes sont en tête de la file." in answer
    assert "2 notes attendent en tête de la file" in answer
    queue = [(item.document.external_id, item.lost_by) for item in queue_of(annotator, project)]
    assert queue == [("two", 3), ("one", 3)]
    assert to_read_again(regressions(admin, version, note_results(version)), lost_only=True) == []
    assert AuditEntry.objects.filter(action="note.reread_asked", actor=admin).count() == 2
    undo = reverse("worker:model-reread-undo", args=[project.pk, version.pk])
    assert "2 notes ont quitté" in client.post(undo, follow=True).content.decode()
    assert queue_of(annotator, project) == []
    assert asked_again(version).waiting == 0


def test_one_person_may_be_chosen(client, admin, annotator, make_user, project, version, judging):
    other = make_user("collegue", project, "annotator")
    client.force_login(admin)
    ask = reverse("worker:model-reread", args=[project.pk, version.pk])
    client.post(ask, {"notes": "all", "reader": other.pk})
    assert [len(queue_of(person, project)) for person in (annotator, other)] == [0, 3]
    for wrong in ({"notes": "all", "reader": admin.pk}, {"notes": "no"}, {"notes": "lost"}):
        client.post(ask, wrong)
    assert Reread.objects.count() == 3


def test_notes_set_aside_are_left_out(admin, version, judging):
    NoteAside.objects.create(document=judging["two"], why="slow")
    assert names(regressions(admin, version, note_results(version))) == ["one", "edge"]


def test_who_may_see_and_ask(client, annotator, stranger, steward, project, version, judging):
    for person, status in ((annotator, 403), (steward, 403), (stranger, 404)):
        client.force_login(person)
        for name in ("model-reread", "model-reread-undo"):
            address = reverse(f"worker:{name}", args=[project.pk, version.pk])
            assert client.post(address, {"notes": "all"}).status_code == status
            assert client.get(address).status_code == 405
    assert not Reread.objects.exists()


@pytest.mark.parametrize("many", [1, 30])
def test_the_page_costs_the_same_however_many_notes(client, admin, project, version, note, many):
    for number in range(many):
        keep(version, note(f"n{number}"), judged(), judged([DURAND]))
    client.force_login(admin)
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("worker:model-comparison", args=[project.pk, version.pk]))
    assert len(queries) <= 19, [query["sql"] for query in queries]


@pytest.fixture
def model_dir(settings, tmp_path):
    settings.MODEL_DIR = tmp_path / "models"
    return settings.MODEL_DIR


def test_who_promotes_it_is_told(client, admin, project, note, make_version):
    better, lossy = make_version(1), make_version(2)
    keep(lossy, note("n1"), judged(), judged([DURAND]))
    client.force_login(admin)
    promote = [reverse("worker:model-promote", args=[project.pk, v.pk]) for v in (lossy, better)]
    assert "Il perd des mots dans 1 note" in client.post(promote[0], follow=True).content.decode()
    # the gate compared the other one with the shipped model: it does not go into service
    assert "Il perd des mots" not in client.post(promote[1], follow=True).content.decode()
