"""Lines that come back: learned from validated notes, never one patient's own, applied everywhere."""

from __future__ import annotations

from functools import partial

from annotation.domain import line_memory
from annotation.domain.line_memory import SOURCE, Known, remembered, version_of
from annotation.domain.spans import Span
from tests.growth import MOST, growth

SECRET = b"a project's"
applied, count, learn, lines = (
    partial(getattr(line_memory, name), secret=SECRET)
    for name in ("applied", "count", "learn", "lines")
)
HEAD = "CHU du Val d'Ouche - Service Pinel"
HOUSE, WARD = Span(0, 18, "ORG", "HOPITAL"), Span(21, 34, "ORG", "SERVICE")
NOTE = f"{HEAD}\nVu ce jour, bon état."


def known(texts: list[str], golds: list[tuple[str, list[Span]]]) -> dict[str, Known]:
    """`texts` of as many patients."""
    lessons = {}
    for text, spans in golds:
        learn(lessons, text, spans)
    for number, text in enumerate(texts):
        count(lessons, text, f"p{number}")
    return remembered(lessons)


def test_a_letterhead_annotated_once_is_suggested_in_every_note():
    memory = known([NOTE, NOTE, f"  {HEAD}  \nRAS"], [(NOTE, [HOUSE, WARD])])
    found = applied(f"\n {HEAD}\nRevu.", [Span(2, 5, "LOC", "VILLE", 0.7, "rule:town")], memory)
    assert [(s.start, s.end, s.label, s.subtype, s.source) for s in found] == [
        (2, 20, "ORG", "HOPITAL", SOURCE),
        (23, 36, "ORG", "SERVICE", SOURCE),
    ]


def test_a_line_of_one_patient_is_never_remembered():
    own = "Patient DURAND Jean, né le 12/03/1950"
    gold = (own, [Span(8, 14, "PER", "NOM")])
    lessons = {}
    learn(lessons, *gold)
    for _ in range(9):
        count(lessons, own, "p1")
    count(lessons, own, "p2")
    assert remembered(lessons) == {}
    count(lessons, own, "p3")
    assert len(remembered(lessons)) == 1


def test_where_readers_disagree_nothing_is_remembered():
    golds = [(NOTE, [HOUSE, WARD]), (NOTE, [HOUSE])]
    assert all(not k.marks for k in known([NOTE] * 3, golds).values())  # the second line alone
    golds += [(NOTE, [HOUSE, WARD])]
    assert {k.golds for k in known([NOTE] * 3, golds).values() if k.marks} == {2}


def test_a_line_that_identifies_nobody_frees_what_is_masked_once_two_agree():
    plain = "Score de Martin : items cotés"
    wrong = [Span(9, 15, "PER", "NOM", 0.6, "model")]
    once = known([plain] * 3, [(plain, [])])
    assert applied(plain, wrong, once) == wrong
    twice = known([plain] * 3, [(plain, []), (plain, [])])
    assert applied(plain, wrong, twice) == []


def test_a_span_that_reaches_beyond_the_line_stays():
    memory = known([NOTE] * 3, [(NOTE, [HOUSE, WARD])])
    across = [Span(21, 40, "ORG", "SERVICE")]
    assert applied(NOTE, across, memory) == across
    # nor is a line learned that a mark crosses
    assert HEAD not in known([NOTE] * 3, [(NOTE, across)])
    assert known([NOTE] * 3, [(NOTE, across)]) == {}


def test_short_lines_are_nobodys_letterhead_and_blanks_at_the_ends_do_not_count():
    assert list(lines("Le 12\n-----------\nVu\n")) == []
    [one], [other] = list(lines("  Dr Anne Roy\t")), list(lines("Dr Anne Roy"))
    assert one.key == other.key
    assert (one.start, one.end) == (2, 13)
    assert next(lines("Dr  Anne Roy")).key != one.key  # marks are places: blanks within move them


def test_a_memory_is_named_by_its_content():
    memory = known([NOTE] * 3, [(NOTE, [HOUSE])])
    assert version_of({}) == ""
    assert version_of(memory) == version_of(dict(reversed(memory.items())))
    assert version_of(memory) != version_of(known([NOTE] * 3, [(NOTE, [HOUSE, WARD])]))


def test_a_line_is_known_by_a_secret_of_the_project():
    (one,), (other,) = lines("Dr Anne Roy"), line_memory.lines("Dr Anne Roy", b"another's")
    assert one.key != other.key


def test_a_note_of_many_lines_and_marks_takes_linear_time():
    row = "Dr Anne Roy, CHU\n"

    def run(text):
        spans = [Span(at, at + 11, "PER", "NOM") for at in range(0, len(text) - len(row), len(row))]
        lessons = {}
        for _ in range(2):
            learn(lessons, text, spans)
        for patient in "abc":
            count(lessons, text, patient)
        applied(text, spans, remembered(lessons))

    assert growth(run, row, 40_000) < MOST
