import json

import pytest

from annotation.domain.spans import Span
from worker.engine import build
from worker.engine.alone import is_out_of_memory
from worker.engine.build import EngineError, build_detector
from worker.engine.hybrid import HybridDetector
from worker.engine.reading import Reading


class FakeModel:
    version = "model-x"

    def detect(self, texts, patients=None):
        return [reading.spans for reading in self.read(texts)]

    def read(self, texts):
        span = Span(4, 10, "PER", "PRENOM", 0.6, "model:model-x")
        return [Reading([span], [4], [10], [0.1]) for _ in texts]


def test_rules():
    assert build_detector("rules").version == "rules-3"


def test_hybrid_takes_the_model_of_the_directory(tiny_model):
    detector = build_detector("hybrid", tiny_model, "cpu")
    assert detector.version.startswith("hybrid(rules-3+mini-")
    text = "Mme Durand"
    # The small model finds nothing: what is left are the rules.
    assert detector.detect([text]) == build_detector("rules").detect([text])


def test_without_a_directory_it_is_the_shipped_model(tiny_model, monkeypatch):
    monkeypatch.setattr(build, "SHIPPED", tiny_model)
    assert build_detector("model").version.startswith("mini-")


def test_hybrid_merges_and_prefers_the_model_on_the_same_bounds():
    detector = HybridDetector(build_detector("rules"), FakeModel())
    assert detector.version == "hybrid(rules-3+model-x)"
    (spans,) = detector.detect(["Mme Durand, née à Dijon"])
    assert [(s.start, s.subtype) for s in spans] == [(4, "PRENOM"), (18, "VILLE")]


@pytest.mark.parametrize("missing", ["ner.json", "config.json", "model.safetensors"])
def test_an_incomplete_model_is_refused(tiny_model, tmp_path, missing):
    for path in tiny_model.iterdir():
        if path.name != missing:
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with pytest.raises(EngineError, match="modèle illisible"):
        build_detector("model", tmp_path)


def test_a_model_that_learned_other_labels_says_so(tiny_model, tmp_path):
    for path in tiny_model.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    settings = json.loads((tmp_path / "ner.json").read_text("utf-8"))
    settings["subtypes"] = settings["subtypes"][1:]
    (tmp_path / "ner.json").write_text(json.dumps(settings), encoding="utf-8")
    with pytest.raises(EngineError, match="appris avec d'autres étiquettes"):
        build_detector("model", tmp_path)


def test_an_absent_graphics_card_is_said(tiny_model, monkeypatch):
    monkeypatch.setattr("worker.engine.encoder.choice.has_cuda", lambda: False)
    with pytest.raises(EngineError, match="aucune carte graphique"):
        build_detector("model", tiny_model, "cuda")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
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
    assert build.ENGINES == ("hybrid", "rules", "model", "union")


@pytest.mark.parametrize(
    ("cause", "is_memory"),
    [
        (RuntimeError("can't start new thread"), True),
        (OSError(12, "Cannot allocate memory"), True),
        (ImportError("libgomp.so: failed to map segment from shared object"), True),
        (RuntimeError("pthread_create() failed"), True),
        (RuntimeError("PyObject pointer is null"), True),
        (RuntimeError("header too large"), False),
    ],
    ids=["thread", "map", "library", "native thread", "Rust", "a broken file"],
)
def test_what_the_machine_lacks_is_told_from_a_broken_model(cause, is_memory):
    """A model that cannot start a thread was called unreadable: « Revenez à un modèle précédent »."""
    told = EngineError("modèle illisible dans /modeles (RuntimeError)")
    told.__cause__ = cause
    assert is_out_of_memory(told) is is_memory
