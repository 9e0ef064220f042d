"""The gate: each question answered with yes and with no; intervals worked out by hand."""

from __future__ import annotations

import json

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from worker.training.bootstrap import interval
from worker.training.evaluation import difference, evaluation
from worker.training.gate import Check, Sides, checks
from worker.training.judged import JudgedNote, judged_note


def read(
    number: int, *, masked: int = 10, alarms: int = 0, corrections: int = 1, swapped=None, **labels
) -> JudgedNote:
    """A note of 100 words, 10 of them names; `labels`: (identifying, masked) of others; `swapped` as it is stored."""
    words = {"PER": (10, masked), **labels}
    return JudgedNote(
        note=f"n{number}",
        tokens=100,
        identifying=sum(known for known, _hidden in words.values()),
        redacted=sum(hidden for _known, hidden in words.values()),
        alarms=alarms,
        corrections=corrections,
        missed=(),
        wrong=(),
        flaws=(),
        labels={"PER": (masked, masked, masked, 10)},
        words=words,
        swapped=swapped or {},
    )


def notes(count: int = 20, **figures) -> list[JudgedNote]:
    return [read(number, **figures) for number in range(count)]


def failed(before, after, shipped=None) -> list[str]:
    sides = shipped or Sides(notes(3), notes(3))
    return [check.name for check in checks(Sides(before, after), sides, []) if not check.passed]


def test_the_same_readings_pass():
    assert failed(notes(), notes()) == []
    assert failed([], [], Sides([], [])) == []


def test_a_fall_of_what_is_masked_is_refused():
    """One word in ten more stays readable in every note: the whole interval lies below zero."""
    assert failed(notes(), notes(masked=9)) == ["redacted", "labels"]
    # 2 of 200 words, in one note: the interval reaches zero, and the fall is one point at most
    assert failed(notes(), [*notes(19), read(19, masked=8)]) == []
    # 3 of 200: more than a point, though chance could explain it
    assert "redacted" in failed(notes(), [*notes(19), read(19, masked=7)])


def test_a_label_that_is_forgotten_is_refused_though_the_total_hardly_falls():
    before = [*notes(40), read(40, DATE=(20, 20))]
    after = [*notes(40), read(40, DATE=(20, 16))]
    found = checks(Sides(before, after), Sides([], []), [])
    assert [c.labels for c in found if c.name == "labels"] == [("DATE",)]
    assert [c.name for c in found if not c.passed] == ["labels"]
    # 19 words of a label say too little
    assert (
        failed([*notes(40), read(40, DATE=(19, 19))], [*notes(40), read(40, DATE=(19, 17))]) == []
    )


def test_a_label_masked_as_another_is_refused_though_everything_is_masked_and_corrections_fall():
    """All 25 telephone numbers of 50 notes come back as identifiers, one correction in ten is spared elsewhere."""
    phones = {"TEL": (1, 1)}
    before = [read(i, corrections=10, **phones) for i in range(25)] + notes(25, corrections=10)
    after = [read(i, corrections=9, swapped={"TEL>QID": 1}, **phones) for i in range(25)]
    after += notes(25, corrections=9)
    found = checks(Sides(before, after), Sides([], []), [])
    assert [(check.name, check.labels) for check in found if not check.passed] == [
        ("named", ("TEL",))
    ]
    # one word of 25 is more than three points, too; of 40 it is less; that 19 words change says too little
    one = [read(0, corrections=9, swapped={"TEL>QID": 1}, **phones), *before[1:]]
    assert failed(before, one) == ["named"]
    forty = [*notes(3), read(3, TEL=(40, 40))]
    assert failed(forty, [*notes(3), read(3, TEL=(40, 40), swapped={"TEL>QID": 1})]) == []
    few = [*notes(3), read(3, TEL=(19, 19))]
    assert failed(few, [*notes(3), read(3, TEL=(19, 19), swapped={"TEL>QID": 19})]) == []


def test_a_label_that_was_misnamed_before_may_stay_so():
    """What stays readable and what the engine in service misnames is no reason to refuse the next one."""
    before = [read(0, TEL=(40, 40), swapped={"TEL>QID": 20, "PER>LOC": 1})]
    assert failed(before, before) == []
    assert failed(before, [read(0, TEL=(40, 40))]) == []
    # forgotten is said once, by the question before
    forgotten = [read(0, TEL=(40, 20))]
    assert failed([read(0, TEL=(40, 40))], forgotten) == ["redacted", "labels"]


