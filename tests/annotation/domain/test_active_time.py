"""Activity without idle stretches, and what became of suggestions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from annotation.domain.active_time import active_seconds
from annotation.domain.tally import Assistance, assistance

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def at(*seconds):
    return [NOON + timedelta(seconds=s) for s in seconds]


def test_a_long_silence_counts_for_two_minutes():
    assert active_seconds(at(0, 30, 60, 3600, 3610)) == 30 + 30 + 120 + 10


def test_order_does_not_matter_and_one_moment_lasts_nothing():
    assert active_seconds(at(60, 0, 30)) == 60
    assert active_seconds(at(5)) == active_seconds([]) == 0


def test_assistance_counts_states():
    states = ["suggested", "accepted", "corrected", "manual", "rejected", "rejected"]
    found = assistance(states)
    assert found == Assistance(accepted=2, corrected=1, added=1, rejected=2)
    assert assistance([]) == Assistance()
    assert found + found == Assistance(4, 2, 2, 4)
