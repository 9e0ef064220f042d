"""The check before a note is done, over one note and the patient's file. All people are invented."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from annotation.domain.identity_record import identity_from_record
from annotation.domain.notes import PatientIdentity
from annotation.domain.ops import InvalidOpError
from annotation.domain.spans import Span
from annotation.models import IdentityKey, Layer, Patient, PatientRecord, ResidualReason
from annotation.services.check_residues import ResidualError, check_residues
from annotation.services.explain_residues import Explanation, explain_residues
from annotation.services.index_identities import index_identities
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from deidweb.audit.models import AuditEntry
from tests.work import calls, database_steps

TEXT = "Mme Durand va mieux. Dossier 1234567. Revue par Mme Petit à Dijon."


def person(project, name, **identity):
    patient = Patient.objects.create(project=project, external_id=name)
    PatientRecord.objects.create(patient=patient, identity=identity)
    index_identities(project.pk, {patient.pk: identity_from_record(identity)})
    return patient


@pytest.fixture
def patient(project):
    return person(project, "p1", last_name=["Durand"], first_name=["Anne"], ipp="80012345")


@pytest.fixture
def open_layer(make_note, annotator, patient):
    """« Durand » is suggested; a number and two things more are not."""
    note = make_note(TEXT, [Span(4, 10, "PER", "NOM", 0.9, "rule:civility")], patient=patient)
    return start_annotation(actor=annotator, document=note)


def seen(residues):
    return [(r.surface, r.finding.kind.value, r.reason) for r in residues]


def because(residue, reason="harmless", words=""):
    found = residue.finding
    return Explanation(residue.document.pk, found.kind.value, found.start, found.end, reason, words)


def test_what_is_bare_stops_the_submission(open_layer, annotator):
    with pytest.raises(ResidualError) as caught:
        submit_layer(actor=annotator, layer=open_layer, if_match=0)
    assert seen(caught.value.open) == [("1234567", "digits", ""), ("Petit", "title", "")]
    open_layer.refresh_from_db()
    assert (open_layer.state, open_layer.rev) == ("open", 0)
    assert Layer.objects.filter(kind="gold").count() == 0


def test_with_a_reason_for_each_the_note_is_done(open_layer, annotator):
    residues = check_residues(actor=annotator, layer=open_layer)
    left = explain_residues(actor=annotator, layer=open_layer, explanations=[because(residues[0])])
    assert seen(left) == [("1234567", "digits", "harmless"), ("Petit", "title", "")]
    with pytest.raises(ResidualError) as caught:
        submit_layer(actor=annotator, layer=open_layer, if_match=0)
    assert seen(caught.value.open) == [("Petit", "title", "")]
    explain_residues(
        actor=annotator, layer=open_layer,
        explanations=[because(residues[1], "other", "  enseigne du magasin ")],
    )  # fmt: skip
    assert submit_layer(actor=annotator, layer=open_layer, if_match=0).gold.version == 1
    kept = ResidualReason.objects.get(reason="other")
    assert (kept.words, kept.author, kept.layer) == ("enseigne du magasin", annotator, open_layer)


def test_reasons_are_audited_without_the_passage(open_layer, annotator):
    residues = check_residues(actor=annotator, layer=open_layer)
    explain_residues(
        actor=annotator, layer=open_layer,
        explanations=[because(residues[1], "other", "enseigne Petit")],
    )  # fmt: skip
    entry = AuditEntry.objects.get(action="residual.explained")
    assert entry.details == {"reasons": "other 1", "kinds": "title 1"}
    assert "Petit" not in str(entry.__dict__)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"reason": "parce que"}, "reasons[0].reason"),
        ({"reason": "other"}, "reasons[0].words"),
        ({"words": "x" * 301}, "reasons[0].words"),
        ({"start": 0}, "reasons[0]"),
        ({"kind": "nir"}, "reasons[0]"),
    ],
)
def test_reasons_that_explain_nothing_are_refused(open_layer, annotator, change, field):
    residue = check_residues(actor=annotator, layer=open_layer)[0]
    found = residue.finding
    asked = {"document_id": residue.document.pk, "kind": found.kind.value, "start": found.start,
             "end": found.end, "reason": "harmless", "words": ""} | change  # fmt: skip
    with pytest.raises(InvalidOpError) as caught:
        explain_residues(actor=annotator, layer=open_layer, explanations=[Explanation(**asked)])
    assert caught.value.field == field
    assert not ResidualReason.objects.exists()


def test_a_reason_is_its_authors_alone(open_layer, annotator, make_user, project):
    explain_residues(
        actor=annotator, layer=open_layer,
        explanations=[because(r) for r in check_residues(actor=annotator, layer=open_layer)],
    )  # fmt: skip
    other = make_user("second", project, "annotator")
    theirs = start_annotation(actor=other, document=open_layer.document)
    assert {r.reason for r in check_residues(actor=other, layer=theirs)} == {""}


def test_a_stranger_or_a_reader_may_not_check(open_layer, make_user, project):
    with pytest.raises(PermissionDenied):
        check_residues(actor=make_user("lit", project, "steward"), layer=open_layer)


def test_other_notes_of_the_patient(make_note, annotator, patient):
    """A note that is done is checked in full, one to come for the patient's identity only."""
    done = make_note("Tel 0601020304, Anne.", [], patient=patient)
    done_layer = start_annotation(actor=annotator, document=done)
    explain_residues(
        actor=annotator, layer=done_layer,
        explanations=[because(r) for r in check_residues(actor=annotator, layer=done_layer)],
    )  # fmt: skip
    submit_layer(actor=annotator, layer=done_layer, if_match=0)
    ResidualReason.objects.all().delete()
    to_come = make_note("Tel 0601020305, IPP 80 01 23 45.", [], patient=patient)
    layer = start_annotation(actor=annotator, document=make_note("Rien ici.", [], patient=patient))
    residues = check_residues(actor=annotator, layer=layer)
    assert [(r.document.pk, r.surface, r.finding.kind.value) for r in residues] == [
        (done.pk, "0601020304", "digits"),
        (done.pk, "Anne", "identity"),
        (to_come.pk, "80 01 23 45", "identity"),
    ]
    entry = AuditEntry.objects.filter(action="residual.checked").latest("pk")
    assert entry.details == {"notes": 2, "findings": 3}
    with pytest.raises(ResidualError):
        submit_layer(actor=annotator, layer=layer, if_match=0)


