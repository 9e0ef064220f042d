"""The comparison of poolings: the same documents for each, long ones beyond 512 pieces, figures kept with their machine."""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np
import pytest
import torch

from benches.icd import poolings
from benches.results import Row, Run, read
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature
from tests.mini_model import write_mini_backbone
from worker.coding.recipe import Pooling

KNOWN = Nomenclature(
    CodeEntry(code, label, "", True, False)
    for code, label in (
        ("I10", "Hypertension d'essai"), ("E119", "Diabète d'essai"), ("J459", "Asthme d'essai"), ("F329", "Dépression d'essai"),
    )
)  # fmt: skip


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    torch.set_num_threads(1)
    source = write_mini_backbone(tmp_path_factory.mktemp("encoder"))
    return poolings.scene(KNOWN, source, notes=20, labels=3, joined=4)


def test_short_and_long_documents_are_taught_and_judged_and_none_twice(given):
    texts = [own.text for part in given.parts.values() for own in part]
    assert len(set(texts)) == len(texts)
    for part in ("taught", "test"):
        assert {own.is_long for own in given.parts[part]} == {False, True}
    assert len(given.categories) == 3


def test_every_pooling_is_judged_on_the_same_documents_and_truncation_reads_less(given):
    told: list[str] = []
    rows = poolings.measure(given, 1, "cpu", told.append)
    bars = {row.bar: row for row in rows}
    both = " / ".join(Pooling)
    for part in ("short", "long"):
        assert len(bars[f"generated, {part} documents, micro F1: {both}"].figure.split(" / ")) == 4
    assert "generated, long documents: max over truncate" in bars
    assert bars["LAAT, gradient against finite differences"].met
    assert [line for line in told if line.startswith("truncate, epoch 1")]


def test_a_difference_is_drawn_over_the_same_documents_of_both():
    right, half = np.array([[1.0, 1.0, 1.0]] * 20), np.array([[1.0, 2.0, 2.0]] * 20)
    found = {Pooling.LAAT: {"short": right}, Pooling.MEAN: {"short": half}}
    row = poolings._more(found, Pooling.LAAT, Pooling.MEAN, "short")
    assert row.figure == "+0.500 [+0.500 ; +0.500]"
    assert row.met


def test_the_gradient_of_the_attention_is_that_of_finite_differences():
    assert poolings.gradient_gap() < 1e-6


def test_figures_are_kept_with_the_machine_that_gave_them_and_replace_older_ones(tmp_path):
    result = tmp_path / "result.json"
    for figure in ("0.1", "0.2"):
        run = Run("2026-11-26", "abc", "learn", "a card", "torch 2", (Row("bar", figure),))
        result.write_text(json.dumps(asdict(run)), encoding="utf-8")
        poolings.keep(result, tmp_path)
    (kept,) = read("icd", tmp_path).runs
    assert (kept.machine, kept.rows[0].figure) == ("a card", "0.2")
