"""Studies: which trainings they run, how arms are compared, what an interruption leaves. Worked out by hand."""

from __future__ import annotations

import shutil
from dataclasses import replace

import numpy as np
import pytest

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from worker.engine.encoder.files import read_settings, write_settings
from worker.engine.rules.engine import RuleDetector
from worker.tasks import training_snapshot
from worker.training import study as studies
from worker.training.arms import Arm, Kind, arms, notes_of
from worker.training.encoder.loop import TrainingCancelled
from worker.training.encoder.recipe import Recipe
from worker.training.plan import Plan, Watch
from worker.training.splitting import Parts
from worker.training.study import Run, sign_flip, study, summary

TYPES = ["CRH"] * 40 + ["CRO"] * 15 + ["RCP"] * 4 + [""] * 61


def notes(count: int, kind: str = "CRH") -> list[Note]:
    return [
        Note(f"{kind}{i:03d}", "Vu ce jour, bracelet kelvo.", meta={"type": kind}, entities=(Span(21, 26, "QID", "AUTRE"),))
        for i in range(count)
    ]  # fmt: skip


def test_the_arms_of_a_curve_and_of_an_ablation():
    assert arms(Kind.CURVE, TYPES) == [Arm(10), Arm(30), Arm(100), Arm(120)]
    assert arms(Kind.CURVE, ["CRH"] * 30) == [Arm(10), Arm(30)]
    # four RCP are too few to be missed; all arms have one size
    assert arms(Kind.TYPES, TYPES) == [Arm(80), Arm(80, "CRH"), Arm(80, "CRO")]
    assert arms(Kind.TYPES, ["CRH"] * 30) == []
    assert arms(Kind.CURVE, []) == []


def test_a_larger_arm_holds_the_smaller_one_s_notes_and_a_type_is_left_out():
    train = notes(20) + notes(20, "CRO")
    small, large = (notes_of(Arm(size), train, seed=3) for size in (10, 30))
    assert large[:10] == small
    assert notes_of(Arm(10), train, seed=4) != small
    without = notes_of(Arm(15, "CRO"), train, seed=3)
    assert len(without) == 15
    assert {note.meta["type"] for note in without} == {"CRH"}


def test_the_paired_test_by_hand():
    """Four notes that all lose one correction: of the 16 draws of signs, 2 are as far."""
    assert sign_flip(np.array([-1.0, -1.0, -1.0, -1.0])) == pytest.approx(1 / 8)
    assert sign_flip(np.zeros(5)) == 1.0
    assert sign_flip(np.array([1.0, -1.0])) == 1.0
    assert sign_flip(np.full(40, -1.0)) < 0.001  # drawn: never as far by chance


def row(corrections: float) -> tuple[float, ...]:
    """10 words of 100 identify, 9 are masked."""
    return (9, 10, 1, 100, corrections, 0, 1)


def test_an_arm_is_compared_with_the_one_before_or_with_all_types():
    def runs(*told: tuple[Arm, int]) -> list[Run]:
        """Two seeds, 8 notes; the second seed makes two corrections more."""
        return [
            Run(arm, seed, (row(corrections + 2 * seed),) * 8)
            for arm, corrections in told
            for seed in (0, 1)
        ]

    first, second, third = summary(Kind.CURVE, runs((Arm(10), 7), (Arm(30), 5), (Arm(100), 4)))
    assert first["corrections"] == [8, 8, 8]
    assert first["seeds"] == [7, 9]
    assert "p" not in first
    assert second["change"] == [-2, -2, -2]
    assert third["change"] == [-1, -1, -1]
    assert third["p"] == pytest.approx(2 / 256, abs=1e-4)
    assert first["redacted"] == [0.9, 0.9, 0.9]
    _all, cro, crh = summary(
        Kind.TYPES, runs((Arm(80), 4), (Arm(80, "CRO"), 4), (Arm(80, "CRH"), 6))
    )
    assert (cro["change"][0], cro["p"]) == (0, 1.0)
    assert crh["change"][0] == 2


QUICK = Recipe(epochs=1, batch_size=8, micro_batch=8, dropout=0.0, patience=30)


def test_a_study_that_was_stopped_goes_on_with_what_it_has(tmp_path, tiny_model, monkeypatch):
    monkeypatch.setattr("worker.training.arms.SIZES", (4,))
    parts = Parts(tuple(notes(8)), tuple(notes(2, "V")), tuple(notes(3, "T")))
    plan = Plan(tiny_model, tmp_path / "work", QUICK)
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int, arm: Arm | None) -> None:
        assert arm == Arm(8 if done > 1 else 4)
        told.append((done, total))
        if done == 2:
            raise TrainingCancelled

    with pytest.raises(TrainingCancelled):
        study(Kind.CURVE, parts, plan, RuleDetector(), Watch(), stop, seeds=2)
    first = studies._read(plan.work / "study.json")
    assert [run.arm.size for run in first] == [4, 4]
    found = study(Kind.CURVE, parts, plan, RuleDetector(), Watch(), lambda *_: None, seeds=2)
    assert found[:2] == first
    assert [(run.arm.size, run.seed) for run in found] == [(4, 0), (4, 1), (8, 0), (8, 1)]
    assert all(len(run.rows) == 3 for run in found)
    assert [path.name for path in plan.work.iterdir()] == ["study.json"]
    assert told[:2] == [(0, 4), (1, 4)]


@pytest.mark.parametrize("left", ["", '[{"size": 4'])
def test_a_journal_that_the_machine_s_power_took_away_ends_no_study(tmp_path, left):
    (tmp_path / "study.json").write_text(left)
    assert studies._read(tmp_path / "study.json") == []


@pytest.mark.parametrize("left", ["", "6bb441df-014c"])
def test_an_attempt_cut_off_while_it_named_its_data_set_makes_it_again(tmp_path, left):
    (tmp_path / "snapshot").write_text(left)
    assert training_snapshot._known(None, tmp_path) is None


def test_an_arm_is_judged_as_its_model_would_serve(tmp_path, tiny_model, monkeypatch):
    seen = []

    class Hybrid(studies.HybridDetector):
        def __init__(self, rules, model, left_out=(), merge="steps"):
            seen.append((left_out, merge))
            super().__init__(rules, model, left_out, merge)

    monkeypatch.setattr("worker.training.arms.SIZES", (4,))
    monkeypatch.setattr(studies, "HybridDetector", Hybrid)
    start = tmp_path / "start"
    shutil.copytree(tiny_model, start)
    write_settings(start, replace(read_settings(start), left_out=("rule:x",)))
    parts = Parts(tuple(notes(4)), tuple(notes(2, "V")), tuple(notes(1, "T")))
    plan = Plan(start, tmp_path / "work", QUICK, merge="union")
    study(Kind.CURVE, parts, plan, RuleDetector(), Watch(), seeds=1)
    assert seen == [(("rule:x",), "union")]


def test_a_cancelled_study_stops(tmp_path, tiny_model):
    parts = Parts(tuple(notes(8)), tuple(notes(2, "V")), tuple(notes(3, "T")))
    plan = Plan(tiny_model, tmp_path / "work", QUICK)
    cancelled = Watch(is_cancelled=lambda: True)
    with pytest.raises(TrainingCancelled):
        study(Kind.CURVE, parts, plan, RuleDetector(), cancelled)
