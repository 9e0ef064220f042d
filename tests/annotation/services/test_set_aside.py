"""A note that is set aside is nowhere; it comes back as it was, or goes for good. Nothing slow holds the database."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.urls import reverse

from annotation.models import Document, Layer, NoteAside, Patient
from annotation.selectors import residues
from annotation.selectors.adjudications import adjudications_for
from annotation.selectors.counts import count_notes
from annotation.selectors.in_force import golds_in_force
from annotation.selectors.queue import desk_of, first_free
from annotation.services import backfill, write_priorities
from annotation.services.explain_residues import Explanation, explain_residues
from annotation.services.set_aside import (
    NotAsideError,
    delete_note,
    exclude_note,
    set_aside,
    take_back,
)
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from deidweb.audit.models import AuditEntry
from privacy.selectors.export_notes import exportable
from tests.annotation.conftest import CITY, DAY, NAME, TEXT


@pytest.fixture
def gold(make_note, annotator):
    notes = [make_note(TEXT, [NAME, CITY, DAY], doc_type="CRH") for _ in range(2)]
    for note in notes:
        submit_layer(
            actor=annotator, layer=start_annotation(actor=annotator, document=note), if_match=0
        )
    return notes


def test_it_is_in_no_list_queue_data_set_or_export(gold, make_note, admin, annotator, project):
    waiting = make_note()
    exclude_note(actor=admin, document=gold[0], words="illisible")
    exclude_note(actor=admin, document=waiting, words="doublon")
    assert list(Document.objects.filter(project=project)) == [gold[1]]
    assert list(Document.objects.visible_to(annotator)) == [gold[1]]
    assert {layer.document_id for layer in Layer.objects.all()} == {gold[1].pk}
    assert [layer.document_id for layer in golds_in_force(project)] == [gold[1].pk]
    assert count_notes(project).by_state() == {"gold": 1}
    assert (
        first_free(
            desk_of(annotator, project), Document.objects.filter(project=project), "oldest", 9
        )
        == []
    )
    assert list(exportable(project, "gold")) == [gold[1]]
    assert list(adjudications_for(admin, project)) == []
    assert AuditEntry.objects.filter(action="note.excluded", actor=admin).count() == 2


def test_it_comes_back_as_it_was(gold, admin, project):
    exclude_note(actor=admin, document=gold[0], words="à revoir")
    take_back(actor=admin, document=gold[0])
    assert golds_in_force(project).count() == 2
    assert count_notes(project).by_state() == {"gold": 2}
    with pytest.raises(NotAsideError):
        take_back(actor=admin, document=gold[0])


def test_it_goes_for_good_with_a_patient_of_whom_nothing_else_speaks(
    gold, make_note, admin, project
):
    patient = Patient.objects.create(project=project, external_id="p")
    other = Patient.objects.create(project=project, external_id="q")
    note = make_note(patient=patient)
    Document.staged_too.filter(pk=gold[1].pk).update(patient=other)
    with pytest.raises(NotAsideError):
        delete_note(actor=admin, document=note)
    exclude_note(actor=admin, document=note, words="x")
    delete_note(actor=admin, document=note)
    assert not Document.staged_too.filter(pk=note.pk).exists()
    assert list(Patient.objects.all()) == [other]
    entry = AuditEntry.objects.get(action="note.deleted")
    assert (entry.object_id, entry.details) == (str(note.pk), {})


def test_a_job_sets_aside_once_and_says_why(make_note):
    note = make_note()
    for _again in range(2):
        set_aside(note, NoteAside.Why.SLOW)
    assert str(NoteAside.objects.get().get_why_display()) == "sa lecture dépasse le temps prévu"
    assert AuditEntry.objects.filter(action="note.quarantined").count() == 1


def test_only_who_imports_notes_may(gold, annotator, stranger, project):
    with pytest.raises(PermissionDenied):
        exclude_note(actor=annotator, document=gold[0], words="x")
    assert NoteAside.objects.count() == 0


# --- pages


def test_an_admin_sees_sets_aside_takes_back_and_removes(client, gold, admin, project):
    client.force_login(admin)
    add = reverse("annotation:aside-add", args=[project.pk, gold[0].pk])
    assert (
        add
        in client.get(
            reverse("annotation:document-detail", args=[project.pk, gold[0].pk])
        ).content.decode()
    )
    client.post(add, {"words": " "})
    assert NoteAside.objects.count() == 0
    listed = reverse("annotation:aside-list", args=[project.pk])
    assert client.post(add, {"words": "numérisée de travers"}).url == listed
    page = client.get(listed).content.decode()
    assert "numérisée de travers" in page
    assert (
        "1 note écartée"
        in client.get(reverse("annotation:document-list", args=[project.pk])).content.decode()
    )
    back = reverse("annotation:aside-take-back", args=[project.pk, gold[0].pk])
    assert client.post(back).status_code == 302
    assert client.post(back).status_code == 404
    client.post(add, {"words": "x"})
    remove = reverse("annotation:aside-delete", args=[project.pk, gold[0].pk])
    assert client.post(remove, {"password": "wrong"}).status_code == 422
    assert Document.staged_too.count() == 2
    assert client.post(remove, {"password": "pw-for-tests-only"}).status_code == 302
    assert Document.staged_too.count() == 1


@pytest.mark.parametrize("name", ["aside-list", "aside-add", "aside-take-back", "aside-delete"])
def test_the_pages_are_for_admins_of_this_project(
    client, gold, admin, annotator, stranger, project, other_project, name
):
    if name in ("aside-take-back", "aside-delete"):
        exclude_note(actor=admin, document=gold[0], words="x")
    rest = [] if name == "aside-list" else [gold[0].pk]
    ask = client.get if name == "aside-list" else client.post
    address = reverse(f"annotation:{name}", args=[project.pk, *rest])
    client.force_login(annotator)
    assert ask(address).status_code == 403
    client.force_login(stranger)
    assert ask(address).status_code == 404
    if rest:
        assert ask(reverse(f"annotation:{name}", args=[other_project.pk, *rest])).status_code == 404


# --- what is slow happens outside of transactions


@pytest.fixture
def watched(monkeypatch):
    """Whether a transaction was open at each look at a whole text."""
    seen: list[bool] = []
    for module in (residues, write_priorities):
        real = module.residual

        def look(*arguments, _real=real):
            seen.append(connection.in_atomic_block)
            return _real(*arguments)

        monkeypatch.setattr(module, "residual", look)
    return seen


@pytest.mark.django_db(transaction=True)
def test_the_check_before_a_submission_holds_nothing(make_note, annotator, watched):
    note = make_note("M. Durand", [])
    layer = start_annotation(actor=annotator, document=note)
    place = residues.residues_of(annotator, layer)[0]
    watched.clear()
    said = Explanation(
        note.pk, place.finding.kind.value, place.finding.start, place.finding.end, "harmless"
    )
    explain_residues(actor=annotator, layer=layer, explanations=[said])
    submit_layer(actor=annotator, layer=layer, if_match=0)
    assert watched == [False, False]


@pytest.mark.django_db(transaction=True)
def test_the_urgency_of_old_notes_is_worked_out_before_it_is_written(make_note, project, watched):
    note = make_note(TEXT, [NAME])
    watched.clear()
    Document.staged_too.filter(pk=note.pk).update(draw=2.0)
    backfill.catch_up(project, lambda *_told: None, lambda: None)
    assert watched == [False]
    assert Document.objects.get(pk=note.pk).draw < 1


def test_a_link_to_a_note_that_was_set_aside_says_so(
    client, gold, admin, annotator, stranger, project, other_project
):
    address = reverse("annotation:document-detail", args=[project.pk, gold[0].pk])
    exclude_note(actor=admin, document=gold[0], words="nom de la personne")
    for person, way_on in ((annotator, "document-list"), (admin, "aside-list")):
        client.force_login(person)
        answer = client.get(address)
        assert answer.status_code == 410
        page = answer.content.decode()
        assert "Note écartée" in page
        assert reverse(f"annotation:{way_on}", args=[project.pk]) in page
        assert "nom de la personne" not in page
    assert not AuditEntry.objects.filter(action="note.read", object_id=str(gold[0].pk)).exists()
    other = reverse("annotation:document-detail", args=[other_project.pk, gold[0].pk])
    for person, where in ((stranger, address), (stranger, other), (annotator, other)):
        client.force_login(person)
        assert client.get(where).status_code == 404
