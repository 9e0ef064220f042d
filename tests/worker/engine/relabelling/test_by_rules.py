"""A rule that read which number or which place a span is names it."""

import pytest

from annotation.domain.spans import Span
from tests.worker.engine.model_spans import NOTHING_READ
from worker.engine.note import Note
from worker.engine.relabelling.by_rules import relabel_by_rules


def told_by_rules(spans, rules):
    return relabel_by_rules(Note("", rules), spans, NOTHING_READ)


def test_a_rule_that_read_which_number_it_is_names_the_model_s_span():
    model = [Span(5, 16, "QID", "AUTRE"), Span(20, 26, "LOC", "VILLE"), Span(30, 40, "TEL", "TEL")]
    rules = [
        Span(5, 16, "QID", "RPPS"), Span(20, 26, "LOC", "REGION"), Span(30, 40, "QID", "FINESS"),
    ]  # fmt: skip
    assert [s.subtype for s in told_by_rules(model, rules)] == ["RPPS", "REGION", "TEL"]


def test_a_rule_that_holds_a_small_part_or_nothing_of_the_span_says_nothing():
    model = [Span(0, 40, "QID", "IPP"), Span(50, 60, "QID", "AUTRE")]
    rules = [
        Span(30, 39, "QID", "FINESS"),
        Span(60, 70, "QID", "NDA"),
        Span(50, 60, "QID", "AUTRE"),
    ]
    assert told_by_rules(model, rules) == model
    assert told_by_rules(model, []) == model


@pytest.mark.parametrize(
    ("rule", "model", "expected"),
    [
        (("ORG", "ORGANISME", "rule:brand"), ("PER", "NOM", 0.95), "ORG"),
        (("LOC", "VILLE", "rule:town"), ("PER", "NOM", 0.6), "LOC"),
        (("LOC", "VILLE", "rule:town"), ("PER", "NOM", 0.95), "PER"),
        (("REF", "REF", "rule:reference"), ("QID", "AUTRE", 0.99), "REF"),
        (("ORG", "HOPITAL", "rule:hospital-name"), ("LOC", "VILLE", 0.99), "ORG"),
        (("ORG", "HOPITAL", "rule:hospital-name"), ("PER", "NOM", 0.99), "PER"),
        (("LOC", "ADRESSE", "rule:address"), ("PER", "PRENOM", 0.2), "PER"),
    ],
)
def test_a_telling_rule_labels_the_very_same_words(rule, model, expected):
    label, subtype, source = rule
    (span,) = told_by_rules(
        [Span(5, 9, model[0], model[1], model[2], "model:m")],
        [Span(5, 9, label, subtype, 0.8, source)],
    )
    assert span.label == expected


def test_a_telling_rule_says_nothing_of_other_words_nor_of_another_rule_s_span():
    rule = Span(5, 9, "ORG", "ORGANISME", 0.8, "rule:brand")
    longer = Span(5, 12, "PER", "NOM", 0.2, "model:m")
    by_rule = Span(5, 9, "PER", "NOM", 0.2, "rule:pair")
    assert told_by_rules([longer], [rule]) == [longer]
    assert told_by_rules([by_rule], [rule]) == [by_rule]
