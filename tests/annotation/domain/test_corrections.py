"""Gestures between what was found and what is right, counted by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from annotation.domain.corrections import corrections
from annotation.domain.spans import Span

NAME = Span(6, 12, "PER", "NOM")
TOWN = Span(15, 20, "LOC", "VILLE")


def test_added_removed_and_changed_count_one_each():
    assert corrections([], []) == 0
    assert corrections([NAME], [NAME]) == 0
    assert corrections([], [NAME, TOWN]) == 2
    assert corrections([NAME, TOWN], []) == 2
    assert corrections([Span(3, 12, "PER", "NOM")], [NAME]) == 1  # bounds
    assert corrections([Span(6, 12, "ORG", "HOPITAL")], [NAME]) == 1  # label
    assert corrections([Span(6, 12, "PER", "PRENOM")], [NAME]) == 1  # sub-type
    assert corrections([NAME], [TOWN]) == 2


def test_a_right_span_without_a_sub_type_is_met_by_any():
    plain = Span(6, 12, "PER", "")
    assert corrections([NAME], [plain]) == 0
    assert corrections([Span(6, 12, "LOC", "VILLE")], [plain]) == 1


def test_a_span_is_changed_into_one_other():
    """One long span over two right ones: it is shortened, the other is added."""
    assert corrections([Span(6, 20, "PER", "NOM")], [NAME, TOWN]) == 2
    assert corrections([NAME, TOWN], [Span(6, 20, "PER", "NOM")]) == 2


SPANS = st.builds(
    lambda start, length, kind: Span(start, start + length, *kind),
    st.integers(0, 60),
    st.integers(1, 9),
    st.sampled_from([("PER", "NOM"), ("LOC", "VILLE")]),
)


@given(st.lists(SPANS, max_size=12), st.lists(SPANS, max_size=12))
def test_never_more_than_removing_all_and_adding_all(found, right):
    mine, theirs = set(found), set(right)
    count = corrections(found, right)
    assert max(len(mine - theirs), len(theirs - mine)) <= count <= len(mine ^ theirs)
    assert (count == 0) == (mine == theirs)
    assert count == corrections(right, found)
