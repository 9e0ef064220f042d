"""Are the network's probabilities what they say? Bins and error by hand."""

from __future__ import annotations

import json

import pytest

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from worker.engine.hybrid import HybridDetector
from worker.engine.reading import Reading
from worker.engine.rules.engine import RuleDetector
from worker.training.evaluate import evaluate
from worker.training.reliability import Reliability

TEXT = "Vu Jean Roy hier"
STARTS, ENDS = [0, 3, 8, 12], [2, 7, 11, 16]
GOLD = (Span(3, 11, "PER", "NOM"),)


def test_words_fall_into_ten_bins_and_the_error_is_their_mean_distance():
    told = Reliability()
    told.add(Reading([], STARTS, ENDS, [1.0, 0.05, 0.45, 0.45]), GOLD)
    row = told.to_json()
    assert row["bins"][0] == [1, 0.0, 0.0]
    assert row["bins"][5] == [2, 0.55, 0.5]  # "Roy" identifies, "hier" does not
    assert row["bins"][9] == [1, 0.95, 1.0]
    assert row["bins"][1] == [0, None, None]
    # (1 · 0 + 2 · 0.05 + 1 · 0.05) / 4
    assert row["ece"] == pytest.approx(0.0375)
    assert json.loads(json.dumps(row)) == row


def test_a_probability_of_one_is_in_the_last_bin_and_no_word_is_no_error():
    told = Reliability()
    told.add(Reading([], STARTS, ENDS, [0.0] * 4), GOLD)
    assert told.to_json()["bins"][9] == [4, 1.0, 0.5]
    empty = Reliability()
    empty.add(Reading([], [], [], []), ())
    assert empty.error == 0


def test_a_network_is_judged_with_the_notes_and_the_rules_alone_have_none():
    class Network:
        version = "model"

        def read(self, texts):
            return [Reading([], STARTS, ENDS, [1.0, 0.2, 0.2, 0.9]) for _ in texts]

    notes = [Note(f"n{i}", TEXT, entities=GOLD) for i in range(3)]
    judged = evaluate(HybridDetector(RuleDetector(), Network()), notes)
    assert judged.reliability.to_json()["bins"][8] == [6, 0.8, 1.0]
    assert evaluate(RuleDetector(), notes).reliability is None
    assert evaluate(HybridDetector(RuleDetector(), None), notes).reliability is None