def test_masking_everything_is_refused():
    found = failed(notes(), notes(alarms=5, corrections=6))
    assert found == ["precision", "corrections"]
    # the engine in service is below the floor itself: no worse than that is asked
    assert failed(notes(alarms=5), notes(alarms=5)) == []


def test_more_work_for_the_annotators_is_refused_when_chance_does_not_explain_it():
    assert failed(notes(), notes(corrections=2)) == ["corrections"]
    assert failed(notes(), [*notes(19), read(19, corrections=3)]) == []


def test_what_the_shipped_model_read_must_still_be_read():
    assert failed(notes(), notes(), Sides(notes(25), notes(25, masked=9))) == ["shipped"]


RIGHT = ((6, 12, "PER"), (15, 20, "LOC"), (24, 34, "DATE"))


def marked(*told: tuple[int, int, str]) -> tuple[Span, ...]:
    return tuple(Span(start, end, label) for start, end, label in told)


def as_shipped(*gold: tuple[int, int, str], count: int = 20) -> list[JudgedNote]:
    """Notes in which the shipped model finds a name, a town and a day (one, one and five words), rightly; `gold`: what the
    project has written there."""
    return by_engine(RIGHT, gold, count)


def by_engine(found, gold, count: int = 20) -> list[JudgedNote]:
    text = "Vu M. Durand à Dijon le 12/03/2031."
    notes = [Note(f"n{i}", text, entities=marked(*gold)) for i in range(count)]
    return [judged_note(note, marked(*found)) for note in notes]


def reference(notes: list[JudgedNote]) -> Check:
    return checks(Sides(notes, notes), Sides([], []), notes)[0]


def test_a_gold_that_is_wrong_throughout_is_refused_though_the_candidate_agrees_with_it():
    """Labels exchanged everywhere, notes of the tests included: to every other question the candidate is perfect."""
    gold = ((6, 12, "LOC"), (15, 20, "DATE"), (24, 34, "PER"))
    shipped = as_shipped(*gold)
    found = checks(Sides(shipped, by_engine(gold, gold)), Sides([], []), shipped)
    assert [check.name for check in found if not check.passed] == ["reference"]
    assert found[0].figures["after"] == 0
    assert found[0].labels == ("DATE", "LOC", "PER")
    assert reference(as_shipped(*RIGHT)).passed


def test_marks_that_lie_beside_the_words_are_refused():
    assert not reference(as_shipped((0, 2, "PER"), (13, 14, "LOC"), (21, 23, "DATE"))).passed


def test_an_empty_gold_is_refused_where_the_shipped_model_reads_something():
    assert not reference(as_shipped()).passed
    assert reference(by_engine([], [])).passed


def test_one_label_that_is_wrong_throughout_is_named():
    found = reference(as_shipped((6, 12, "LOC"), *RIGHT[1:]))
    assert (found.passed, found.labels) == (False, ("PER",))


def test_a_label_that_the_project_does_not_use_is_no_contradiction_nor_are_a_few_words():
    assert reference(as_shipped(RIGHT[2])).passed  # days alone
    assert reference(as_shipped((6, 12, "LOC"), *RIGHT[1:], count=19)).passed  # 19 names
    assert reference([]).passed
    # as many confirmed as contradicted
    half = as_shipped(*RIGHT, count=10) + as_shipped((6, 12, "LOC"), *RIGHT[1:], count=10)
    assert reference(half).passed


def test_an_interval_of_two_notes():
    """9 of 10 and 10 of 10: 0.95, and no draw leaves [0.9, 1]."""
    found = interval([(9, 10), (10, 10)], lambda sums: sums[:, 0] / sums[:, 1])
    assert (found.value, found.low, found.high) == (0.95, 0.9, 1.0)
    assert interval([], lambda sums: sums[:, 0]).to_json() == [1, 0, 1]


