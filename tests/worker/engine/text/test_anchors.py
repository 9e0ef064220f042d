import re

import pytest

from annotation.demo.corpus import load_corpus
from annotation.domain.tokens import TOKEN
from worker.engine.rules import (
    address_starts,
    addresses,
    age_starts,
    ages,
    birth_names,
    bodies,
    contact_starts,
    contacts,
    date_starts,
    dates,
    durations,
    identifier_starts,
    identifiers,
    organisations,
    references,
    services,
    years,
)
from worker.engine.text.anchors import matches_at
from worker.engine.text.document import Document
from worker.engine.text.memo import Memo
from worker.engine.text.tokens import Tokens
from worker.training.corpus import generate

# Tried on the folded text, at starts among its anchors.
FOLDED = [
    *((pattern, starts) for pattern, starts, _ in (*dates._SIMPLE, *dates._GROUPED)),
    *((pattern, starts) for pattern, starts, _ in ages._PATTERNS),
    (ages._YEARS, age_starts.years),
    (dates._FIRST_DAYS, date_starts.ranges),
    *((pattern, starts) for pattern, starts, _ in durations._PATTERNS),
    *((pattern, starts) for _, starts, pattern in identifiers._COMPILED),
    (identifiers._NIR, identifier_starts.nirs),
    (identifiers._NIR_FIELD, identifier_starts.security),
    (identifiers._SAMPLE, identifier_starts.samples),
    (identifiers._LOTS, identifier_starts.lots),
    (identifiers._RPPS, identifier_starts.rpps),
    (identifiers._ADELI, identifier_starts.adeli),
    (identifiers._IBAN, identifier_starts.ibans),
    (identifiers._CODE, identifier_starts.codes),
    (identifiers._NUMERO, identifier_starts.numeros),
    (identifiers._LONG, identifier_starts.long_numbers),
    (contacts._URL, contact_starts.urls),
    (contacts._PHONE, contact_starts.phones),
    (contacts._LABELLED, contact_starts.labels),
    (contacts._SHORT, contact_starts.short),
    (contacts._INTERNAL, contact_starts.internal),
    (contacts._LAST_DIGITS, contact_starts.last_digits),
    (contacts._SPOKEN, contact_starts.spoken),
    (addresses._NUMBERED, address_starts.numbered),
    (addresses._BARE, address_starts.bare),
    (addresses._GRAND, address_starts.grand),
    (addresses._FIELD, address_starts.fields),
    (addresses._FIELD_TEXT, address_starts.fields),
    (addresses._BOX, address_starts.boxes),
    (addresses._ZIP_TOWN, address_starts.zips),
    (addresses._TOWN_ZIP, address_starts.before_zips),
    (addresses._ZIP_FIELD, address_starts.zip_fields),
    (addresses._LOW_LINE, address_starts.low_lines),
    (years._YEAR, lambda anchors: anchors.runs.years),
    (years._RANGE_TAIL, lambda anchors: anchors.runs.years),
    (references._FIELD, lambda anchors: anchors.words(references._FIELD_WORDS)),
    (references._REPORT, lambda anchors: anchors.words(references._REPORT_WORDS)),
    (organisations._HEAD_RE, lambda anchors: anchors.words(organisations._HEAD_WORDS)),
    (organisations._ORG_FIELD, lambda anchors: anchors.words(organisations._ORG_FIELD_WORDS)),
    (organisations._CARE_FIELD, lambda anchors: anchors.words(organisations._CARE_FIELD_WORDS)),
    (bodies._BODY_HEAD, lambda anchors: anchors.words(bodies._HEAD_WORDS)),
]
# Tried on the text as written.
WRITTEN = [
    (services._INLINE, lambda doc: doc.anchors.words(services._INLINE_HEADS)),
    (services._NAMED, lambda doc: doc.anchors.words(services._NAMED_HEADS)),
    (services._NUMBERED, lambda doc: doc.anchors.words(services._NUMBERED_HEADS)),
    (addresses._ZIP_GLUED, lambda doc: address_starts.five(doc.anchors)),
    (birth_names._BEFORE_TRIGGER, birth_names._before_triggers),
    (references._MIXED, references._before_slashes),
]


@pytest.fixture(scope="module")
def documents():
    """Notes for the rules' authors, clean and noisy generated ones, and scanned capitals."""
    texts = [note.text for note in load_corpus("dev")]
    texts += [made.note.text for made in generate(8, 50, "train")]
    return [Document.read(text) for text in (*texts, *(text.upper() for text in texts[:10]))]


def test_anchored_patterns_find_what_a_scan_finds(documents):
    found = 0
    for pattern, starts in FOLDED:
        for doc in documents:
            anchored = [m.span() for m in matches_at(pattern, doc.folded, starts(doc.anchors))]
            assert anchored == [m.span() for m in pattern.finditer(doc.folded)], pattern.pattern
            found += len(anchored)
    assert found > 1500


def test_patterns_on_the_written_text_find_what_a_scan_finds(documents):
    found = 0
    for pattern, starts in WRITTEN:
        for doc in documents:
            anchored = [m.span() for m in matches_at(pattern, doc.text, starts(doc))]
            assert anchored == [m.span() for m in pattern.finditer(doc.text)], pattern.pattern
            found += len(anchored)
    assert found > 20


def test_words_are_told_by_a_group_of_beginnings_too():
    anchors = Document.read("Appeler le secrétariat, lotissement 3, poste 12").anchors
    poste = frozenset({"poste"})
    assert anchors.words(poste, "call desk") == [0, 11, 39]
    assert anchors.words(frozenset(), "lot") == [24]
    assert anchors.words(frozenset({"fax"})) == []


def test_words_count_only_close_enough_to_a_number():
    anchors = Document.read("rue a b c d e f 7 rue 12").anchors
    assert anchors.leads(frozenset({"rue", "a"})) == [4, 18]
    assert anchors.before([8], frozenset({"f"}), 2) == [14]
    assert anchors.before([8], frozenset({"f"}), 1) == []
    assert anchors.numbers_before([8], 1) == [16]
    assert anchors.numbers_before([8], 0) == []


def test_words_count_before_a_day_and_its_month_and_before_no_other_number():
    anchors = Document.read("le 12/03, le 14 et le 5 . 6 mm ; le j2 : 7/8").anchors
    assert anchors.leads(frozenset({"le"})) == [0, 10, 19, 33]
    assert anchors.leads_signed(frozenset({"le"})) == [0, 10, 19, 33]
    assert Document.read("le 14 et le 5 mm").anchors.leads_signed(frozenset({"le"})) == []
    far = Document.read("le a b c d e f 7/8").anchors
    assert far.leads_signed(frozenset({"le", "a"})) == [3]


def test_runs_of_digits_are_found_by_length_and_first_digit():
    runs = Document.read("0612 7 21000 039").anchors.runs
    assert runs.zeros == [0, 13]
    assert runs.of(5) == [7]
    assert runs.of(1, 3) == [5, 13]


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
