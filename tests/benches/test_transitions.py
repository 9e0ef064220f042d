"""Learned transitions against what is known by hand: the shape of BIOES, a sum over every path, a habit of the notes."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import torch

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from benches import transitions
from worker.engine.encoder import viterbi
from worker.engine.encoder.tags import FINE_TAGS, OUTSIDE, SINGLE, fine
from worker.engine.encoder.words import split_words


def test_without_learning_the_best_path_is_the_product_s():
    draw = np.random.default_rng(3)
    scores = draw.normal(size=(6, 7, FINE_TAGS)).astype(np.float32)
    lengths = np.array([7, 1, 3, 5, 2, 6])
    found = transitions.decoded(transitions.allowed(), scores, lengths)
    known = viterbi.decode(scores, lengths)
    for row, length in enumerate(lengths):
        assert found[row, :length].tolist() == known[row, :length].tolist()


def test_the_loss_is_the_negative_log_share_of_the_gold_path():
    """Every path of two words over O and one single tag, added up by hand; the other tags are out of reach."""
    single = fine("NOM", SINGLE)
    rows = np.full((2, FINE_TAGS), -1e4, dtype=np.float32)
    rows[:, OUTSIDE], rows[:, single] = (-0.3, -1.0), (-1.2, -0.4)
    table = transitions.allowed()
    table[OUTSIDE, single] = 0.7
    paths = list(product((OUTSIDE, single), repeat=2))
    told = {
        path: float(rows[0, path[0]] + rows[1, path[1]] + table[path[0], path[1]]) for path in paths
    }
    gold = (OUTSIDE, single)
    expected = np.log(sum(np.exp(score) for score in told.values())) - told[gold]
    loss = transitions._loss(torch.from_numpy(table), [(rows, np.array(gold))], "cpu")
    assert loss.item() == pytest.approx(expected, abs=1e-3)


def test_a_habit_of_the_notes_is_learned():
    """Where a name always follows a name, a word in doubt beside one becomes one."""
    text = "alpha beta"
    words, single = split_words(text), fine("NOM", SINGLE)
    rows = np.full((2, FINE_TAGS), -9.0, dtype=np.float32)
    rows[0, single], rows[1, OUTSIDE], rows[1, single] = -0.1, -0.6, -0.8
    spans = tuple(_name(start, end) for start, end in zip(words.starts, words.ends, strict=True))
    lessons = [
        transitions.Scored(Note(str(n), text, entities=spans), words, rows) for n in range(8)
    ]
    table = transitions.learned(lessons, 20)
    scores, lengths = rows[None], np.array([2])
    assert viterbi.decode(scores, lengths).tolist() == [[single, OUTSIDE]]
    assert transitions.decoded(table, scores, lengths).tolist() == [[single, single]]


def _name(start: int, end: int) -> Span:

    return Span(start, end, "PER", "NOM")
