"""A rule's find survives unless the model is sure that every word of it is ordinary."""

import pytest

from annotation.domain.spans import Span
from worker.engine.hybrid import HybridDetector
from worker.engine.reading import Reading
from worker.engine.rules.engine import RuleDetector
from worker.engine.union import SURELY_OUTSIDE, believed

TEXT = "Vu par Martin Petit ce jour"
#       0  3   7      14    20 23
READING = Reading([], [0, 3, 7, 14, 20, 23], [2, 6, 13, 19, 22, 27], [1, 1, 0.2, 0.999, 1, 0.999])


def rule(start: int, end: int, name: str = "rule:town") -> Span:
    return Span(start, end, "PER", "NOM", 0.8, name)


@pytest.mark.parametrize(
    ("start", "end", "least"), [(7, 19, 0.2), (14, 19, 0.999), (16, 18, 0.999), (13, 14, 0.0)]
)
def test_the_least_sure_word_counts(start, end, least):
    assert READING.least_outside(start, end) == least


def test_only_what_the_model_is_sure_of_is_dropped():
    doubtful, ordinary = rule(7, 19), rule(14, 19)
    assert believed([doubtful, ordinary], READING) == [doubtful]
    assert SURELY_OUTSIDE < 0.999


def test_formats_and_the_patient_s_record_need_no_second_opinion():
    kept = [rule(14, 19, "rule:phone"), rule(23, 27, "patient:last_name")]
    assert believed(kept, READING) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("admise par arrêté du 14/05/2022", ["14/05/2022"]),
        ("vue le lundi 2.5.2022", ["lundi 2.5.2022"]),
        ("vue le 14/05/22", []),
        ("vue le 14 mai 2022", []),
        ("vue en 05/2022", []),
        ("loi du 04/03/2002", []),
        ("art. 12/03/2020", []),
    ],
)
def test_a_whole_date_in_figures_needs_none_unless_it_is_a_law_s(text, kept):
    sure = Reading([], [0], [len(text)], [0.999])
    [found] = RuleDetector().detect([text])
    assert [text[span.start : span.end] for span in believed(found, sure)] == kept


class Rules:
    version = "r"

    def detect(self, texts, patients=None):
        return [[rule(7, 13), rule(14, 19)]]


class Model:
    version = "m"

    def detect(self, texts, patients=None):
        raise AssertionError("read is enough")

    def read(self, texts, suspected=None):
        return [READING]


def test_the_hybrid_asks_the_model():
    assert HybridDetector(Rules(), Model()).detect([TEXT]) == [[rule(7, 13)]]


def test_the_plain_union_does_not_and_says_so():
    union = HybridDetector(Rules(), Model(), merge="union")
    assert union.detect([TEXT]) == [[rule(7, 13), rule(14, 19)]]
    assert union.version == "union(r+m)"
    assert [name for name, _spans in union.stages(TEXT)] == ["rules", "model", "plain_union"]
