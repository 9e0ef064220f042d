"""The columns of the detection bench."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from benches.ner import engines
from benches.ner.engines import Remembering
from tests.mini_model import write_mini_model
from worker.engine.build import build_detector

TEXT = "Vu par le Dr Martin Durand le 12/03/2024 à Dole. Tél : 01 99 00 00 01."


class Counting:
    version = "counting"

    def __init__(self) -> None:
        self.read: list[str] = []

    def detect(self, texts, patients=None):
        self.read += texts
        return [[Span(0, len(text), "PER")] for text in texts]


def test_a_text_is_read_once_per_patient():
    inner = Counting()
    detector = Remembering(inner)
    anne = PatientIdentity(id="a")
    assert detector.detect(["x", "yy", "x"]) == [
        [Span(0, 1, "PER")],
        [Span(0, 2, "PER")],
        [Span(0, 1, "PER")],
    ]
    detector.detect(["yy"])
    assert inner.read == ["x", "yy"]
    detector.detect(["x"], [anne])
    assert inner.read == ["x", "yy", "x"]


def test_the_hybrid_column_is_the_product_s_hybrid(tmp_path, monkeypatch):
    monkeypatch.setenv("DEIDWEB_CACHE", str(tmp_path / "cache"))
    folder = write_mini_model(tmp_path / "model")
    column = engines.own(folder).named(engines.HYBRID)
    assert column is not None
    product = build_detector("hybrid", folder)
    found = column.detector.detect([TEXT, ""])
    assert found == product.detect([TEXT, ""])
    # The untrained model is sure of nothing but O: what it may not doubt stays, a name goes.
    assert {span.subtype for span in found[0]} >= {"TEL"}
    assert column.detector.version == product.version


def test_without_a_model_only_the_rules_run_and_the_rest_is_named(tmp_path: Path):
    found = engines.own(tmp_path / "nothing")
    assert [column.title for column in found.columns] == [engines.RULES]
    assert [title for title, _ in found.absent] == [
        engines.MODEL,
        engines.HYBRID,
        engines.PATIENT,
    ]
    assert "introuvable" in found.absent[0][1]


@pytest.mark.parametrize("title", ["nobody", ""])
def test_an_unknown_column_is_none(title):
    assert engines.Engines().named(title) is None