def test_an_interval_is_near_the_normal_one_and_the_same_each_time():
    """400 notes of one word, 320 masked: 0.8 ± 1.96 √(0.8 × 0.2 / 400) = 0.8 ± 0.039."""
    rows = [(1, 1)] * 320 + [(0, 1)] * 80
    first = interval(rows, lambda sums: sums[:, 0] / sums[:, 1])
    assert abs(first.low - 0.761) < 0.006
    assert abs(first.high - 0.839) < 0.006
    assert first == interval(rows, lambda sums: sums[:, 0] / sums[:, 1])


def test_a_paired_difference_is_narrower_than_its_sides():
    """Every note gains one word of ten: the difference is 0.1 without any doubt."""
    before = [read(i, masked=5 + i % 4) for i in range(20)]
    after = [read(i, masked=6 + i % 4) for i in range(20)]
    change = difference(before, after, "redacted")
    assert [round(x, 6) for x in (change.value, change.low, change.high)] == [0.1, 0.1, 0.1]


def test_the_evaluation_of_two_types_by_hand():
    found = evaluation(
        [read(0, masked=9, alarms=1, corrections=2), read(1)], {"n0": "CRH", "n1": "CRO"}
    )
    assert found["all"]["redacted"][0] == 0.95
    assert found["all"]["whole"][0] == 0.5
    assert found["all"]["corrections"][0] == 1.5
    assert found["all"]["alarms"][0] == 5.0  # 1 of 200 words
    assert found["all"]["precision"][0] == 0.95  # 19 of 20 masked words
    assert found["types"]["CRH"]["redacted"] == [0.9, 0.9, 0.9]
    assert found["types"]["CRO"]["notes"] == 1
    assert found["labels"]["PER"] == {
        "gold": 20,
        "precision": [1, 1, 1],
        "recall": [0.95, 0.9, 1],
        "f1": [0.97436, 0.94737, 1],
    }


def test_a_judged_note_names_places_and_no_text():
    note = Note("n", "Vu M. Durand à Dijon.", entities=(Span(6, 12, "PER", "NOM"), Span(15, 20, "LOC", "VILLE")))  # fmt: skip
    judged = judged_note(note, [Span(3, 12, "PER", "NOM")])
    assert judged.missed == ((15, 20, "LOC"),)
    assert judged.wrong == ((3, 4, "PER"), (4, 5, "PER"))
    assert judged.flaws == (("bounds", 6, 12, "NOM", "NOM"), ("missed", 15, 20, "VILLE", ""))
    assert judged.corrections == 2  # one to move, one to add
    assert not any(word in str(judged.to_json()) for word in ("Durand", "Dijon"))


def test_words_under_another_label_and_the_american_rule_by_hand():
    """Six words identify: a name (2 words), a town masked as a name, a country missed, an age of 72, one of 93."""
    text = "Jean Roy, Dijon, Belgique, 72 ans, 93 ans, repos"
    gold = (
        Span(0, 8, "PER", "NOM"), Span(10, 15, "LOC", "VILLE"), Span(17, 25, "LOC", "PAYS"),
        Span(27, 33, "AGE", "AGE"), Span(35, 41, "AGE", "AGE"),
    )  # fmt: skip
    found = [gold[0], Span(10, 15, "PER", "NOM"), gold[3], gold[4], Span(43, 48, "PER", "NOM")]
    judged = judged_note(Note("n", text, entities=gold), found)
    assert judged.swapped == {"LOC>PER": 1}
    # named: two words of the name, the town, "93" and "ans"; all are masked, and one word too many is
    assert judged.hipaa == (5, 6, 5, 5)
    assert judged.subtypes["NOM"] == (1, 3, 1, 1)
    told = evaluation([judged], {})
    assert told["confusion"] == {">PER": 1, "AGE>AGE": 4, "LOC>": 1, "LOC>PER": 1, "PER>PER": 2}
    assert told["hipaa"]["precision"][0] == 0.83333
    assert told["hipaa"]["recall"][0] == 1
    assert JudgedNote.from_json("n", json.loads(json.dumps(judged.to_json()))) == judged


def test_what_was_judged_before_is_still_read():
    old = read(1).to_json()
    for key in ("subtypes", "swapped", "hipaa", "label_words", "subtype_words"):
        del old[key]
    assert JudgedNote.from_json("n1", old) == read(1)
