"""From when an attempt counts."""

from worker.tasks.pace import Counting


def test_the_first_look_counts(monkeypatch):
    monkeypatch.setattr("worker.tasks.pace.time.time", lambda: 1_800_000_000.0)
    counting = Counting()
    first = {"resumed_at": 200, "counts_since": 1_800_000_000.0}
    assert counting.of(200) == first
    monkeypatch.setattr("worker.tasks.pace.time.time", lambda: 1_800_000_060.0)
    assert counting.of(300) == first
