"""What two readings share is merged; the rest is decided cluster by cluster."""

import pytest

from annotation.domain.adjudication import (
    Choice,
    Comparison,
    Decision,
    Drawn,
    Kind,
    compare,
    resolved,
)

TEXT = "Mme Durand, née le 3 mai 1951 à Dijon, vue par Dr Petit. Durand va bien."
NAME = Drawn(4, 10, "PER", "NOM")
DAY = Drawn(19, 29, "DATE", "DATE_NAISSANCE")
TOWN = Drawn(32, 37, "LOC", "VILLE")


def test_the_texts_places():
    assert [TEXT[s.start : s.end] for s in (NAME, DAY, TOWN)] == ["Durand", "3 mai 1951", "Dijon"]


def test_agreement_makes_no_conflict():
    found = compare(TEXT, [NAME, DAY], [DAY, NAME])
    assert found == Comparison((NAME, DAY), ())
    assert found.is_unanimous
    assert resolved(found, {}) == [NAME, DAY]


def test_missed_comes_before_label_before_boundary():
    other_label = Drawn(19, 29, "DATE", "DATE")
    shorter = Drawn(32, 36, "LOC", "VILLE")
    found = compare(TEXT, [NAME, DAY, TOWN], [other_label, shorter])
    assert [c.kind for c in found.conflicts] == [Kind.MISSED, Kind.LABEL, Kind.BOUNDARY]
    assert [c.start for c in found.conflicts] == [4, 19, 32]


def test_what_one_alone_saw_is_kept_by_default():
    assert compare(TEXT, [NAME], []).conflicts[0].default is Choice.A
    assert compare(TEXT, [], [NAME]).conflicts[0].default is Choice.B


def test_overlapping_spans_are_one_cluster():
    whole, first, second = (
        Drawn(19, 29, "DATE", "DATE"),
        Drawn(19, 24, "DATE", "DATE"),
        Drawn(25, 29, "DATE", "DATE"),
    )
    found = compare(TEXT, [whole], [first, second])
    assert [(c.a, c.b) for c in found.conflicts] == [((whole,), (first, second))]


@pytest.mark.parametrize(
    ("decision", "kept"),
    [
        (Decision(Choice.A), [NAME, TOWN]),
        (Decision(Choice.B), [TOWN]),
        (Decision(Choice.REJECTED), [TOWN]),
        (Decision(Choice.OWN, (Drawn(0, 10, "PER", "NOM"),)), [Drawn(0, 10, "PER", "NOM"), TOWN]),
    ],
)
def test_decisions(decision, kept):
    found = compare(TEXT, [NAME, TOWN], [TOWN])
    assert resolved(found, {found.conflicts[0].key: decision}) == kept


def test_nothing_is_published_undecided():
    with pytest.raises(KeyError):
        resolved(compare(TEXT, [NAME], []), {})


def test_like_conflicts_have_one_likeness():
    again = Drawn(57, 63, "PER", "NOM")
    one, two = compare(TEXT, [NAME, again], []).conflicts
    assert one.likeness == two.likeness
    assert one.key != two.key
    assert "durand" not in one.key + one.likeness
