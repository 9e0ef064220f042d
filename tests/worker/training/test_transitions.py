"""Learned transitions against what is known by hand: the shape of BIOES, a sum over every path, a habit of the notes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
import torch

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from tests.worker.training.test_retrain import RECIPE, coded
from worker.engine.encoder import viterbi
from worker.engine.encoder.detector import load_detector
from worker.engine.encoder.files import (
    TRANSITIONS,
    ModelFilesError,
    content_hash,
    read_settings,
    write_settings,
)
from worker.engine.encoder.tags import END, FINE_TAGS, OUTSIDE, SINGLE, fine
from worker.engine.encoder.transitions import allowed, read_table, write_table
from worker.engine.encoder.words import split_words
from worker.training import transitions
from worker.training.encoder.assess import Scored
from worker.training.learn import learn, starting_model
from worker.training.plan import Plan, Watch
from worker.training.splitting import parts_of


def test_without_learning_the_best_path_is_the_product_s():
    draw = np.random.default_rng(3)
    scores = draw.normal(size=(6, 7, FINE_TAGS)).astype(np.float32)
    lengths = np.array([7, 1, 3, 5, 2, 6])
    found = viterbi.decode_by(allowed(), scores, lengths)
    known = viterbi.decode(scores, lengths)
    for row, length in enumerate(lengths):
        assert found[row, :length].tolist() == known[row, :length].tolist()


def test_the_loss_is_the_negative_log_share_of_the_gold_path():
    """Every path of two words over O and one single tag, added up by hand; the other tags are out of reach."""
    single = fine("NOM", SINGLE)
    rows = np.full((2, FINE_TAGS), -1e4, dtype=np.float32)
    rows[:, OUTSIDE], rows[:, single] = (-0.3, -1.0), (-1.2, -0.4)
    table = allowed()
    table[OUTSIDE, single] = 0.7
    paths = list(product((OUTSIDE, single), repeat=2))
    told = {
        path: float(rows[0, path[0]] + rows[1, path[1]] + table[path[0], path[1]]) for path in paths
    }
    gold = (OUTSIDE, single)
    expected = np.log(sum(np.exp(score) for score in told.values())) - told[gold]
    loss = transitions.mean_loss(torch.from_numpy(table), [(rows, np.array(gold))], "cpu")
    assert loss.item() == pytest.approx(expected, abs=1e-3)


def test_a_habit_of_the_notes_is_learned():
    """Where a name always follows a name, a word in doubt beside one becomes one."""
    text = "alpha beta"
    words, single = split_words(text), fine("NOM", SINGLE)
    rows = np.full((2, FINE_TAGS), -9.0, dtype=np.float32)
    rows[0, single], rows[1, OUTSIDE], rows[1, single] = -0.1, -0.6, -0.8
    spans = tuple(_name(start, end) for start, end in zip(words.starts, words.ends, strict=True))
    lessons = [Scored(Note(str(n), text, entities=spans), words, rows) for n in range(8)]
    table = transitions.learned(lessons, epochs=20)
    scores, lengths = rows[None], np.array([2])
    assert viterbi.decode(scores, lengths).tolist() == [[single, OUTSIDE]]
    assert viterbi.decode_by(table, scores, lengths).tolist() == [[single, single]]


def _name(start: int, end: int) -> Span:

    return Span(start, end, "PER", "NOM")


def test_a_table_is_written_beside_the_weights_and_a_foreign_one_is_refused(tmp_path):
    table = allowed()
    table[OUTSIDE, OUTSIDE] = 0.25
    write_table(tmp_path, table)
    assert (read_table(tmp_path) == table).all()
    end_after_nothing = allowed()
    end_after_nothing[OUTSIDE, fine("NOM", END)] = 0.0
    for wrong in (table[1:], np.full_like(table, np.nan), end_after_nothing):
        write_table(tmp_path, wrong)
        with pytest.raises(ModelFilesError, match="transitions"):
            read_table(tmp_path)
    (tmp_path / TRANSITIONS).write_bytes(b"no safetensors")
    with pytest.raises(ModelFilesError, match="illisible"):
        read_table(tmp_path)


def test_a_training_learns_them_on_demand_and_the_model_decodes_by_them(tiny_backbone, tmp_path):
    notes = [coded(number) for number in range(24)]
    plan = Plan(tiny_backbone, tmp_path / "w", replace(RECIPE, epochs=2), name="m")
    plain = learn(parts_of(notes), plan, Watch())
    told = learn(parts_of(notes), replace(plan, work=tmp_path / "v", learns_transitions=True), Watch())  # fmt: skip
    assert plain.table is None
    assert told.table is not None
    assert np.abs(told.table[allowed() == 0]).max() > 0.01
    folders = []
    for name, learnt in (("plain", plain), ("told", told)):
        folders.append(tmp_path / name)
        folders[-1].mkdir()
        learnt.save(folders[-1], tiny_backbone)
    assert not (folders[0] / TRANSITIONS).exists()
    assert "decoding" not in (folders[0] / "ner.json").read_text()
    assert read_settings(folders[1]).decoding == "learned"
    served = load_detector(folders[1], "cpu", cache=tmp_path / "cache")
    assert (served._decoder.table == told.table).all()
    assert load_detector(folders[0], "cpu", cache=tmp_path / "cache")._decoder.table is None
    # the table is part of what the model is, and nothing is served without it
    known = content_hash(folders[1])
    write_table(folders[1], allowed())
    assert content_hash(folders[1]) != known
    (folders[1] / TRANSITIONS).unlink()
    with pytest.raises(ModelFilesError):
        load_detector(folders[1], "cpu", cache=tmp_path / "cache")
    write_table(folders[1], told.table)
    write_settings(folders[1], replace(read_settings(folders[1]), decoding="otherwise"))
    with pytest.raises(ModelFilesError, match="otherwise"):
        read_settings(folders[1])


def test_a_model_with_a_table_goes_on_without_one_unless_it_is_asked_again(tiny_backbone, tmp_path):
    notes, folder = [coded(number) for number in range(12)], tmp_path / "start"
    recipe = replace(RECIPE, epochs=1)
    plan = Plan(tiny_backbone, tmp_path / "w", recipe, learns_transitions=True)
    folder.mkdir()
    learn(parts_of(notes), plan, Watch()).save(folder, tiny_backbone)
    again = learn(parts_of(notes), Plan(folder, tmp_path / "v", recipe), Watch())
    assert (again.table, again.settings.decoding) == (None, "well-formed")
    start = starting_model(Plan(folder, tmp_path / "v", recipe))
    assert start._decoder.table is not None  # it is judged as it served
