"""Who gets which note: places, leases, types, order, skipping, time at work."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from annotation.domain.note_access import Reason
from annotation.domain.spans import Span
from annotation.models import Document, DocumentPriority, Layer, Skip, TypeReader, WorkSettings
from annotation.presentation.queue import why_first
from annotation.selectors.note_view import note_view
from annotation.selectors.queue import share
from annotation.selectors.tasks import project_tasks
from annotation.services.apply_op import OpRefusedError
from annotation.services.change_work import (
    BadReaderError,
    TypeChoice,
    change_work,
    create_work_settings,
)
from annotation.services.renew_lease import beat
from annotation.services.skip_document import skip_document
from annotation.services.start_annotation import start_annotation, start_next
from annotation.services.submit_layer import submit_layer
from deidweb.audit.models import AuditEntry

WORK = {
    "readers": 1,
    "order": "oldest",
    "random_percent": 0,
    "hidden_percent": 0,
    "lease_minutes": 60,
    "unanimous_is_gold": True,
}
SURE, UNSURE = Span(4, 10, "PER", "NOM", 0.99), Span(4, 10, "PER", "NOM", 0.4)


@pytest.fixture
def second(make_user, project):
    return make_user("second", project, "annotator")


def lapse(layer: Layer) -> None:
    Layer.objects.filter(pk=layer.pk).update(lease_until=timezone.now() - timedelta(minutes=1))


def test_the_riskiest_note_comes_first_and_says_why(make_note, admin, annotator, project):
    make_note(spans=[SURE])
    risky = make_note(spans=[UNSURE])
    change_work(actor=admin, project=project, values=WORK | {"order": "risk"})
    risky.refresh_from_db()
    assert (risky.priority.unsure, risky.risk > 0.5) == (1, True)
    layer = start_next(actor=annotator, project=project)
    assert (layer.document, layer.picked_by) == (risky, "risk")


def test_a_lapsed_note_goes_to_somebody_else_and_the_work_stays(note, annotator, second, project):
    mine = start_annotation(actor=annotator, document=note)
    assert start_next(actor=second, project=project) is None
    lapse(mine)
    theirs = start_next(actor=second, project=project)
    assert theirs.document == note
    with pytest.raises(OpRefusedError):
        submit_layer(actor=annotator, layer=mine, if_match=0)
    assert mine.spans.count() == 3


def test_who_comes_back_first_takes_the_note_up_again(note, annotator, second, project):
    mine = start_annotation(actor=annotator, document=note)
    lapse(mine)
    beat(actor=annotator, layer=mine)
    assert start_next(actor=second, project=project) is None


def test_two_readers_get_the_same_note_and_a_third_does_not(
    note, admin, annotator, second, make_user, project
):
    change_work(actor=admin, project=project, values=WORK | {"readers": 2})
    third = make_user("troisieme", project, "annotator")
    assert start_next(actor=annotator, project=project).document == note
    assert start_next(actor=second, project=project).document == note
    assert start_next(actor=third, project=project) is None


def test_a_type_that_is_given_to_somebody_goes_to_nobody_else(
    make_note, admin, annotator, second, project
):
    letter = make_note(spans=[SURE], doc_type="courrier")
    change_work(
        actor=admin,
        project=project,
        values=WORK,
        types=[TypeChoice("courrier", frozenset({second.pk}))],
    )
    assert start_next(actor=annotator, project=project) is None
    assert start_next(actor=second, project=project).document == letter


def test_a_type_is_not_given_to_a_stranger(admin, stranger, project):
    with pytest.raises(BadReaderError):
        change_work(
            actor=admin,
            project=project,
            values=WORK,
            types=[TypeChoice("courrier", frozenset({stranger.pk}))],
        )
    assert not TypeReader.objects.exists()
    assert not WorkSettings.objects.exists()


def test_an_annotator_does_not_change_the_work(annotator, project):
    with pytest.raises(PermissionDenied):
        change_work(actor=annotator, project=project, values=WORK)


def test_a_skipped_note_is_for_the_others(note, annotator, second, project):
    start_annotation(actor=annotator, document=note)
    skip_document(actor=annotator, document=note, reason="too_hard")
    note.refresh_from_db()
    assert note.state == Document.State.PREANNOTATED
    assert start_next(actor=annotator, project=project) is None
    assert start_next(actor=second, project=project).document == note
    assert AuditEntry.objects.filter(action="note.skipped").count() == 1


def test_another_reason_needs_words(note, annotator):
    with pytest.raises(ValueError, match="Dites pourquoi"):
        skip_document(actor=annotator, document=note, reason="other", words=" ")
    assert not Skip.objects.exists()


def test_hidden_suggestions_are_told_on_the_layer(note, admin, annotator, project):
    change_work(actor=admin, project=project, values=WORK | {"hidden_percent": 100})
    layer = start_annotation(actor=annotator, document=note)
    assert layer.hides_suggestions
    assert not layer.spans.exists()
    assert layer.source_layer.spans.count() == 3


def test_the_random_share_is_recorded(note, admin, annotator, project):
    change_work(actor=admin, project=project, values=WORK | {"random_percent": 100})
    assert start_next(actor=annotator, project=project).picked_by == "random"


def test_signs_of_life_count_time_without_the_idle_stretches(note, annotator):
    layer = start_annotation(actor=annotator, document=note)
    assert beat(actor=annotator, layer=layer) == 30
    Layer.objects.filter(pk=layer.pk).update(beat_at=timezone.now() - timedelta(seconds=10))
    assert beat(actor=annotator, layer=layer) == 40
    Layer.objects.filter(pk=layer.pk).update(beat_at=timezone.now() - timedelta(hours=1))
    assert beat(actor=annotator, layer=layer) == 70


def test_shares_are_even_and_repeat():
    drawn = [share("s", "hide", n) for n in range(2000)]
    assert drawn == [share("s", "hide", n) for n in range(2000)]
    assert 0.03 < sum(d < 0.05 for d in drawn) / 2000 < 0.07


def test_who_lost_a_note_to_another_gets_the_next_one(note, make_note, annotator, second, project):
    mine = start_annotation(actor=annotator, document=note)
    lapse(mine)
    start_annotation(actor=second, document=note)
    following = make_note(spans=[SURE])
    assert start_next(actor=annotator, project=project).document == following
    access = note_view(annotator, note).access
    assert (access.can_edit, access.reason) == (True, Reason.TAKEN_OVER)


def test_what_the_other_lets_lapse_comes_back(note, annotator, second, project):
    mine = start_annotation(actor=annotator, document=note)
    lapse(mine)
    theirs = start_annotation(actor=second, document=note)
    assert start_next(actor=annotator, project=project) is None
    lapse(theirs)
    assert start_next(actor=annotator, project=project) == mine


def test_a_third_reader_is_refused(note, admin, annotator, second, make_user, project):
    change_work(actor=admin, project=project, values=WORK | {"readers": 2})
    third = make_user("troisieme", project, "annotator")
    start_annotation(actor=annotator, document=note)
    start_annotation(actor=second, document=note)
    with pytest.raises(PermissionDenied):
        start_annotation(actor=third, document=note)
    assert note_view(third, note).access.can_start is False


def test_home_counts_what_the_person_may_be_given(note, admin, annotator, second, project):
    change_work(actor=admin, project=project, values=WORK | {"readers": 2})
    start_annotation(actor=annotator, document=note)
    assert project_tasks(second, project).waiting == 1
    skip_document(actor=second, document=note, reason="too_hard")
    assert project_tasks(second, project).waiting == 0


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("oldest", ""),
        ("random", "tirée au hasard, pour des mesures honnêtes"),
        ("uncertainty", "3 suggestions peu sûres"),
        ("risk", "1 oubli possible, 3 suggestions peu sûres"),
    ],
)
def test_why_a_note_comes_is_told_in_words(order, words):
    assert why_first(order, DocumentPriority(bare=1, unsure=3)) == words


def test_a_new_project_hides_five_percent_and_has_its_own_seed(project):
    work = create_work_settings(project)
    assert (work.hidden_percent, work.readers, len(work.seed)) == (5, 1, 32)
    assert create_work_settings(project).seed == work.seed
