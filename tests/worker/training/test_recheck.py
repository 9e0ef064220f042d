"""Whether a model masks less than it did: beyond the gate's margin, and not by chance."""

from __future__ import annotations

import random

import pytest

from worker.training.judged import JudgedNote
from worker.training.recheck import falls, masked_share


def notes(count: int, missed: int, label: str = "PER") -> list[JudgedNote]:
    """Of twenty identifying words each, so many missed."""
    words = {label: (20, 20 - missed)}
    return [
        JudgedNote(f"n{i}", 99, 20, 20 - missed, 0, 0, (), (), (), {}, words) for i in range(count)
    ]


def test_where_nothing_was_missed_the_interval_is_that_of_the_words():
    """140 of 140: Wilson's lower end is 140 / (140 + 3.84) = 0.9733."""
    told = masked_share(notes(7, 0))
    assert (told.value, told.high) == (1.0, 1.0)
    assert told.low == pytest.approx(0.9733, abs=1e-4)
    assert masked_share([]).to_json() == [1.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("judged", "good", "bad", "is_told"),
    [
        (100, 60, 0, False),
        (100, 30, 30, True),
        (100, 3, 2, False),
        (7, 30, 30, False),
        (7, 0, 60, True),
    ],
)
def test_a_fall_is_told_when_it_is_more_than_chance(judged, good, bad, is_told):
    """Nothing was missed in the notes that judged it then; now one word in twenty of the bad ones."""
    found = falls(notes(judged, 0), [*notes(good, 0), *notes(bad, 1)])
    assert [fall.name for fall in found[:1]] == (["redacted"] if is_told else [])


def test_a_fall_within_the_gates_margin_is_none():
    """Of 2,000 words 15 more are missed: 0.75 points."""
    before = notes(100, 0)
    after = [*notes(85, 0), *notes(15, 1)]
    assert falls(before, after) == []


def test_one_label_that_falls_is_named():
    before = [*notes(60, 0), *notes(40, 0, "TEL")]
    after = [*notes(57, 0), *notes(3, 4, "TEL")]
    assert [fall.name for fall in falls(before, after)] == ["TEL"]


def test_without_a_former_reading_nothing_is_told():
    assert falls([], notes(60, 9)) == []


def test_ten_labels_that_do_not_change_hardly_ever_alarm():
    """Forty words a label, nine in ten masked then and now: one measure in twenty alarms at most."""
    draw = random.Random(7)

    def drawn() -> list[JudgedNote]:
        found = []
        for number in range(4):
            words = {f"L{n}": (10, sum(draw.random() < 0.9 for _ in range(10))) for n in range(10)}
            masked = sum(own for _all, own in words.values())
            found.append(JudgedNote(f"n{number}", 500, 100, masked, 0, 0, (), (), (), {}, words))
        return found

    assert sum(bool(falls(drawn(), drawn())) for _measure in range(60)) <= 3
