"""The comparison of poolings: the same documents for each, long ones beyond 512 pieces, figures kept with their machine."""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np
import pytest

from benches.icd import poolings
from benches.results import Run, read
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
    source = write_mini_backbone(tmp_path_factory.mktemp("encoder"))
    return poolings.scene(KNOWN, source, notes=20, labels=3, joined=4)


def test_short_and_long_documents_are_taught_and_judged_and_none_twice(given):
    texts = [own.text for part in given.parts.values() for own in part]
    assert len(set(texts)) == len(texts)
    for part in ("taught", "test"):
        assert {own.is_long for own in given.parts[part]} == {False, True}
    assert len(given.categories) == 3


def test_every_pooling_is_judged_on_the_same_documents(given):
    told: list[str] = []
    found, _evidence = poolings.measure(given, list(Pooling), 1, "cpu", told.append)
    bars = {row.bar: row for row in poolings.rows_of(found, poolings.about(given))}
    both = " / ".join(Pooling)
    for part in ("short", "long"):
        assert len(bars[f"generated, {part} documents, micro F1: {both}"].figure.split(" / ")) == 4
        assert len({len(own[part]) for own in found.values()}) == 1
    assert "generated, long documents: max over truncate" in bars
    assert [line for line in told if line.startswith("truncate, epoch 1")]


def test_a_difference_is_drawn_over_the_same_documents_of_both():
    right, half = np.array([[1.0, 1.0, 1.0]] * 20), np.array([[1.0, 2.0, 2.0]] * 20)
    found = {Pooling.LAAT: {"short": right}, Pooling.MEAN: {"short": half}}
    row = poolings._more(found, Pooling.LAAT, Pooling.MEAN, "short")
    assert row.figure == "+0.500 [+0.500 ; +0.500]"
    assert row.met


def test_the_gradient_of_the_attention_is_that_of_finite_differences():
    assert poolings.gradient_gap() < 1e-6


def test_results_of_single_poolings_are_kept_as_one_run_of_their_machine(tmp_path):
    files = []
    for pooling, right in ((Pooling.TRUNCATE, 1.0), (Pooling.MAX, 2.0)):
        run = Run("2026-11-26", "abc", "learn", "a card", "torch 2", ())
        own = {part: [[right, 2.0, 2.0]] * 5 for part in ("short", "long")}
        result = poolings.Result(run, {str(pooling): own}, {"short": "5 short", "long": "5 long"})
        files.append(tmp_path / f"{pooling}.json")
        files[-1].write_text(json.dumps(asdict(result)), encoding="utf-8")
    poolings.keep(files, tmp_path)
    poolings.keep(files, tmp_path)
    (kept,) = read("coders", tmp_path).runs
    figures = {row.bar: row.figure for row in kept.rows}
    assert kept.machine == "a card"
    assert figures["generated, long documents, micro F1: max / truncate"] == "1.000 / 0.500"
    assert figures["generated, long documents: max over truncate"] == "+0.500 [+0.500 ; +0.500]"
