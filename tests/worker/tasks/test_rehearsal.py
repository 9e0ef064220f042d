"""A child that tries what ended an attempt: how it ends is told, and a child that can't even start is no note's fault."""

from __future__ import annotations

import pytest
from django.db import OperationalError

from privacy.domain.errors import BadPolicyError
from worker.rehearse import answer
from worker.tasks import rehearsal
from worker.tasks.rehearsal import BROKEN, SLOW, InHand, Rehearsal, RehearsalError


@pytest.fixture
def rehearse(monkeypatch):
    monkeypatch.setattr(rehearsal, "MODULE", "tests.worker.tasks.rehearsing")
    own = Rehearsal((), lambda: None, seconds=0.5)
    yield own
    own.close()


@pytest.mark.slow
def test_how_the_child_ends_is_told_and_another_takes_its_place(rehearse):
    asked = ("well", "loop", "well", "crash", "memory", "failed", "well")
    told = [rehearse.failure(one, 10) for one in asked]
    assert told == ["", SLOW, "", BROKEN, BROKEN, BROKEN, ""]
    with pytest.raises(RehearsalError):
        rehearse.failure("again", 10)


@pytest.mark.slow
def test_who_asks_to_stop_does_not_wait(rehearse):
    def stop():
        raise KeyboardInterrupt

    assert rehearse.failure("well", 10) == ""
    rehearse.on_wait = stop
    with pytest.raises(KeyboardInterrupt):
        rehearse.failure("loop", 1_000_000)
    assert rehearse._child is None


@pytest.mark.slow
def test_a_child_that_cannot_start_is_no_note_s_fault(monkeypatch):
    monkeypatch.setattr(rehearsal, "MODULE", "tests.worker.tasks.nowhere")
    own = Rehearsal((), lambda: None)
    with pytest.raises(RehearsalError):
        own.require_sound()
    with pytest.raises(RehearsalError):
        own.failure("well", 10)


def test_what_the_child_says_of_what_it_met():
    def raising(error):
        def work(_asked):
            raise error

        return work

    assert answer(lambda _asked: None, []) == b"done"
    assert answer(raising(BadPolicyError("epsilon", "non")), []) == b"done"
    assert answer(raising(OperationalError()), []) == b"again"
    assert answer(raising(MemoryError()), []) == b"failed"


def test_what_is_in_hand_outlives_who_is_killed(tmp_path):
    hand = InHand(tmp_path / "x.hand.draft")
    assert hand.left() == ""
    hand.take("7")
    hand.take("12")
    assert InHand(tmp_path / "x.hand.draft").left() == "12"
    hand.put_down()
    hand.put_down()
    assert hand.left() == ""
