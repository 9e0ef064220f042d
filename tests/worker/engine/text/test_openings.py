import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.demo.corpus import load_corpus
from worker.engine.rules.registry import PATTERNS
from worker.engine.text.document import Document
from worker.engine.text.openings import openings
from worker.training.corpus import generate


@pytest.mark.parametrize(
    ("regex", "signs"),
    [
        (r"(?<![a-z\d])(?:tel|dr\.|\d:)", {"t", "d", "0"}),
        (r"(?<!\d)\d{1,2}/\d", {"0"}),
        (r"\b(?:mme|m\.) ", {"m"}),
        (r"[(\[]x", {"(", "["}),
        (r"(?<![a-z])t(?:el)?\.? ?:", {"t"}),
        (r"(?<=le )(?<![a-z])nom", {"n"}),
        (r"(?<!\w)(?:[A-C]?\+|É)", {"a", "b", "c", "+", "e"}),
    ],
)
def test_beginnings_are_read_off_the_expression(regex, signs):
    assert openings(re.compile(regex)) == signs


@pytest.mark.parametrize(
    "regex",
    [
        r"tel",
        r"\w+x",
        r"(?<![a-z]) ?tel",
        r"(?<!\d)[a-z]\d",
        r"a?",
        r"(?<!\w)(?:n|[^a-z])",
        r"()\1x",
    ],
)
def test_a_pattern_that_may_begin_inside_a_run_or_anywhere_has_none(regex):
    assert openings(re.compile(regex)) is None


def _spans(found):
    return [match.span() for match in found]


def _assert_same(pattern, doc):
    text = doc.text if pattern.is_written else doc.folded
    plain = _spans(pattern.regex.finditer(text))
    assert _spans(pattern.matches(doc)) == plain, pattern.regex.pattern
    return len(plain)


@pytest.fixture(scope="module")
def documents():
    """Notes for the rules' authors, clean and noisy generated ones, and scanned capitals."""
    texts = [note.text for note in load_corpus("dev")]
    texts += [made.note.text for made in generate(8, 50, "train")]
    return [Document.read(text) for text in (*texts, *(text.upper() for text in texts[:10]))]


def test_the_opened_search_finds_what_a_plain_search_finds(documents):
    found = [sum(_assert_same(pattern, doc) for doc in documents) for pattern in PATTERNS]
    assert sum(found) > 5000
    assert sum(map(bool, found)) > len(PATTERNS) / 2


_IDS = [f"{number}-{pattern.rule.name}" for number, pattern in enumerate(PATTERNS)]


@pytest.mark.parametrize("pattern", PATTERNS, ids=_IDS)
def test_it_does_so_in_strings_made_from_the_expression(pattern):
    @settings(
        max_examples=8,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.from_regex(pattern.regex))
    def same(text):
        _assert_same(pattern, Document.read(text))

    same()
