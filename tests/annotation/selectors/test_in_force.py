"""What counts of a note: one rule for exports, data sets, training, agreement and pages."""

from __future__ import annotations

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from annotation.models import Layer, LayerSpan, Patient, PatientRecord
from annotation.selectors.in_force import (
    gold_in_force,
    golds_in_force,
    layer_in_force,
    layers_in_force,
    newest_suggestion,
    notes_in_force,
    notes_of_layers,
)
from annotation.services.reopen_document import reopen_document
from annotation.services.start_annotation import start_annotation
from annotation.services.store_suggestions import store_suggestions, suggested
from annotation.services.submit_layer import submit_layer
from tests.annotation.conftest import CITY, DAY, NAME


def submit(person, note) -> Layer:
    layer = start_annotation(actor=person, document=note)
    return submit_layer(actor=person, layer=layer, if_match=layer.rev).gold


def test_without_gold_the_newest_suggestion_counts(note):
    old = newest_suggestion(note)
    store_suggestions([suggested(note, [NAME])], engine_version="rules-2")
    new = newest_suggestion(note)
    assert (old.engine_version, new.engine_version) == ("rules-1", "rules-2")
    assert gold_in_force(note) is None
    assert layer_in_force(note) == new
    assert layers_in_force([note.pk]) == {note.pk: new}


def test_gold_beats_a_newer_suggestion_and_a_later_version_an_earlier(note, annotator, project):
    first = submit(annotator, note)
    store_suggestions([suggested(note, [NAME])], engine_version="rules-2")
    assert layer_in_force(note) == gold_in_force(note) == first
    layer = reopen_document(actor=annotator, document=note)
    second = submit_layer(actor=annotator, layer=layer, if_match=layer.rev).gold
    assert second.version == 2
    assert layer_in_force(note) == gold_in_force(note) == second
    assert layers_in_force([note.pk]) == {note.pk: second}
    assert list(golds_in_force(project)) == [second]


def test_a_note_without_a_layer_counts_for_nothing(make_note, note):
    bare = make_note("nue")
    assert layer_in_force(bare) is None
    assert [found.document for found in notes_in_force([bare, note])] == [note]


def test_a_note_comes_with_its_spans_and_its_patient(
    make_note, annotator, project, django_assert_num_queries
):
    patient = Patient.objects.create(project=project, external_id="p1")
    PatientRecord.objects.create(patient=patient, identity={"last_name": ["Durand"]})
    unknown = Patient.objects.create(project=project, external_id="p2")
    text = "Mme Durand, de Dijon"
    spans = [Span(15, 20, "LOC", "VILLE"), Span(4, 10, "PER", "NOM", 0.5, "rule:x")]
    known = make_note(text, spans, patient=patient)
    other = make_note(text, spans, patient=unknown)
    LayerSpan.objects.filter(layer__document=other, start=4).update(state="rejected")
    with django_assert_num_queries(3):
        one, two = notes_in_force([known, other])
    assert one.spans == (Span(4, 10, "PER", "NOM", 0.5, "rule:x"), Span(15, 20, "LOC", "VILLE"))
    assert one.identity == PatientIdentity(id="p1", last_name=("Durand",))
    assert one.engine == "rules-1"
    assert [span.label for span in two.spans] == ["LOC"]
    assert two.identity == PatientIdentity(id="p2")


def test_layers_are_read_as_they_are_whatever_is_in_force(note, annotator):
    suggestion = newest_suggestion(note)
    gold = submit(annotator, note)
    found = notes_of_layers([gold, suggestion])
    assert [each.engine for each in found] == ["gold", "rules-1"]
    assert found[0].spans == found[1].spans == (NAME, CITY, DAY)


def test_a_person_s_own_layer_never_counts(note, annotator):
    start_annotation(actor=annotator, document=note)
    assert layer_in_force(note) == newest_suggestion(note)
