"""Two readings of a note are held against one another in time linear in their spans; each question has its plain answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.domain.agreement.compare import Comparison
from annotation.domain.anchoring import _against
from annotation.domain.datasets.diff import span_changes
from annotation.domain.ner_errors import confusion, errors
from annotation.domain.ner_metrics import Annotated, evaluate
from annotation.domain.spans import Span, meeting, overlapping
from tests.growth import MOST, growth

SPANS = st.lists(
    st.builds(
        lambda start, length, label: Span(start, start + length, label),
        st.integers(0, 30),
        st.integers(1, 12),
        st.sampled_from(["PER", "LOC"]),
    ),
    max_size=12,
)


@given(SPANS, SPANS)
def test_each_question_has_its_plain_answer(asked, spans):
    is_met, those = meeting((s.start, s.end, s.label) for s in spans), overlapping(spans)
    for one in asked:
        met = [other for other in spans if other.overlaps(one)]
        assert those(one) == sorted(met)
        named = any(other.label == one.label for other in met)
        assert is_met(one.start, one.end, one.label) == named


def _measured(text, one, other):
    evaluate([Annotated(text, one, other)])


def _erred(text, one, other):
    list(errors(one, other))
    confusion([Annotated(text, one, other)])


def _agreed(text, one, other):
    Comparison().add("n", text, one, other)


def _anchored(_text, one, other):
    _against(one, other, one)


def _changed(_text, one, other):
    span_changes(one, other)


@pytest.mark.parametrize("hold", [_measured, _erred, _agreed, _anchored, _changed])
def test_two_readings_of_many_spans_take_linear_time(hold):
    def run(text):
        one = [Span(at, at + 3, "PER", "NOM") for at in range(0, len(text), 6)]
        other = [Span(at + 1, at + 3, "LOC", "VILLE") for at in range(0, len(text), 6)]
        hold(text, one, other)

    assert growth(run, "Vu, ", 12_000) < MOST
