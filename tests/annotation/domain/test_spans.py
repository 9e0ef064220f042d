from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.domain.spans import Span, merge_hybrid


def rule(start, end, subtype="NOM", score=0.9):
    return Span(start, end, "PER", subtype, score, "rule:x")


def model(start, end, subtype="VILLE", score=0.5):
    return Span(start, end, "LOC", subtype, score, "model:m")


@pytest.mark.parametrize(
    ("rules", "found", "expected"),
    [
        ([], [], []),
        ([rule(0, 4)], [model(0, 4)], [model(0, 4)]),
        ([rule(0, 4), rule(5, 11)], [model(0, 11)], [model(0, 11)]),
        # "Jean Dupont": the longer of two that overlap, the rest of the other kept
        ([rule(0, 4)], [model(2, 11)], [rule(0, 2), model(2, 11)]),
        ([rule(0, 11)], [model(5, 16)], [rule(0, 5 - 1), model(5, 16)]),
        # the comma and the blank alone are no part
        ([rule(5, 13)], [model(0, 11)], [model(0, 11)]),
        # a hole in the middle of the longest dropped one
        ([rule(0, 8), rule(9, 16)], [model(4, 14)], [rule(0, 4), model(4, 14), rule(14, 16)]),
        ([rule(3, 3)], [], []),
    ],
)
def test_union_covers(rules, found, expected):
    assert merge_hybrid(rules, found, text="Jean Dupont, Lyon") == expected


def test_without_text_the_shorter_is_dropped_whole():
    assert merge_hybrid([rule(0, 4)], [model(2, 11)]) == [model(2, 11)]


def test_a_part_keeps_label_score_and_source():
    (part, _) = merge_hybrid([rule(0, 4, "PRENOM", 0.7)], [model(2, 11)], text="Jean Dupont")
    assert part == Span(0, 2, "PER", "PRENOM", 0.7, "rule:x")


texts = st.text(alphabet="aB1é ,.-\n", min_size=1, max_size=40)


@st.composite
def scenes(draw):
    text = draw(texts)

    def spans(make):
        bounds = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)), st.integers(0, 4))
        return [
            make(min(a, b), max(a, b), score=score / 4)
            for a, b, score in draw(st.lists(bounds, max_size=8))
            if a != b
        ]

    return text, spans(rule), spans(model)


@given(scenes())
@settings(max_examples=300)
def test_no_overlap_nothing_bare_and_sorted(scene):
    text, rules, found = scene
    merged = merge_hybrid(rules, found, text=text)
    assert all(one.end <= other.start for one, other in pairwise(merged))
    covered = {position for span in merged for position in range(span.start, span.end)}
    for span in [*rules, *found]:
        for position in range(span.start, span.end):
            assert position in covered or not text[position].isalnum()
    wanted = {p for span in [*rules, *found] for p in range(span.start, span.end)}
    assert covered <= wanted


@given(scenes())
def test_longest_wins_and_the_model_on_exact_overlap(scene):
    text, rules, found = scene
    merged = merge_hybrid(rules, found, text=text)
    candidates = [*found, *rules]
    if candidates:
        longest = max(span.length for span in candidates)
        assert max(span.length for span in merged) == longest
    bounds = {(span.start, span.end) for span in found}
    for span in merged:
        if (span.start, span.end) in bounds:
            assert span.source == "model:m"


@given(scenes())
def test_text_only_adds(scene):
    text, rules, found = scene
    assert set(merge_hybrid(rules, found)) <= set(merge_hybrid(rules, found, text=text))


def test_many_spans_stay_cheap():
    count = 60_000
    rules = [rule(7 * i, 7 * i + 5) for i in range(count)]
    found = [model(7 * i + 2, 7 * i + 8) for i in range(0, count, 2)]
    merged = merge_hybrid(rules, found, text="abcdefg" * (count + 2))
    assert len(merged) == count // 2 + count
