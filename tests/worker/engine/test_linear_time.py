"""No pattern and no step takes a time that grows faster than the note, whatever the note repeats."""

import random
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]

import pytest

from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.spans import Span
from tests.growth import MOST, growth, worst
from worker.engine.hybrid import STEPS
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.engine.rules.engine import FINDERS
from worker.engine.rules.pattern import unmarked
from worker.engine.rules.registry import PATTERNS
from worker.engine.text.document import Document

_MOST_UNITS = 40
# What was once quadratic or worse, and what every family of rules begins with.
_UNITS = [
    "Saint-", "Jean-", "O'", "Dr Jean-Jean-", "Hôpital Saint-Saint-", "N° dossier : A1", "N° A1-A1-", "a.a@", "a", "1",
    "(", "- ", "12/12/", "le 12 mars, ", "M. ", "DE LA ", "rue du ", "CHU de ", "né à ", "Anne ROY, ", "\n", "É",
    " ", "\t", "A1", "0O", "1O1O", "A1B8C5D0E1",
]  # fmt: skip


def _sample(nodes):
    """One string that these nodes of a parsed expression take, look-around left out."""
    parts = []
    for kind, value in nodes:
        if kind is op.LITERAL:
            parts.append(chr(value))
        elif kind is op.IN:
            parts.append(_sign(value))
        elif kind in (op.ANY, op.NOT_LITERAL):
            parts.append("x")
        elif kind is op.BRANCH:
            parts.append(_sample(value[1][0]))
        elif kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
            parts.append(_sample(value[3] if kind is op.SUBPATTERN else value))
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            parts.append(_sample(value[2]) * max(value[0], 1))
    return "".join(parts)


def _sign(items):
    kind, value = items[0]
    if kind is op.LITERAL:
        return chr(value)
    if kind is op.RANGE:
        return chr(value[0])
    return {op.CATEGORY_DIGIT: "1", op.CATEGORY_SPACE: " "}.get(value, "a")


def _units(regex):
    """What a text may repeat to cost this expression most: whatever it repeats, with and without what
    leads to it, and every alternative."""
    found = {}

    def walk(nodes, prefix):
        for place, (kind, value) in enumerate(nodes):
            here = prefix + _sample(nodes[:place])
            if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
                item = _sample(value[2])
                found.update(dict.fromkeys((item, here + item, item + item[:1])))
                walk(list(value[2]), here)
            elif kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
                walk(list(value[3] if kind is op.SUBPATTERN else value), here)
            elif kind is op.BRANCH:
                for branch in value[1]:
                    found[_sample(branch)] = None
                    walk(list(branch), here)
            elif kind in (op.ASSERT, op.ASSERT_NOT):
                found[_sample(value[1])] = None
                walk(list(value[1]), "")

    tree = list(parser.parse(regex.pattern, regex.flags))
    walk(tree, "")
    found[_sample(tree)] = None
    return [unit for unit in found if unit]


_IDS = [f"{number}-{pattern.rule.name}" for number, pattern in enumerate(PATTERNS)]


@pytest.mark.parametrize("pattern", PATTERNS, ids=_IDS)
def test_a_pattern_takes_linear_time_on_its_worst_repetition(pattern):
    def find(text):
        return sum(1 for _ in pattern.regex.finditer(text))

    units = _units(pattern.regex) + [unmarked(example)[0] for example in pattern.examples]
    if len(units) > _MOST_UNITS:
        units = random.Random(1).sample(units, _MOST_UNITS)
    unit = worst(find, units)
    assert growth(find, unit) < MOST, unit


@pytest.mark.parametrize("family", FINDERS)
def test_a_family_of_rules_takes_linear_time(family):
    def find(text):
        return list(FINDERS[family](Document.read(text)))

    unit = worst(find, _UNITS)
    assert growth(find, unit) < MOST, unit


@pytest.mark.parametrize("step", STEPS)
def test_a_step_of_the_merge_takes_linear_time(step):
    subtypes = list(SUBTYPE_TO_LABEL)

    def merge(text):
        doc = Document.read(text)
        spans = [
            Span(start, end, str(SUBTYPE_TO_LABEL[kind]), str(kind), 0.9, "model:m")
            for index, (start, end) in enumerate(zip(doc.starts, doc.ends, strict=True))
            for kind in [subtypes[index % len(subtypes)]]
        ]
        step(Note(text, spans[::2]), spans, Reading(spans, doc.starts, doc.ends, [0.5] * len(doc)))

    unit = worst(merge, _UNITS)
    assert growth(merge, unit) < MOST, unit
