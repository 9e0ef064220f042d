"""Readings with and without suggestions; every expected number is worked out by hand."""

from math import sqrt

import pytest

from annotation.domain.anchoring import Anchoring, Asked, difference, share_of
from annotation.domain.spans import Span

NAME, TOWN, DAY, DRUG = (
    Span(0, 6, "PER"), Span(10, 15, "LOC"), Span(20, 30, "DATE"), Span(40, 50, "PER"),
)  # fmt: skip
GOLD = [NAME, TOWN, DAY]
MODEL = [NAME, TOWN, DRUG]  # the day missed, a drug taken for a person


def filled(reading, *, hidden=False, notes=5, gold=GOLD):
    found = Anchoring()
    for _ in range(notes):
        found.add(reading, MODEL, gold, is_hidden=hidden)
    return found


def told(found, *, hidden=False):
    shares = {a: found.share(a, is_hidden=hidden) for a in Asked}
    return {a.value: (s.hits, s.total, s.value) for a, s in shares.items()}


def test_who_swallows_all_that_is_suggested():
    assert told(filled(MODEL)) == {
        "model": (30, 30, 1.0),
        "recall": (10, 15, 2 / 3),
        "precision": (10, 15, 2 / 3),
        "lost": (0, 10, 0.0),
        "wrong": (5, 5, 1.0),
        "beyond": (0, 5, 0.0),
    }


def test_who_reads_alone_and_overlooks_the_town():
    assert told(filled([NAME, DAY], hidden=True), hidden=True) == {
        "model": (10, 25, 0.4),  # the name, seen from either side, of 2 + 3 spans
        "recall": (10, 15, 2 / 3),
        "precision": (10, 10, 1.0),
        "lost": (5, 10, 0.5),
        "wrong": (0, 5, 0.0),
        "beyond": (5, 5, 1.0),
    }


def test_other_edges_meet_and_another_label_does_not():
    found = filled([Span(2, 9, "PER"), Span(10, 15, "ORG")])
    assert found.share(Asked.RECALL, is_hidden=False).hits == 5


def test_four_notes_are_too_few_but_counted():
    share = filled(MODEL, notes=4).share(Asked.RECALL, is_hidden=False)
    assert (share.value, share.hits, share.total, share.notes) == (None, 8, 12, 4)


def test_a_note_with_nothing_to_count_is_no_note_of_the_measure():
    found = filled([], gold=[])
    assert found.readings == {True: 0, False: 5}
    assert found.share(Asked.RECALL, is_hidden=False).notes == 0
    assert found.share(Asked.WRONG, is_hidden=False).total == 15


def test_without_a_reference_only_the_model_is_compared():
    found = filled(MODEL, gold=None)
    assert found.share(Asked.MODEL, is_hidden=False).value == 1.0
    assert found.share(Asked.RECALL, is_hidden=False).notes == 0


def test_the_interval_is_the_ratio_estimators():
    """Five notes of one name each, found in three: r = 0.6, Σ(x − rn)² = 3·0.16 + 2·0.36 = 1.2,
    v = 1.2 / 25 · 5/4 = 0.06."""
    found = Anchoring()
    for k in range(5):
        found.add([NAME] if k < 3 else [], [], [NAME], is_hidden=True)
        found.add([NAME], [], [NAME], is_hidden=False)
    hidden, shown = (found.share(Asked.RECALL, is_hidden=h) for h in (True, False))
    assert (hidden.value, hidden.variance) == (0.6, pytest.approx(0.06))
    assert (shown.value, shown.variance) == (1.0, 0.0)
    gap = difference(hidden, shown)
    assert gap.value == pytest.approx(-0.4)
    assert gap.low == pytest.approx(-0.4 - 1.96 * sqrt(0.06))
    assert gap.high == pytest.approx(-0.4 + 1.96 * sqrt(0.06))
    assert not gap.is_clear  # −0.88 … 0.08


def test_a_gap_beyond_chance_is_clear():
    found = filled([NAME], hidden=True)
    for _ in range(5):
        found.add(GOLD, MODEL, GOLD, is_hidden=False)
    gap = difference(*(found.share(Asked.RECALL, is_hidden=h) for h in (True, False)))
    assert (gap.value, gap.is_clear) == (pytest.approx(-2 / 3), True)
    few = filled(GOLD, notes=2)
    assert difference(*(few.share(Asked.RECALL, is_hidden=h) for h in (True, False))) is None


def test_what_is_stored_is_read_again():
    found = filled(MODEL)
    data = found.to_json()
    assert (data["hidden"], data["shown"]) == (0, 5)
    stored = share_of(data["measures"]["recall"]["shown"])
    assert stored == found.share(Asked.RECALL, is_hidden=False)
