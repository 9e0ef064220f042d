import re

import pytest

from annotation.demo.corpus import load_corpus
from annotation.domain.tokens import TOKEN
from worker.engine.memo import Memo
from worker.engine.rules import age_starts, ages, date_starts, dates
from worker.engine.rules.anchors import matches_at
from worker.engine.rules.document import Document
from worker.engine.rules.tokens import Tokens

PATTERNS = [
    *((pattern, starts) for pattern, starts, _ in (*dates._SIMPLE, *dates._GROUPED)),
    *((pattern, starts) for pattern, starts, _ in ages._PATTERNS),
    (ages._YEARS, age_starts.years),
    (dates._FIRST_DAYS, date_starts.ranges),
]


def test_anchored_patterns_find_what_a_scan_of_the_dev_notes_finds():
    documents = [Document.read(note.text) for note in load_corpus("dev")]
    found = 0
    for pattern, starts in PATTERNS:
        for doc in documents:
            anchored = [m.span() for m in matches_at(pattern, doc.folded, starts(doc.anchors))]
            assert anchored == [m.span() for m in pattern.finditer(doc.folded)], pattern.pattern
            found += len(anchored)
    assert found > 100


def test_matches_do_not_overlap():
    starts = [0, 1, 2, 3]
    assert [m.group() for m in matches_at(re.compile("aa"), "aaaa", starts)] == ["aa", "aa"]


@pytest.mark.parametrize(
    "text", ["l’été : 12nov2019_b", "m² 3½ nº4", "Łódź 12", "Ωμέγα ٣٤ x", "", "  \n", "e\u0301a"]
)
def test_tokens_are_those_of_the_metrics(text):
    tokens, surfaces = Tokens.read(text)
    expected = [match.span() for match in TOKEN.finditer(text)]
    assert list(zip(tokens.starts, tokens.ends, strict=True)) == expected
    assert surfaces == [text[start:end] for start, end in expected]


def test_runs_of_digits_are_sorted_by_what_follows():
    runs = Document.read("le 12/03 puis 7 jours, 2020").anchors.runs
    assert (runs.short, runs.signed, runs.blank) == ([3, 6, 14], [3], [6, 14])
    assert (runs.years, runs.three) == ([23], [])


def test_a_memo_forgets_when_it_is_full():
    calls = []
    memo = Memo(lambda word: calls.append(word) or len(word), size=2)
    assert [memo[word] for word in ("a", "bb", "a", "ccc", "a")] == [1, 2, 1, 3, 1]
    assert calls == ["a", "bb", "ccc", "a"]
