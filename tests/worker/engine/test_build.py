import sys
from types import ModuleType

import pytest

from annotation.domain.spans import Span
from worker.engine import build
from worker.engine.build import EngineError, build_detector
from worker.engine.hybrid import HybridDetector


class FakeModel:
    version = "tagger-x"

    def detect(self, texts, patients=None):
        return [[Span(4, 10, "PER", "PRENOM", 0.6, "model:tagger-x")] for _ in texts]


def test_rules():
    assert build_detector("rules").version == "rules-1"


def test_hybrid_without_a_model_is_the_rules_and_says_so():
    detector = build_detector("hybrid")
    assert detector.version == "hybrid(rules-1, sans modèle)"
    assert detector.detect(["Mme Durand"]) == build_detector("rules").detect(["Mme Durand"])


def test_hybrid_merges_and_prefers_the_model_on_the_same_bounds():
    detector = HybridDetector(build_detector("rules"), FakeModel())
    assert detector.version == "hybrid(rules-1+tagger-x)"
    (spans,) = detector.detect(["Mme Durand à Dijon"])
    assert [(s.start, s.subtype) for s in spans] == [(4, "PRENOM"), (13, "VILLE")]


def test_a_directory_is_loaded_by_the_tagger(tmp_path, monkeypatch):
    fake = ModuleType("worker.engine.tagger")
    fake.load_tagger = lambda path: FakeModel()
    monkeypatch.setitem(sys.modules, "worker.engine.tagger", fake)
    assert build_detector("model", tmp_path).version == "tagger-x"
    assert build_detector("hybrid", tmp_path, "cpu").version == "hybrid(rules-1+tagger-x)"


def test_an_unreadable_model_is_refused(tmp_path, monkeypatch):
    def refuse(path):
        raise FileNotFoundError(path)

    fake = ModuleType("worker.engine.tagger")
    fake.load_tagger = refuse
    monkeypatch.setitem(sys.modules, "worker.engine.tagger", fake)
    with pytest.raises(EngineError, match="modèle illisible"):
        build_detector("model", tmp_path)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("model",), "--model"),
        (("magie",), "moteur inconnu"),
        (("rules", None, "tpu"), "matériel inconnu"),
    ],
)
def test_wrong_choices(arguments, reason):
    with pytest.raises(EngineError, match=reason):
        build_detector(*arguments)


def test_missing_directory(tmp_path):
    with pytest.raises(EngineError, match="introuvable"):
        build_detector("model", tmp_path / "rien")
    assert build.ENGINES == ("hybrid", "rules", "model")
