"""Every rule says what it finds, and finds it."""

from collections import defaultdict
from pathlib import Path

import pytest

from annotation.domain.labels import SUBTYPE_TO_LABEL
from worker.engine import lexicon
from worker.engine.rules import registry
from worker.engine.rules.engine import candidates, find_spans
from worker.engine.rules.pattern import Pattern, Rule, unmarked
from worker.engine.rules.registry import PATTERNS, RULES, examples_of, rule_of
from worker.engine.text.document import Document

ENGINE = Path(lexicon.__file__).parents[1]
_OF_PATTERNS = [
    (pattern, example)
    for pattern in PATTERNS
    if isinstance(pattern, Pattern)
    for example in pattern.examples
]
# What code finds: after the context of a name, in a gazetteer.
_OF_CODE = [(rule, example) for rule in RULES.values() for example in rule.examples] + [
    (context.rule, example)
    for context in PATTERNS
    if not isinstance(context, Pattern)
    for example in context.examples
]


def _found(text):
    """What each family finds, overlaps and all, and other mentions of its names."""
    return [*candidates(Document.read(text)), *find_spans(text)]


@pytest.mark.parametrize(("pattern", "example"), _OF_PATTERNS)
def test_a_pattern_finds_what_its_examples_mark(pattern, example):
    text, marked = unmarked(example)
    assert [text[s.start : s.end] for s in pattern.find(Document.read(text))] == marked


@pytest.mark.parametrize(("rule", "example"), dict.fromkeys(_OF_CODE))
def test_a_rule_finds_what_its_examples_mark(rule, example):
    text, marked = unmarked(example)
    # A date of birth was found by a rule of dates, a fax by one of telephones.
    found = {text[s.start : s.end] for s in _found(text) if s.label == rule.label}
    assert marked
    assert set(marked) <= found


def test_every_rule_has_an_example_and_a_sub_type_of_its_label():
    for rule in RULES.values():
        assert examples_of(rule), rule.name
        assert SUBTYPE_TO_LABEL[rule.subtype] == rule.label, rule.name


def test_a_name_says_what_a_rule_labels_and_how_far_it_is_believed():
    worth = defaultdict(set)
    every = [record for record in registry.RECORDS if isinstance(record, Rule)]
    for rule in [*every, *(pattern.rule for pattern in PATTERNS)]:
        worth[rule.source].add((rule.label, rule.subtype, rule.is_sure, rule.tells_below))
    assert [source for source, values in worth.items() if len(values) > 1] == []


def test_every_rule_is_in_the_registry():
    texts = [unmarked(example)[0] for rule in RULES.values() for example in examples_of(rule)]
    sources = {span.source for text in texts for span in _found(text)}
    assert sources == set(RULES)
    assert rule_of("rule:phone") is RULES["rule:phone"]
    assert rule_of("model:ner-fr-1") is None


def test_every_pattern_is_read_by_its_family():
    """A pattern that no finder's tuple names would stand in the list and find nothing."""
    for pattern in PATTERNS:
        if isinstance(pattern, Pattern):
            assert pattern.examples, pattern.regex.pattern
            text, marked = unmarked(pattern.examples[0])
            found = {(text[s.start : s.end], s.label) for s in candidates(Document.read(text))}
            for words in marked:
                assert (words, pattern.rule.label) in found, pattern.regex.pattern


def test_every_vocabulary_file_has_a_reader():
    code = "".join(path.read_text("utf-8") for path in ENGINE.rglob("*.py"))
    unread = [
        p.stem for p in (ENGINE / "data/vocabulary").glob("*.txt") if f'"{p.stem}"' not in code
    ]
    assert unread == []
