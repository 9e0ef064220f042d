"""Reads: what each person sees, and in which order."""

from __future__ import annotations

import pytest

from annotation.domain.spans import Span
from annotation.models import Document, ImportBatch, Layer, Patient
from annotation.selectors.documents import (
    DocumentFilters,
    document_page,
    patient_notes,
    queue_place,
)
from annotation.selectors.progress import note_counts, progress_of
from annotation.selectors.tasks import project_tasks, queue_of
from annotation.services.start_annotation import start_annotation
from annotation.services.store_suggestions import suggestion_layer
from annotation.services.submit_layer import submit_layer


@pytest.fixture
def staged(project, admin, make_note) -> Document:
    """A note of an import that has not ended, with a layer."""
    batch = ImportBatch.objects.create(
        project=project, created_by=admin, file_name="x", format="jsonl", size_bytes=1, sha256="0"
    )
    document = make_note("cachée", batch=batch, external_id="staged")
    Layer.staged_too.bulk_create([suggestion_layer(document, "import")])
    return document


def test_notes_of_an_unfinished_import_are_nowhere(staged, note, annotator, project):
    assert list(Document.objects.all()) == [note]
    assert list(Document.objects.visible_to(annotator)) == [note]
    assert set(Layer.objects.all()) == set(note.layers.all())
    assert set(Layer.objects.visible_to(annotator)) == set(note.layers.all())
    assert progress_of(annotator, project).total == 1
    assert [q.document for q in queue_of(annotator, project)] == [note]
    assert queue_place(annotator, note).total == 1
    page = document_page(annotator, project, DocumentFilters(), 1)
    assert list(page) == [note]
    staged.batch.state = ImportBatch.State.DONE
    staged.batch.save()
    assert progress_of(annotator, project).total == 2
    assert Layer.objects.filter(document=staged).count() == 1


def test_a_stranger_and_an_auditor_see_no_note(note, stranger, make_user, project):
    auditor = make_user("auditrice", project, "auditor")
    for person in (stranger, auditor):
        assert Document.objects.visible_to(person).count() == 0
        assert Layer.objects.visible_to(person).count() == 0


def test_progress_by_state(make_note, layer, annotator, project):
    make_note("nue")
    make_note("prête", [])
    progress = progress_of(annotator, project)
    assert (progress.imported, progress.preannotated, progress.in_progress, progress.gold) == (
        1,
        1,
        1,
        0,
    )
    assert (progress.waiting, progress.total) == (2, 3)


def test_the_list_filters_and_sorts(make_note, annotator, project):
    first = make_note("a", doc_type="CRH", doc_date="2024-02-01")
    second = make_note("b", [], doc_type="CRO", doc_date="2024-01-01")

    def listed(**filters):
        return list(document_page(annotator, project, DocumentFilters(**filters), 1))

    assert listed() == [first, second]
    assert listed(sort="-position") == [second, first]
    undated = make_note("c", doc_type="CRH")
    assert listed(sort="date") == [second, first, undated]
    assert listed(sort="-date") == [first, second, undated]
    undated.delete()
    assert listed(state="preannotated") == [second]
    assert listed(doc_type="CRH") == [first]
    assert listed(state="nonsense", sort="nonsense") == [first, second]
    assert note_counts(annotator, project).types() == ["CRH", "CRO"]


def test_the_list_counts_gold_else_the_newest_suggestion(make_note, annotator, project):
    bare = make_note("nue")
    note = make_note("Durand et Morel", [Span(0, 6, "PER"), Span(10, 15, "PER")])
    layer = start_annotation(actor=annotator, document=note)
    layer.spans.filter(start=10).update(state="rejected")

    def counts():
        page = document_page(annotator, project, DocumentFilters(), 1)
        return {n.pk: n.entities for n in page}

    assert counts() == {bare.pk: None, note.pk: 2}
    submit_layer(actor=annotator, layer=layer, if_match=0)
    assert counts() == {bare.pk: None, note.pk: 1}


def test_the_queue_begins_with_ones_own_work(make_note, annotator, project):
    bare, ready, mine = make_note("nue"), make_note("prête", []), make_note("mienne", [])
    start_annotation(actor=annotator, document=mine)
    assert [q.document for q in queue_of(annotator, project)] == [mine, ready, bare]
    assert [q.document for q in queue_of(annotator, project, size=2)] == [mine, ready]


def test_the_place_in_the_project_and_its_neighbours(make_note, annotator):
    first, second, third = (make_note(t) for t in "abc")
    place = queue_place(annotator, second)
    assert (place.place, place.total) == (2, 3)
    assert (place.previous, place.next) == (first.pk, third.pk)
    assert queue_place(annotator, first).previous is None


def test_the_patients_file_stays_within_the_project(make_note, annotator, project):
    patient = Patient.objects.create(project=project, external_id="p1")
    late = make_note("b", patient=patient, doc_date="2024-02-01")
    early = make_note("a", patient=patient, doc_date="2024-01-01")
    alone = make_note("c")
    assert list(patient_notes(annotator, late)) == [early, late]
    assert list(patient_notes(annotator, alone)) == []


def test_project_tasks(make_note, annotator, project):
    note = make_note("prête", [])
    make_note("nue")
    tasks = project_tasks(annotator, project)
    assert (tasks.waiting, tasks.in_progress, tasks.total, tasks.resume) == (2, 0, 2, None)
    start_annotation(actor=annotator, document=note)
    tasks = project_tasks(annotator, project)
    assert (tasks.waiting, tasks.in_progress, tasks.resume) == (1, 1, note.pk)
