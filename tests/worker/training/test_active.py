"""Which notes are corrected next: worked out by hand in a plane instead of an encoder's space."""

from __future__ import annotations

import math

import numpy as np
import pytest

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from worker.engine.reading import Reading
from worker.engine.rules.engine import RuleDetector
from worker.training.active import (
    Reason,
    Waiting,
    choose,
    disagreements,
    far_apart,
    unsure_words,
)
from worker.training.encoder.states import StateReader


def at(degrees: float):
    angle = math.radians(degrees)
    return np.array([math.cos(angle), math.sin(angle)], dtype=np.float32)


def waiting(name: str, unsure: float = 0.0, against: int = 0, degrees: float = 0.0) -> Waiting:
    return Waiting(name, unsure, against, at(degrees))


def test_a_word_that_could_be_either_counts_half():
    reading = Reading([], [0, 3, 6], [2, 5, 8], np.array([0.5, 1.0, 0.1]))
    assert unsure_words(reading) == pytest.approx(0.6)


def test_rules_and_model_disagree_where_one_is_alone_or_names_it_otherwise():
    rules = [Span(0, 5, "PER", "NOM"), Span(6, 9, "LOC", "VILLE"), Span(12, 15, "DATE", "DATE")]
    model = [Span(0, 4, "PER", "NOM"), Span(6, 9, "ORG", "HOPITAL"), Span(20, 25, "PER", "NOM")]
    assert disagreements(rules, model) == 2


def test_the_farthest_from_what_is_known_comes_first_then_the_farthest_from_both():
    circle = [at(d) for d in (0, 5, 90, 180, 170)]
    assert far_apart(circle, [at(0)], 3) == [3, 2, 4]
    assert far_apart(circle, [], 2) == [0, 3]
    assert far_apart([], [], 3) == []
    assert far_apart(circle, [], 9) == [0, 3, 2, 4, 1]


def test_notes_that_say_most_are_chosen_and_of_two_alike_one():
    """Six of the nine are in the pool (three times the two wanted): of the unsure ones, two lie together."""
    notes = [
        waiting("a", 9, 1, 0), waiting("b", 8, 1, 1), waiting("c", 7, 2, 90),
        *(waiting(f"sure{i}", 0, 0, 180) for i in range(6)),
    ]  # fmt: skip
    chosen = choose(notes, [at(0)], 2, random_share=0.0)
    assert [c.note for c in chosen][:1] == ["c"]
    assert chosen[0].reason is Reason.DISAGREEMENT
    two = choose(notes[:3], [], 2, random_share=0.0)
    assert {c.note for c in two} in ({"a", "c"}, {"b", "c"})


def test_without_a_disagreement_none_is_told():
    """Most notes have none, and share a rank that is above that of the surest among them."""
    notes = [waiting(f"n{i}", unsure=i / 10, degrees=20 * i) for i in range(6)]
    told = {choice.note: choice.reason for choice in choose(notes, [], 6, random_share=0.0)}
    assert set(told.values()) == {Reason.UNSURE}


def test_a_fifth_is_random_and_no_note_is_chosen_twice():
    notes = [waiting(f"n{i:02d}", unsure=i, degrees=3 * i) for i in range(40)]
    chosen = choose(notes, [], 10, seed=4)
    assert [c.reason for c in chosen].count(Reason.RANDOM) == 2
    assert len({c.note for c in chosen}) == 10
    assert chosen == choose(notes, [], 10, seed=4)
    assert {c.note for c in choose(notes[:3], [], 10)} == {"n00", "n01", "n02"}
    assert choose([], [], 10) == []


def test_a_model_reads_notes_and_places_them(tiny_model):
    reader = StateReader(tiny_model, RuleDetector())
    notes = [Note("a", "Vu le 12/03/2020."), Note("b", "Vu le 12/03/2020."), Note("c", "RAS")]
    first, same, other = reader.waiting(notes)
    assert first.disagreements == 1  # the date: a model that learned nothing finds nothing
    assert np.allclose(first.vector, same.vector, atol=1e-5)
    assert np.linalg.norm(first.vector) == pytest.approx(1.0, abs=1e-5)
    assert not np.allclose(first.vector, other.vector, atol=1e-3)
    assert np.allclose(reader.vector("RAS"), other.vector, atol=1e-5)
    assert reader.vector("").sum() == 0.0
