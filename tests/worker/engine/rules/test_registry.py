"""Every rule says what it finds, and finds it."""

from collections import defaultdict

import pytest

from annotation.domain.labels import SUBTYPE_TO_LABEL
from worker.engine.rules import registry
from worker.engine.rules.engine import candidates
from worker.engine.rules.pattern import Pattern, unmarked
from worker.engine.rules.registry import PATTERNS, RULES, examples_of, rule_of
from worker.engine.text.document import Document

_OF_PATTERNS = [
    (pattern, example)
    for pattern in PATTERNS
    if isinstance(pattern, Pattern)
    for example in pattern.examples
]
# What code finds: after the context of a name, in a gazetteer.
_OF_CODE = [(rule, example) for rule in registry.rules() for example in rule.examples] + [
    (context.rule, example)
    for context in PATTERNS
    if not isinstance(context, Pattern)
    for example in context.examples
]


@pytest.mark.parametrize(("pattern", "example"), _OF_PATTERNS)
def test_a_pattern_finds_what_its_examples_mark(pattern, example):
    text, marked = unmarked(example)
    assert [text[s.start : s.end] for s in pattern.find(Document.read(text))] == marked


@pytest.mark.parametrize(("rule", "example"), dict.fromkeys(_OF_CODE))
def test_a_rule_finds_what_its_examples_mark(rule, example):
    text, marked = unmarked(example)
    # A date of birth was found by a rule of dates, a fax by one of telephones.
    found = {
        text[s.start : s.end] for s in candidates(Document.read(text)) if s.label == rule.label
    }
    assert marked
    assert set(marked) <= found


def test_every_rule_has_an_example_and_a_sub_type_of_its_label():
    for rule in RULES.values():
        assert examples_of(rule), rule.name
        assert SUBTYPE_TO_LABEL[rule.subtype] == rule.label, rule.name


def test_rules_of_one_name_are_believed_alike():
    worth = defaultdict(set)
    for rule in registry.rules():
        worth[rule.source].add((rule.is_sure, rule.tells_below))
    assert [source for source, values in worth.items() if len(values) > 1] == []


def test_every_rule_is_in_the_registry():
    texts = [unmarked(example)[0] for rule in RULES.values() for example in examples_of(rule)]
    sources = {span.source for text in texts for span in candidates(Document.read(text))}
    assert sources == set(RULES)
    assert rule_of("rule:phone") is RULES["rule:phone"]
    assert rule_of("model:ner-fr-1") is None
