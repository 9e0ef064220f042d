"""Differences between two data sets, worked by hand."""

from __future__ import annotations

from annotation.domain.datasets.diff import MAX_CHANGED, compare, span_changes
from annotation.domain.datasets.statistics import SPAN_LENGTHS, Statistics, length_class
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span

TEXT = "Mme Durand vit à Dijon depuis mars"
NAME, CITY, DAY = (
    Span(4, 10, "PER", "NOM"),
    Span(17, 22, "LOC", "VILLE"),
    Span(30, 34, "DATE", "DATE"),
)


def item(name, *spans, part="train", text=TEXT):
    return part, Note(name, text, entities=spans)


def test_each_kind_of_change_is_told_apart():
    wider = Span(0, 10, "PER", "NOM")
    found = span_changes([NAME, CITY], [wider, Span(17, 22, "ORG"), DAY])
    assert found.moved == ((NAME, wider),)
    assert found.relabelled == ((CITY, Span(17, 22, "ORG")),)
    assert found.added == (DAY,)
    assert found.removed == ()


def test_another_subtype_is_a_relabelling():
    other = Span(4, 10, "PER", "PRENOM")
    assert span_changes([NAME], [other]).relabelled == ((NAME, other),)


def test_scores_and_sources_are_no_change():
    assert not span_changes([NAME], [Span(4, 10, "PER", "NOM", 0.5, "user:3")])


def test_notes_added_removed_changed_and_same():
    before = [item("a", NAME), item("b", NAME), item("d", CITY)]
    after = [item("b", NAME, CITY), item("c", DAY), item("d", CITY, part="test")]
    found = compare(before, after)
    assert (found.notes_added, found.notes_removed, found.notes_changed, found.notes_same) == (
        1,
        1,
        1,
        1,
    )
    assert (found.spans_added, found.spans_removed) == (2, 1)  # DAY of c, CITY of b; NAME of a
    assert (found.added, found.removed) == (["c"], ["a"])
    assert [change.note for change in found.changed] == ["b"]
    assert found.parts_changed == 1


def test_lists_are_bounded_and_counts_are_not():
    after = [item(f"n{i:04}", NAME) for i in range(MAX_CHANGED + 5)]
    found = compare([], after)
    assert (found.notes_added, len(found.added)) == (MAX_CHANGED + 5, MAX_CHANGED)


def test_statistics_by_hand():
    found = Statistics()
    patient = PatientIdentity(id="p1")
    found.add(Note("a", TEXT, patient, {"type": "CRH"}, (NAME, Span(4, 8, "PER"))), "train")
    found.add(Note("b", TEXT, patient, {}, ()), "train")
    found.add(Note("c", TEXT), "test")
    figures = found.to_json()
    assert figures["notes"] == {"train": 2, "test": 1}
    assert figures["patients"] == {"train": 1, "test": 1}
    assert figures["subtypes"] == {"PER/": 1, "PER/NOM": 1}
    assert figures["types_by_part"] == {"": {"test": 1, "train": 1}, "CRH": {"train": 1}}
    assert figures["span_lengths"] == [0, 1, 1, 0, 0, 0, 0]  # 4 and 6 characters
    assert (figures["without_entities"], figures["overlapping"]) == (2, 1)
    assert figures["characters"] == 3 * len(TEXT)


def test_classes_of_length_include_their_limit():
    assert [length_class(n, SPAN_LENGTHS) for n in (2, 3, 80, 81)] == [0, 1, 5, 6]
