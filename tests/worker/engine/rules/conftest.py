"""`check("le [[DATE:12]]")`: the rules find exactly the marked spans in the plain text."""

import pytest

from annotation.demo.corpus import parse_marked
from worker.engine.rules.engine import find_spans


@pytest.fixture
def check():
    def check_marked(marked, patient=None, only=None):
        text, gold = parse_marked(marked)
        expected = [(text[s.start : s.end], s.start, s.subtype) for s in gold]
        found = [
            (text[s.start : s.end], s.start, s.subtype)
            for s in find_spans(text, patient)
            if only is None or s.label == only
        ]
        assert found == expected

    return check_marked
