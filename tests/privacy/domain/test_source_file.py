"""Spans of an export do not overlap, and leave no marked character."""

from annotation.domain.spans import Span
from privacy.domain.source_file import disjoint


def test_of_spans_that_overlap_the_longest_keeps_its_edges():
    places = [(0, 6), (8, 20), (10, 12), (15, 25), (25, 30), (40, 44), (42, 43)]
    found = disjoint(Span(start, end, "PER") for start, end in places)
    assert [(s.start, s.end) for s in found] == [(0, 6), (8, 20), (20, 25), (25, 30), (40, 44)]


def test_what_sticks_out_on_both_sides_of_longer_ones_stays():
    found = disjoint([Span(0, 10, "PER"), Span(8, 14, "LOC"), Span(13, 30, "ORG")])
    assert [(s.start, s.end, s.label) for s in found] == [
        (0, 10, "PER"), (10, 13, "LOC"), (13, 30, "ORG"),
    ]  # fmt: skip