def test_another_patients_identity_is_an_alert_even_labelled(
    make_note, annotator, patient, project, other_project
):
    person(project, "p2", last_name=["Martin"], first_name=["Léa"], ipp="90099999")
    person(other_project, "p3", last_name=["Roche"], first_name=["Luc"])
    text = "Anne Durand. Compte rendu de MARTIN Léa. Et Luc Roche. Par le Dr Léa Martin."
    spans = [Span(0, 4, "PER", "PRENOM"), Span(5, 11, "PER", "NOM"), Span(29, 39, "PER", "NOM"),
             Span(66, 76, "PER", "NOM")]  # fmt: skip
    assert (text[29:39], text[65:75]) == ("MARTIN Léa", "Léa Martin")
    spans[3] = Span(65, 75, "PER", "NOM")
    layer = start_annotation(actor=annotator, document=make_note(text, spans, patient=patient))
    assert seen(check_residues(actor=annotator, layer=layer)) == [("MARTIN Léa", "foreign", "")]


@pytest.mark.slow
def test_two_thousand_patients_cost_what_a_hundred_cost(
    make_note, annotator, patient, project, django_assert_max_num_queries
):
    person = "Paul Nom" + _letters(99)
    text = f"Dossier de {person} vu ce jour. " + "Le patient va bien. " * 500
    layer = start_annotation(actor=annotator, document=make_note(text, [], patient=patient))

    def check() -> None:
        with django_assert_max_num_queries(12):
            assert seen(check_residues(actor=annotator, layer=layer)) == [(person, "foreign", "")]

    _crowd(project, range(100))
    check()  # what is read once a process
    few = calls(check), database_steps(check)
    _crowd(project, range(100, 2_000))
    assert IdentityKey.objects.filter(project=project).count() >= 6_000
    many = calls(check), database_steps(check)
    assert all(more < 1.1 * less for more, less in zip(many, few, strict=True)), (many, few)


def _crowd(project, numbers: range) -> None:
    people = Patient.objects.bulk_create(
        Patient(project=project, external_id=f"x{i}") for i in numbers
    )
    index_identities(project.pk, {
        one.pk: PatientIdentity(
            last_name=(f"Nom{_letters(i)}",), first_name=("Paul",), ipp=f"7{i:07d}"
        )
        for i, one in zip(numbers, people, strict=True)
    })  # fmt: skip


def _letters(number: int) -> str:
    return "".join("abcdefghij"[int(digit)] for digit in f"{number:04d}")


def test_a_reason_holds_for_the_same_small_word_elsewhere_in_the_note(
    make_note, annotator, project
):
    patient = person(project, "p9", last_name=["Leroux"])
    note = make_note(
        "le leroux et encore leroux, puis Leroux.",
        [Span(20, 26, "PER", "NOM", 0.9), Span(33, 39, "PER", "NOM", 0.9)],
        patient=patient,
    )
    layer = start_annotation(actor=annotator, document=note)
    (one,) = check_residues(actor=annotator, layer=layer)
    explain_residues(actor=annotator, layer=layer, explanations=[because(one)])
    layer.spans.all().delete()  # both labels are taken away again
    assert seen(check_residues(actor=annotator, layer=layer)) == [
        ("leroux", "identity", "harmless"),
        ("leroux", "identity", "harmless"),
        ("Leroux", "identity", ""),
    ]
