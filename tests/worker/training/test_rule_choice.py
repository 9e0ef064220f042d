"""Rules that a project does without: counted by hand, kept where words would stay readable."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from tests.mini_model import write_mini_model
from worker.engine.build import build_detector
from worker.engine.encoder.files import ModelFilesError, Settings, read_settings, write_settings
from worker.engine.hybrid import HybridDetector
from worker.engine.reading import Reading
from worker.training.rule_choice import Effect, RuleRecord, choose_rules, records
from worker.training.splitting import Parts

TEXT = "Dossier 4417 de Durand"
FILE, NAME = Span(8, 12, "QID", "NDA"), Span(16, 22, "PER", "NOM")


class Rules:
    """Take every file number for a lot, and find the name."""

    version = "rules-test"

    def detect(self, texts, patients=None):
        lot = Span(8, 12, "QID", "AUTRE", 0.9, "rule:lot")
        return [[lot, replace(NAME, source="rule:name")] for _text in texts]


class Model:
    """Finds the file number if it `knows` it, and the name."""

    version = "model-test"

    def __init__(self, *, knows: bool) -> None:
        self._spans = [replace(s, source="model") for s in ((FILE, NAME) if knows else (NAME,))]
        self._outside = [1.0, 0.0 if knows else 0.5, 1.0, 0.0]  # unsure, it denies no rule

    def read(self, texts):
        return [
            Reading(list(self._spans), [0, 8, 13, 16], [7, 12, 15, 22], self._outside)
            for _ in texts
        ]

    def detect(self, texts, patients=None):
        return [reading.spans for reading in self.read(texts)]


def parts(count: int) -> Parts:
    notes = tuple(Note(f"n{i}", TEXT, entities=(FILE, NAME)) for i in range(count))
    return Parts(notes, notes[:2], ())


def test_a_rule_that_is_changed_more_often_than_not_is_left_out():
    choice = choose_rules(Rules(), Model(knows=True), parts(5))
    # two notes validate, of two words each; the network's own find stands where both found the number
    same = Effect(4, 4, 0)
    assert choice.left_out == (RuleRecord("rule:lot", 5, 0, same, same),)
    assert (choice.notes, choice.merges["steps"]) == (2, same)
    assert choose_rules(Rules(), Model(knows=True), parts(4)).left_out == ()  # too few finds


def test_what_a_rule_costs_is_told_with_it_and_without_it():
    """It takes the word "Dossier" along: a span to change in each of the two notes."""

    class Wide(Rules):
        def detect(self, texts, patients=None):
            return [[Span(0, 12, "REF", "REF", 0.9, "rule:lot")] for _text in texts]

    choice = choose_rules(Wide(), Model(knows=True), parts(5), merge="union")
    [record] = choice.left_out
    assert (record.before, record.after) == (Effect(4, 4, 2), Effect(4, 4, 0))
    assert choice.merges["union"] == record.after


def test_the_plain_union_is_measured_beside_the_steps():
    choice = choose_rules(Rules(), Model(knows=True), parts(4))
    assert sorted(choice.merges) == ["steps", "union"]
    told = json.loads(json.dumps(choice.to_json()))
    assert told["merges"]["union"] == asdict(choice.merges["union"])
    assert told["notes"] == 2


def test_a_rule_that_hides_what_nothing_else_does_stays_though_its_name_is_wrong():
    assert choose_rules(Rules(), Model(knows=False), parts(9)).left_out == ()


def test_finds_are_right_with_bounds_label_and_sub_type():
    note = Note("n", TEXT, entities=(FILE, NAME))
    told = records([(note, Rules().detect([TEXT])[0]), (note, [replace(FILE, source="rule:lot")])])
    assert told == [RuleRecord("rule:lot", 2, 1), RuleRecord("rule:name", 1, 1)]


def test_a_hybrid_does_without_them_and_the_name_of_the_model_stands():
    everything = HybridDetector(Rules(), Model(knows=True)).detect([TEXT])[0]
    fewer = HybridDetector(Rules(), Model(knows=True), ["rule:lot"]).detect([TEXT])[0]
    assert [(s.start, s.subtype) for s in fewer] == [(8, "NDA"), (16, "NOM")]
    assert len(everything) == 2
    # without a model nothing else finds anything: all rules count
    assert len(HybridDetector(Rules(), None, ["rule:lot"]).detect([TEXT])[0]) == 2


def test_what_is_left_out_is_written_with_the_model_and_read_with_it(tmp_path):
    folder = write_mini_model(tmp_path / "model")
    before = build_detector("hybrid", folder, device="cpu", cache=tmp_path / "cache")
    write_settings(folder, replace(read_settings(folder), left_out=("rule:date",)))
    assert read_settings(folder).left_out == ("rule:date",)
    after = build_detector("hybrid", folder, device="cpu", cache=tmp_path / "cache")
    text = "Vu le 12 mars 2020."
    assert [s.source for s in before.detect([text])[0]] == ["rule:date"]
    assert after.detect([text])[0] == []
    assert Settings().left_out == ()


def test_the_merge_is_written_with_the_model_and_an_engine_of_its_own(tmp_path):
    folder = write_mini_model(tmp_path / "model")
    cache = tmp_path / "cache"
    assert build_detector("union", folder, device="cpu", cache=cache).version.startswith("union(")
    assert build_detector("hybrid", folder, device="cpu", cache=cache).version.startswith("hybrid(")
    write_settings(folder, replace(read_settings(folder), merge="union"))
    assert build_detector("hybrid", folder, device="cpu", cache=cache).version.startswith("union(")
    write_settings(folder, replace(read_settings(folder), merge="otherwise"))
    with pytest.raises(ModelFilesError, match="otherwise"):
        read_settings(folder)
