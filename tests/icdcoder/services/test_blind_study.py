"""A blind study: opened, shared out, coded by persons who may read notes, closed."""

from __future__ import annotations

import hashlib
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

import icdcoder.domain.blind
from annotation.models import Document
from deidweb.accounts.models import Membership
from deidweb.audit.models import AuditEntry
from icdcoder.models import BlindReading, CodedNote, CodePrediction
from icdcoder.selectors.accepted import material_of
from icdcoder.selectors.blind import next_reading, possible_coders, result_of_study
from icdcoder.services.add_code import add_code
from icdcoder.services.blind_study import close_blind_study, open_blind_study, share_out_study
from icdcoder.services.code_blindly import (
    add_blind_code,
    finish_reading,
    hold_reading,
    mark_blind_principal,
    open_reading,
    take_blind_code_back,
)
from icdcoder.services.errors import CodingError

EXPORT = uuid.UUID(int=77)
pytestmark = pytest.mark.usefixtures("installed")


@pytest.fixture
def originals(project):
    """Name in the export → the note's original; the copies lie before the coder."""
    found = {}
    for number in range(3):
        text = f"Mme Durand, {number} jours de toux. HTA."
        document = Document.objects.create(
            project=project, external_id=f"n{number}", position=number, text=text,
            sha256=hashlib.sha256(text.encode()).hexdigest(),
        )  # fmt: skip
        found[f"pub-{number}"] = document.pk
        CodedNote.objects.create(
            project=project, export_id=EXPORT, public_id=f"pub-{number}", order=number,
            text=text.replace("Durand", "Petit"),
        )  # fmt: skip
    return found


@pytest.fixture
def coders(make_user, project):
    return [make_user(name, project, "reviewer") for name in ("claire", "denis")]


def opened(steward, project, coders, originals, **more):
    study = open_blind_study(
        actor=steward, project=project, export_id=EXPORT, coders=coders,
        **{"notes": 10, "asks_guess": True} | more,
    )  # fmt: skip
    share_out_study(study, originals)
    return study


@pytest.fixture
def blind(project, steward, coders, originals):
    return opened(steward, project, coders, originals)


def turns(study, coder):
    return list(BlindReading.objects.filter(study=study, coder=coder))


def test_every_note_is_read_once_by_each_in_both_shapes(blind, coders, originals):
    one, other = (turns(blind, coder) for coder in coders)
    assert len(one) == len(other) == 3
    shapes = {turn.note_id: turn.is_original for turn in one}
    assert all(shapes[turn.note_id] != turn.is_original for turn in other)
    assert all(originals[turn.note.public_id] == turn.document_id for turn in one)
    for turn in [*one, *other]:
        assert turn.text == (turn.document.text if turn.is_original else turn.note.text)


def test_less_notes_than_there_are_can_be_asked_for(project, steward, coders, originals):
    assert opened(steward, project, coders, originals, notes=2).readings.count() == 4


def test_who_opens_it_must_be_allowed_and_coders_must_be_able(
    originals, project, steward, coders, annotator, stranger
):
    assert set(possible_coders(project)) >= {*coders, steward}
    assert annotator not in possible_coders(project)
    given = {"project": project, "export_id": EXPORT, "notes": 3, "asks_guess": False}
    with pytest.raises(PermissionDenied):
        open_blind_study(actor=coders[0], coders=coders, **given)
    with pytest.raises(Http404):
        open_blind_study(actor=stranger, coders=coders, **given)
    for wrong in ([coders[0]], [coders[0], coders[0]], [coders[0], annotator], [*coders, stranger]):
        with pytest.raises(CodingError):
            open_blind_study(actor=steward, coders=wrong, **given)
    with pytest.raises(CodingError):
        open_blind_study(actor=steward, coders=coders, **given | {"export_id": uuid.uuid4()})
    with pytest.raises(CodingError):
        open_blind_study(actor=steward, coders=coders, **given | {"notes": 0})


def test_a_steward_who_reads_samples_only_does_not_code(project, steward, settings):
    settings.STEWARDS_READ_SAMPLES = True
    assert steward not in possible_coders(project)


def test_a_study_takes_ten_persons(project, steward, originals, make_user):
    many = [make_user(f"codeur-{number}", project, "reviewer") for number in range(11)]
    with pytest.raises(CodingError, match="10 personnes"):
        opened(steward, project, many, originals)
    assert opened(steward, project, many[:10], originals).readings.count() == 30


