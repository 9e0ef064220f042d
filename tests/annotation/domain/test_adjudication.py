"""What two readings share is merged; the rest is decided cluster by cluster."""

import pytest

from annotation.domain.adjudication import (
    Choice,
    Comparison,
    Decision,
    Drawn,
    Kind,
    clash,
    compare,
    cross_or_double,
    resolved,
    transferred,
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


# "Mme Durand, née le 3 mai 1951 à Dijon": readers disagree on 19..29 (the day), agree on the name
DATE = Drawn(19, 29, "DATE", "DATE")
OUTER = Drawn(16, 37, "LOC", "ADRESSE")


def conflict_over(*a, agreed=()):
    return compare(TEXT, [*a, *agreed], agreed).conflicts[0]


@pytest.mark.parametrize(
    ("kept", "neighbour", "is_refused"),
    [
        (Drawn(16, 33, "DATE", "DATE"), TOWN, True),  # reaches into a span apart
        (Drawn(16, 37, "DATE", "DATE"), TOWN, True),  # swallows it
        (Drawn(19, 31, "DATE", "DATE"), TOWN, False),  # up to its edge and not beyond
        (Drawn(21, 24, "DATE", "DATE"), OUTER, False),  # within what the readers drew around
        (Drawn(14, 24, "DATE", "DATE"), OUTER, True),  # across its edge
        (Drawn(16, 37, "DATE", "DATE"), OUTER, True),  # its double
    ],
)
def test_what_may_stand_beside_what(kept, neighbour, is_refused):
    conflict = conflict_over(DATE, agreed=[neighbour])
    assert (conflict.start, conflict.end) == (19, 29)
    assert clash([kept], [neighbour], conflict) == (neighbour if is_refused else None)


def test_passages_of_ones_own_may_nest_and_not_cross():
    assert not cross_or_double([NAME, DAY, TOWN])
    assert not cross_or_double([OUTER, TOWN])
    assert cross_or_double([Drawn(0, 10, "PER", "NOM"), Drawn(4, 12, "PER", "NOM")])
    assert cross_or_double([NAME, Drawn(4, 10, "PER", "PRENOM")])


def test_a_choice_is_carried_over_to_a_like_conflict():
    first, second = compare(TEXT, [NAME, Drawn(57, 63, "PER", "NOM")], []).conflicts
    assert transferred([Drawn(4, 7, "PER", "PRENOM")], first, second) == (
        Drawn(57, 60, "PER", "PRENOM"),
    )
    assert transferred([Drawn(0, 10, "PER", "NOM")], first, second) == ()  # reaches out of it
    longer = conflict_over(Drawn(47, 55, "PER", "NOM"))
    assert transferred([NAME], first, longer) == ()
