"""Notes to correct next: who may ask, what the job chooses, how the queue follows."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from annotation.domain.spans import Span
from annotation.domain.text import text_sha256
from annotation.models import Document, Layer, LayerSpan, Reread, WorkSettings
from annotation.presentation.queue import queue_rows
from annotation.selectors.queue import desk_of, first_free
from annotation.selectors.tasks import queue_of
from annotation.services.write_picks import write_picks
from deidweb.ages import waiting_since
from deidweb.jobs.models import Job
from worker.selectors import choices
from worker.selectors.engines import forget_engines
from worker.services.errors import TrainingRefusedError
from worker.services.start_choice import start_choice
from worker.tasks import run_job


@pytest.fixture(autouse=True)
def shipped(settings, tiny_model):
    settings.SHIPPED_MODEL = tiny_model
    settings.JOB_LEASE_SECONDS = 3600.0
    forget_engines()
    yield
    forget_engines()


@pytest.fixture
def make_notes(project):
    def make(count: int, state: str = "preannotated") -> list[Document]:
        first = Document.staged_too.count() + 1
        found = []
        for number in range(first, first + count):
            text = (
                f"Vu le {number % 27 + 1:02d}/03/2020, bon état." if number % 2 else "RAS ce jour."
            )
            found.append(
                Document.objects.create(
                    project=project,
                    external_id=f"n{number}",
                    position=number,
                    text=text,
                    sha256=text_sha256(text),
                    state=state,
                    draw=number / 1000,
                )
            )
        return found

    return make


def suggest(note: Document, engine: str, *spans: Span) -> Layer:
    layer = Layer.objects.create(
        document=note, kind="suggestion", state="submitted", engine_version=engine
    )
    for span in spans:
        LayerSpan.objects.create(
            layer=layer, start=span.start, end=span.end, label=span.label, state="proposed",
            surface=note.text[span.start : span.end],
        )  # fmt: skip
    return layer


def run(job: Job) -> Job:
    run_job(str(job.pk))
    job.refresh_from_db()
    return job


def picked(project) -> list[str]:
    notes = Document.objects.filter(project=project, pick__gte=0).order_by("-pick")
    return [str(key) for key in notes.values_list("pk", flat=True)]


def test_the_job_chooses_and_the_queue_gives_the_chosen_ones_first(
    project, admin, annotator, make_notes
):
    make_notes(30)
    make_notes(2, state="gold")
    job = run(start_choice(actor=admin, project=project, count=5))
    assert job.state == "done", job.error
    rows = job.details["chosen"]
    assert [row["note"] for row in rows] == picked(project)
    assert len(rows) == 5
    assert [row["reason"] for row in rows].count("random") == 1
    telling = [row for row in rows if row["reason"] != "random"]
    # of the two kinds of note, the one with a date is where rules and a model that knows nothing disagree
    assert all(row["disagreements"] == 1 for row in telling)
    WorkSettings.objects.create(project=project, order="picked")
    [note] = first_free(
        desk_of(annotator, project), Document.objects.filter(project=project), "picked", 1
    )
    assert str(note.pk) == rows[0]["note"]


def test_a_second_choice_takes_the_place_of_the_first(project, make_notes):
    first, second, third = make_notes(3)
    write_picks(project, [second.pk, first.pk])
    assert picked(project) == [str(second.pk), str(first.pk)]
    write_picks(project, [third.pk, second.pk])
    assert picked(project) == [str(third.pk), str(second.pk)]


def test_what_a_new_model_lost_comes_first_the_most_harmful_before_the_rest(
    client, project, admin, annotator, make_notes
):
    day, name, same = make_notes(3)
    suggest(day, "old", Span(0, 2, "DATE"))
    suggest(day, "new")
    suggest(name, "old", Span(0, 2, "PER"))
    suggest(name, "new")
    suggest(same, "old", Span(0, 4, "PER"))
    suggest(same, "new", Span(2, 6, "ORG"))  # it still hides a part
    job = run(start_choice(actor=admin, project=project, count=5, aim="lost"))
    assert job.state == "done", job.error
    assert [row["note"] for row in job.details["chosen"]] == [str(name.pk), str(day.pk)]
    assert [row["lost"] for row in job.details["chosen"]] == [1, 1]
    # before all others of the queue, whatever its order; 0: the shipped model is in service
    asked = Reread.objects.order_by("pk").values_list("document", "model_number", "by")
    assert list(asked) == [(name.pk, 0, admin.pk), (day.pk, 0, admin.pk)]
    assert picked(project) == []
    assert [row.says for row in queue_rows(queue_of(annotator, project))][:2] == [
        f"régression du modèle livré · {waiting_since(name.created_at)}"
    ] * 2
    # the shipped model has no page of its own: they are taken back where they were asked for
    client.force_login(admin)
    page = client.get(reverse("worker:note-choice", args=[project.pk])).content.decode()
    assert "2 notes attendent en tête de la file" in page
    client.post(reverse("worker:rereads-undo", args=[project.pk]))
    assert not Reread.objects.exists()


def test_a_person_who_lost_the_right_meanwhile_is_told(project, admin, make_notes):
    (note,) = make_notes(1)
    suggest(note, "old", Span(0, 2, "DATE"))
    suggest(note, "new")
    waiting = start_choice(actor=admin, project=project, count=5, aim="lost")
    admin.memberships.all().delete()
    job = run(waiting)
    assert job.state == "failed"  # refused, not tried again
    assert "Vos droits ont changé" in job.error
    assert not Reread.objects.exists()


def test_nothing_to_choose_is_said(project, admin, make_notes):
    for aim, reason in (("teach", "Aucune note n'attend"), ("lost", "Aucune note n'a perdu")):
        job = run(start_choice(actor=admin, project=project, count=5, aim=aim))
        assert job.state == "failed"
        assert reason in job.error
    assert picked(project) == []


def test_the_notes_read_are_bounded(project, make_notes, monkeypatch):
    monkeypatch.setattr(choices, "MOST_READ", 9)
    notes = make_notes(20)
    Document.objects.filter(pk=notes[7].pk).update(uncertainty=0.9)
    found = choices.candidates(project)
    assert len(found) == 9
    assert len({note.id for note in found}) == 9
    assert found[0].id == str(notes[7].pk)


def test_one_choice_at_a_time_and_a_sensible_count(project, admin, annotator):
    with pytest.raises(PermissionDenied):
        start_choice(actor=annotator, project=project, count=5)
    for count in (0, 201):
        with pytest.raises(TrainingRefusedError, match="entre 1 et 200"):
            start_choice(actor=admin, project=project, count=count)
    start_choice(actor=admin, project=project, count=5)
    with pytest.raises(TrainingRefusedError, match="déjà en cours"):
        start_choice(actor=admin, project=project, count=5)


def test_the_page_says_why_each_note_was_chosen(client, project, admin, make_notes):
    client.force_login(admin)
    page = reverse("worker:note-choice", args=[project.pk])
    assert "Aucun choix pour l" in client.get(page).content.decode()
    one, two = make_notes(2)
    rows = [
        {"note": str(two.pk), "reason": "disagreement", "unsure": 1.25, "disagreements": 3},
        {"note": str(one.pk), "reason": "lost", "lost": 2},
    ]
    Job.objects.create(kind="choose_notes", project=project, state="done", details={"chosen": rows})
    text = client.get(page).content.decode()
    assert text.index("règles et modèle se contredisent") < text.index("2 suggestions perdues")
    assert reverse("annotation:document-detail", args=[project.pk, two.pk]) in text
    start = reverse("worker:note-choice-start", args=[project.pk])
    assert "entre 1 et 200" in client.post(start, {"count": "x"}, follow=True).content.decode()
    client.post(start, {"count": "5", "aim": "lost"})
    assert Job.objects.filter(kind="choose_notes", payload={"count": 5, "aim": "lost"}).exists()


def test_who_may_see_and_start(client, project, other_project, admin, annotator, stranger):
    for person, target, status in (
        (annotator, project, 403), (stranger, project, 404), (admin, other_project, 404),
    ):  # fmt: skip
        client.force_login(person)
        for method, name in (
            ("get", "note-choice"), ("post", "note-choice-start"), ("post", "rereads-undo"),
        ):  # fmt: skip
            address = reverse(f"worker:{name}", args=[target.pk])
            assert getattr(client, method)(address).status_code == status
    assert client.get(reverse("worker:note-choice-start", args=[project.pk])).status_code == 405