def test_a_result_is_worked_out_once_for_the_same_readings(blind, coders, monkeypatch):
    worked = []
    monkeypatch.setattr(icdcoder.domain.blind, "_drawn", lambda rows, _what: worked.append(rows))
    for coder in coders:
        for turn in turns(blind, coder):
            finish_reading(actor=coder, reading_id=turn.pk, guess="unknown")
    result_of_study(blind)
    once = len(worked)
    assert result_of_study(blind).across.pairs == 3
    assert len(worked) == once > 0
    gone = turns(blind, coders[0])[0]
    gone.note.delete()
    assert result_of_study(blind).across.pairs == 2
    assert len(worked) == 2 * once


def test_who_decided_a_code_of_the_export_knows_its_notes(project, steward, coders, originals):
    add_code(actor=coders[0], note_id=CodedNote.objects.first().pk, code="I10")
    assert coders[0] in possible_coders(project)
    assert coders[0] in possible_coders(project, uuid.UUID(int=78))
    assert coders[0] not in possible_coders(project, EXPORT)
    with pytest.raises(CodingError):
        opened(steward, project, coders, originals)


def test_an_access_in_an_emergency_reads_and_does_not_code(project, coders):
    Membership.objects.filter(user=coders[0]).update(reason="Garde")
    assert coders[0] not in possible_coders(project)


def test_nobody_codes_for_another_or_without_the_right_to_read_notes(blind, coders, steward):
    turn = turns(blind, coders[0])[0]
    for somebody in (coders[1], steward):
        with pytest.raises(PermissionDenied):
            open_reading(actor=somebody, reading_id=turn.pk)
    Membership.objects.filter(user=coders[0]).update(role="auditor")
    with pytest.raises(PermissionDenied):
        open_reading(actor=coders[0], reading_id=turn.pk)
    assert next_reading(coders[0], blind) is None


def test_the_journal_tells_who_read_which_original(blind, coders):
    for turn in turns(blind, coders[0]):
        open_reading(actor=coders[0], reading_id=turn.pk)
        told = AuditEntry.objects.filter(action="blind.note_read").latest("pk")
        read = turn.document_id if turn.is_original else turn.note_id
        assert (told.object_id, told.details["original"]) == (str(read), turn.is_original)


def test_time_counts_from_request_to_request_and_long_silence_two_minutes(
    blind, coders, monkeypatch
):
    turn = turns(blind, coders[0])[0]
    start = datetime(2026, 3, 2, 10, tzinfo=UTC)
    for second in (0, 40, 60, 3540):
        moment = start + timedelta(seconds=second)
        monkeypatch.setattr("icdcoder.services.code_blindly.timezone.now", lambda at=moment: at)
        hold_reading(coders[0], turn.pk)
    turn.refresh_from_db()
    assert turn.seconds == 60 + 120


def test_codes_are_given_taken_back_and_marked_and_end_with_the_reading(blind, coders):
    coder, (turn, *_rest) = coders[0], turns(blind, coders[0])
    mine = {"actor": coder, "reading_id": turn.pk}
    for code in ("I10", "E119", "I10", "R05"):
        add_blind_code(**mine, code=code)
    mark_blind_principal(**mine, code="I10")
    mark_blind_principal(**mine, code="E119")
    take_blind_code_back(**mine, code="R05")
    given = {(own.code, own.is_principal) for own in turn.codes.all()}
    assert given == {("I10", False), ("E119", True)}
    with pytest.raises(Http404):
        mark_blind_principal(**mine, code="R05")
    with pytest.raises(CodingError):
        finish_reading(**mine)  # the study asks for a guess
    finish_reading(**mine, guess="unknown")
    for change in (add_blind_code, take_blind_code_back, mark_blind_principal):
        with pytest.raises(CodingError):
            change(**mine, code="I10")
    assert next_reading(coder, blind).pk != turn.pk
    told = AuditEntry.objects.filter(object_id=str(turn.pk)).values_list("action", flat=True)
    assert sorted(told) == [
        "blind.code_withdrawn", *["blind.coded"] * 3, "blind.finished", *["blind.principal"] * 2,
    ]  # fmt: skip


def test_what_is_coded_blindly_is_no_material_of_a_coder(blind, coders, project):
    turn = turns(blind, coders[0])[0]
    add_blind_code(actor=coders[0], reading_id=turn.pk, code="I10")
    assert not CodePrediction.objects.exists()
    assert material_of(project).notes == 0


def test_closing_ends_the_coding_once(blind, coders, steward):
    with pytest.raises(PermissionDenied):
        close_blind_study(actor=coders[0], study=blind)
    close_blind_study(actor=steward, study=blind)
    close_blind_study(actor=steward, study=blind)
    assert AuditEntry.objects.filter(action="blind.closed").count() == 1
    assert not blind.readings.exclude(document=None).exists()  # which copy is of which note
    with pytest.raises(CodingError):
        open_reading(actor=coders[0], reading_id=turns(blind, coders[0])[0].pk)
