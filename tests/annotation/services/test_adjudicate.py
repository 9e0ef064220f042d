"""Two blind readings become gold: at once when they agree, else conflict by conflict."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from annotation.domain.adjudication import Choice, Drawn
from annotation.domain.note_access import Reason
from annotation.domain.ops import Change, Kind, Op, State
from annotation.domain.spans import Span
from annotation.models import Adjudication, Document, Layer, LayerSpan, WorkSettings
from annotation.selectors.adjudications import comparisons_of, doubts_for
from annotation.selectors.agreement_pairs import people_pairs
from annotation.selectors.in_force import gold_in_force
from annotation.selectors.note_view import note_view
from annotation.selectors.readings import comparison_of
from annotation.selectors.spans import state_of
from annotation.services.apply_op import apply_layer_op
from annotation.services.decide_conflict import AdjudicationError, Verdict, decide_conflict
from annotation.services.erase_patients import erase_notes
from annotation.services.finish_adjudication import finish_adjudication
from annotation.services.reopen_document import reopen_document
from annotation.services.set_aside import exclude_note, take_back
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from deidweb.accounts.models import Membership
from deidweb.audit.models import AuditEntry


@pytest.fixture
def second(make_user, project):
    return make_user("second", project, "annotator")


@pytest.fixture
def reviewer(make_user, project):
    return make_user("relectrice", project, "reviewer")


@pytest.fixture
def two_readers(project):
    return WorkSettings.objects.create(project=project, readers=2, hidden_percent=0)


def read(actor, note, *, without=()):
    """The person reads the note, rejects these surfaces and hands it in."""
    layer = start_annotation(actor=actor, document=note)
    for row in LayerSpan.objects.filter(layer=layer, surface__in=without):
        before = state_of(row)
        change = Change(before.id, before, replace(before, state=State.REJECTED))
        layer.refresh_from_db()
        apply_layer_op(
            actor=actor, layer=layer, op=Op(uuid4(), Kind.REJECT, (change,)), if_match=layer.rev
        )
    layer.refresh_from_db()
    return submit_layer(actor=actor, layer=layer, if_match=layer.rev)


def surfaces(layer):
    return sorted(LayerSpan.objects.filter(layer=layer).values_list("surface", flat=True))


@pytest.fixture
def disputed(note, two_readers, annotator, second):
    read(annotator, note)
    read(second, note, without=["Dijon"])
    return Adjudication.objects.get(document=note, finished_at=None)


def test_the_first_reading_alone_makes_no_gold(note, two_readers, annotator):
    assert read(annotator, note).gold is None
    note.refresh_from_db()
    assert note.state == Document.State.IN_PROGRESS
    access = note_view(annotator, note).access
    assert access.reason is Reason.HANDED_IN
    assert (access.can_start, access.can_reopen) == (False, True)


def test_two_equal_readings_are_gold_without_a_click(note, two_readers, annotator, second):
    read(annotator, note)
    gold = read(second, note).gold
    assert (gold.provenance, surfaces(gold)) == ("unanimous", ["12/02/2020", "Dijon", "Durand"])
    assert not Adjudication.objects.exists()


def test_equal_readings_wait_for_a_click_if_the_project_says_so(
    note, two_readers, annotator, second, reviewer
):
    two_readers.unanimous_is_gold = False
    two_readers.save()
    read(annotator, note)
    assert read(second, note).gold is None
    waiting = Adjudication.objects.get()
    assert waiting.conflicts == 0
    gold = finish_adjudication(actor=reviewer, adjudication=waiting)
    assert (gold.provenance, gold.author) == ("unanimous", reviewer)
    assert surfaces(gold) == ["12/02/2020", "Dijon", "Durand"]


def test_a_conflict_waits_for_a_decision(disputed, note, reviewer):
    note.refresh_from_db()
    assert (note.state, disputed.conflicts) == (Document.State.COMPARE, 1)
    with pytest.raises(AdjudicationError):
        finish_adjudication(actor=reviewer, adjudication=disputed)


@pytest.mark.parametrize("choice", [Choice.A, Choice.B, Choice.REJECTED])
def test_decisions_make_the_gold(disputed, note, reviewer, choice):
    (conflict,) = comparison_of(disputed).conflicts
    decide_conflict(
        actor=reviewer, adjudication=disputed, verdict=Verdict(conflict.key, choice, cause="slip")
    )
    gold = finish_adjudication(actor=reviewer, adjudication=disputed)
    kept = {Choice.A: conflict.a, Choice.B: conflict.b, Choice.REJECTED: ()}[choice]
    assert ("Dijon" in surfaces(gold)) == bool(kept)
    assert gold_in_force(note) == gold
    assert gold.provenance == "adjudicated"
    note.refresh_from_db()
    assert note.state == Document.State.GOLD


def test_ones_own_span_is_checked_and_signed(disputed, reviewer):
    (conflict,) = comparison_of(disputed).conflicts
    blank = Verdict(conflict.key, Choice.OWN, (Drawn(17, 23, "LOC", "VILLE"),))
    with pytest.raises(AdjudicationError, match="blanc"):
        decide_conflict(actor=reviewer, adjudication=disputed, verdict=blank)
    own = Verdict(conflict.key, Choice.OWN, (Drawn(18, 23, "LOC", "DEPARTEMENT"),))
    decide_conflict(actor=reviewer, adjudication=disputed, verdict=own)
    gold = finish_adjudication(actor=reviewer, adjudication=disputed)
    row = LayerSpan.objects.get(layer=gold, surface="Dijon")
    assert (row.subtype, row.source, row.state) == ("DEPARTEMENT", f"user:{reviewer.pk}", "manual")


def test_a_reader_does_not_compare_their_own_note(disputed, make_user, project, annotator):
    make_user("x")
    from deidweb.accounts.models import Membership

    Membership.objects.create(user=annotator, project=project, role="reviewer")
    (conflict,) = comparison_of(disputed).conflicts
    with pytest.raises(PermissionDenied):
        decide_conflict(
            actor=annotator, adjudication=disputed, verdict=Verdict(conflict.key, Choice.A)
        )


def test_reopening_a_reading_ends_the_comparison(disputed, note, annotator, reviewer):
    reopen_document(actor=annotator, document=note)
    with pytest.raises(AdjudicationError):
        finish_adjudication(actor=reviewer, adjudication=disputed)
    assert Layer.objects.filter(kind="gold").count() == 0


# TEXT: Mme [Durand], née à [Dijon], a été vue le [12/02/2020].
#           4..10            18..23                 38..48


def own(disputed, *spans, alike=False, **told):
    (conflict,) = comparison_of(disputed).conflicts[:1]
    return Verdict(conflict.key, Choice.OWN, tuple(Drawn(*s) for s in spans), alike=alike, **told)


def test_several_passages_are_kept_for_one_conflict(disputed, reviewer):
    verdict = own(
        disputed, (12, 15, "PER", "PRENOM"), (18, 21, "LOC", "VILLE"), (21, 23, "LOC", "PAYS")
    )
    decide_conflict(actor=reviewer, adjudication=disputed, verdict=verdict)
    gold = finish_adjudication(actor=reviewer, adjudication=disputed)
    assert surfaces(gold) == ["12/02/2020", "Dij", "Durand", "née", "on"]


@pytest.mark.parametrize(
    ("spans", "words"),
    [
        ([(18, 23, "LOC", "VILLE"), (20, 26, "LOC", "VILLE")], "chevauchent"),
        ([(18, 23, "LOC", "VILLE"), (18, 23, "LOC", "PAYS")], "chevauchent"),
        ([(4, 23, "LOC", "VILLE")], "d'accord"),  # swallows the name, on which both agree
        ([(18, 40, "LOC", "VILLE")], "d'accord"),  # reaches into the date
        ([], "au moins un passage"),
    ],
)
def test_passages_that_lie_in_the_way_are_refused(disputed, reviewer, spans, words):
    with pytest.raises(AdjudicationError, match=words):
        decide_conflict(actor=reviewer, adjudication=disputed, verdict=own(disputed, *spans))
    assert not disputed.decisions.exists()


@pytest.fixture
def twice(make_note, two_readers, annotator, second):
    """« Durand » is missed twice by one reader, and « Roy » once, next to the second « Durand »."""
    text = "vu Durand puis Durand Roy."
    note = make_note(
        text,
        [Span(3, 9, "PER", "NOM", 0.9), Span(15, 21, "PER", "NOM", 0.9), Span(22, 25, "PER", "NOM", 0.9)],
    )  # fmt: skip
    read(annotator, note)
    read(second, note, without=["Durand", "Roy"])
    return Adjudication.objects.get(document=note, finished_at=None)


def conflicts(adjudication):
    return sorted(comparison_of(adjudication).conflicts, key=lambda c: c.start)


def test_ones_own_passage_is_carried_over_to_like_conflicts(twice, reviewer):
    first, second_one, roy = conflicts(twice)
    verdict = Verdict(first.key, Choice.OWN, (Drawn(3, 9, "PER", "PRENOM"),), alike=True)
    assert decide_conflict(actor=reviewer, adjudication=twice, verdict=verdict) == 2
    kept = {row.key: row.spans for row in twice.decisions.all()}
    assert kept == {
        first.key: [[3, 9, "PER", "PRENOM"]],
        second_one.key: [[15, 21, "PER", "PRENOM"]],
    }
    wide = Verdict(first.key, Choice.OWN, (Drawn(0, 9, "PER", "PRENOM"),), alike=True)
    assert (
        decide_conflict(actor=reviewer, adjudication=twice, verdict=wide) == 1
    )  # reaches out: here only
    assert roy.key not in kept


def test_two_conflicts_are_joined_by_setting_one_of_them_aside(twice, reviewer):
    first, second_one, roy = conflicts(twice)
    whole = Verdict(second_one.key, Choice.OWN, (Drawn(15, 25, "PER", "NOM"),))
    keeps = Choice.A if roy.a else Choice.B
    decide_conflict(actor=reviewer, adjudication=twice, verdict=Verdict(roy.key, keeps))
    with pytest.raises(AdjudicationError, match="désaccord"):
        decide_conflict(actor=reviewer, adjudication=twice, verdict=whole)
    decide_conflict(actor=reviewer, adjudication=twice, verdict=Verdict(roy.key, Choice.REJECTED))
    decide_conflict(actor=reviewer, adjudication=twice, verdict=whole)
    with pytest.raises(AdjudicationError, match="désaccord"):  # nor the other way round
        decide_conflict(actor=reviewer, adjudication=twice, verdict=Verdict(roy.key, keeps))
    decide_conflict(actor=reviewer, adjudication=twice, verdict=Verdict(first.key, Choice.REJECTED))
    gold = finish_adjudication(actor=reviewer, adjudication=twice)
    assert surfaces(gold) == ["Durand Roy"]


def test_cause_and_reason_are_kept_with_who_gave_them(disputed, reviewer):
    verdict = own(disputed, (18, 23, "LOC", "PAYS"), cause="guideline", words=" Dijon, un pays ? ")
    decide_conflict(actor=reviewer, adjudication=disputed, verdict=verdict)
    (row,) = disputed.decisions.all()
    assert (row.kind, row.choice, row.cause, row.words, row.author, row.spans) == (
        "missed", "own", "guideline", "Dijon, un pays ?", reviewer, [[18, 23, "LOC", "PAYS"]],
    )  # fmt: skip
    with pytest.raises(AdjudicationError, match="cause"):
        decide_conflict(
            actor=reviewer, adjudication=disputed, verdict=replace(verdict, cause="humeur")
        )


def test_a_note_under_comparison_can_be_erased(disputed, note):
    assert erase_notes([note.pk]) == 1
    assert not Document.staged_too.filter(pk=note.pk).exists()
    assert not Adjudication.objects.exists()


def test_a_note_that_is_set_aside_is_compared_by_nobody(
    disputed, note, project, admin, reviewer, client
):
    client.force_login(reviewer)
    page = reverse("annotation:adjudication-detail", args=[project.pk, disputed.pk])
    assert client.get(page).status_code == 200
    exclude_note(actor=admin, document=note, words="doublon")
    assert client.get(page).status_code == 404
    take_back(actor=admin, document=note)
    assert client.get(page).status_code == 200


def test_comparisons_are_counted_once_they_have_made_gold(disputed, note, project, admin, reviewer):
    (conflict,) = comparison_of(disputed).conflicts
    verdict = Verdict(conflict.key, Choice.A, cause="slip")
    decide_conflict(actor=reviewer, adjudication=disputed, verdict=verdict)
    assert comparisons_of(project).finished == 0
    finish_adjudication(actor=reviewer, adjudication=disputed)
    assert comparisons_of(project).finished == 1
    exclude_note(actor=admin, document=note, words="doublon")
    assert comparisons_of(project).finished == 0


def test_a_comparison_that_a_reopened_reading_has_ended_is_not_counted(
    disputed, note, annotator, project
):
    reopen_document(actor=annotator, document=note)
    disputed.refresh_from_db()
    assert disputed.finished_at is not None
    assert comparisons_of(project).finished == 0


# --- gold that two others made is opened again


@pytest.fixture
def compared(disputed, reviewer):
    conflict = comparison_of(disputed).conflicts[0]
    town = Choice.B if disputed.swapped else Choice.A  # the first reader keeps it
    decide_conflict(actor=reviewer, adjudication=disputed, verdict=Verdict(conflict.key, town))
    return finish_adjudication(actor=reviewer, adjudication=disputed)


def corrected(reviewer, note, *, without=()):
    layer = reopen_document(actor=reviewer, document=note, reason="slip")
    for row in LayerSpan.objects.filter(layer=layer, surface__in=without):
        before = state_of(row)
        change = Change(before.id, before, replace(before, state=State.REJECTED))
        apply_layer_op(
            actor=reviewer, layer=layer, op=Op(uuid4(), Kind.REJECT, (change,)), if_match=layer.rev
        )
        layer.refresh_from_db()
    return submit_layer(actor=reviewer, layer=layer, if_match=layer.rev).gold


def test_who_compared_opens_the_gold_again_for_a_reason(client, compared, note, project, reviewer):
    client.force_login(reviewer)
    page = reverse("annotation:document-detail", args=[project.pk, note.pk])
    assert 'name="reason"' in client.get(page).text
    address = reverse("annotation:document-reopen", args=[project.pk, note.pk])
    refused = client.post(address, follow=True)
    assert "Dites pourquoi" in refused.text
    assert not Layer.objects.filter(author=reviewer, kind="annotator").exists()
    client.post(address, {"reason": "guideline"})
    entry = AuditEntry.objects.get(action="annotation.reopened")
    assert (entry.actor, entry.details) == (reviewer, {"reason": "guideline"})
    assert note_view(reviewer, note).access.reason is Reason.OWN
    assert 'data-action="submit"' in client.get(page).text


def test_a_correction_is_gold_at_once_and_no_reading(compared, note, project, reviewer, annotator):
    gold = corrected(reviewer, note, without=["Dijon"])
    assert (gold.version, gold.author, gold.provenance) == (2, reviewer, compared.provenance)
    assert (surfaces(compared), surfaces(gold)) == (
        ["12/02/2020", "Dijon", "Durand"],
        ["12/02/2020", "Durand"],
    )
    note.refresh_from_db()
    assert note.state == Document.State.GOLD
    assert not Adjudication.objects.filter(finished_at=None).exists()
    assert len(people_pairs(project)) == 1, "of the two readers"
    # one of the readers opens his reading again: it is held against the other one's, as ever
    layer = reopen_document(actor=annotator, document=note)
    third = submit_layer(actor=annotator, layer=layer, if_match=layer.rev).gold
    assert (third.version, third.provenance) == (3, "unanimous")
    assert third.source_layer.author != reviewer


def test_a_correction_keeps_no_place_and_loses_none(compared, note, reviewer, annotator):
    layer = reopen_document(actor=reviewer, document=note, reason="edge")
    Layer.objects.filter(pk=layer.pk).update(lease_until=timezone.now() - timedelta(days=1))
    assert note_view(reviewer, note).access.reason is Reason.OWN
    assert note_view(annotator, note).access.can_reopen
    layer.refresh_from_db()
    assert submit_layer(actor=reviewer, layer=layer, if_match=layer.rev).gold


def test_who_compares_nothing_opens_no_gold_of_two_others(
    client, compared, note, project, make_user
):
    third = make_user("troisième", project, "annotator")
    with pytest.raises(PermissionDenied):
        reopen_document(actor=third, document=note, reason="slip")
    client.force_login(third)
    page = client.get(reverse("annotation:document-detail", args=[project.pk, note.pk])).text
    assert "un relecteur peut la rouvrir" in page


# --- doubts that nobody has compared


def doubt(actor, note):
    """The person doubts the first passage and hands the note in."""
    layer = start_annotation(actor=actor, document=note)
    before = state_of(LayerSpan.objects.filter(layer=layer).first())
    change = Change(before.id, before, replace(before, doubt=True, comment="ville ou nom ?"))
    apply_layer_op(
        actor=actor, layer=layer, op=Op(uuid4(), Kind.FLAG, (change,)), if_match=layer.rev
    )
    layer.refresh_from_db()
    return submit_layer(actor=actor, layer=layer, if_match=layer.rev).gold


@pytest.mark.parametrize("readers", [1, 2])
def test_a_doubt_in_gold_waits_for_a_reviewer_until_it_is_lifted(
    client, note, project, readers, annotator, second, reviewer, admin
):
    WorkSettings.objects.create(project=project, readers=readers, hidden_percent=0)
    if readers == 2:
        read(second, note)
    gold = doubt(annotator, note)
    assert [(one.pk, one.doubts) for one in doubts_for(reviewer, project)] == [(gold.pk, 1)]
    client.force_login(reviewer)
    assert "note validée avec un doute à trancher" in client.get("/").text
    page = client.get(reverse("annotation:adjudication-list", args=[project.pk])).text
    assert "Doutes à trancher" in page
    assert reverse("annotation:document-detail", args=[project.pk, note.pk]) in page
    for nobody in (annotator, second, admin):  # the admin compares, and annotates nothing
        assert not doubts_for(nobody, project)
    layer = reopen_document(actor=reviewer, document=note, reason="edge")
    assert not doubts_for(reviewer, project), "somebody is at it"
    before = state_of(LayerSpan.objects.get(layer=layer, doubt=True))
    lifted = Change(before.id, before, replace(before, doubt=False))
    apply_layer_op(
        actor=reviewer, layer=layer, op=Op(uuid4(), Kind.FLAG, (lifted,)), if_match=layer.rev
    )
    layer.refresh_from_db()
    submit_layer(actor=reviewer, layer=layer, if_match=layer.rev)
    assert not doubts_for(reviewer, project)
    assert "Doutes à trancher" not in client.get(reverse("annotation:adjudication-list", args=[project.pk])).text  # fmt: skip


def test_a_doubt_that_was_compared_is_settled(note, project, two_readers, annotator, second, reviewer):  # fmt: skip
    doubt(annotator, note)
    read(second, note, without=["Dijon"])
    waiting = Adjudication.objects.get()
    key = comparison_of(waiting).conflicts[0].key
    decide_conflict(actor=reviewer, adjudication=waiting, verdict=Verdict(key, Choice.REJECTED))
    gold = finish_adjudication(actor=reviewer, adjudication=waiting)
    assert LayerSpan.objects.filter(layer=gold, doubt=True).exists()
    other = reviewer.__class__.objects.create_user("autre", password="pw-for-tests-only")
    Membership.objects.create(user=other, project=project, role="reviewer")
    assert not doubts_for(other, project)
