"""The search: it finds, it goes on where it was, it gives up what lags."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.worker.training.test_retrain import RECIPE, coded
from worker.training import search as searching
from worker.training.encoder.loop import DivergedError, Progress, TrainingCancelled
from worker.training.encoder.recipe import ARTICLES, CORRECTIONS
from worker.training.learn import Learnt
from worker.training.plan import EpochFigures, Plan, Stage, Step, Watch
from worker.training.search import Order, open_study, search
from worker.training.splitting import parts_of


@pytest.fixture
def parts():
    return parts_of([coded(number) for number in range(24)])


@pytest.fixture
def fake_learn(monkeypatch):
    """Learns in no time: F1 grows with the epochs, and best with windows of 128."""
    tried = []
    monkeypatch.setattr(searching, "EPOCHS", (2, 4))  # each epoch is a line of the journal

    def learn(parts, plan, watch):
        recipe = plan.recipe
        best = 0.9 if recipe.max_length == 128 else 0.5
        rows: list[EpochFigures] = []
        for epoch in range(1, recipe.epochs + 1):
            watch.check()
            f1 = best * epoch / recipe.epochs
            rows.append(EpochFigures(epoch, 1.0, f1, 0.9, {}))
            watch.on_step(Step(Stage.LEARN, tuple(rows)))
        tried.append(recipe)
        return Learnt(None, None, None, tuple(rows), rows[-1])

    monkeypatch.setattr(searching, "learn", learn)
    return tried


def found(parts, tmp_path, trials, **options):
    plan = Plan("x", tmp_path / "work", replace(RECIPE, epochs=4))
    return search(parts, plan, Order(trials, **options), tmp_path / "study", Watch())


def test_it_finds_the_better_window_and_says_what_matters(parts, tmp_path, fake_learn):
    done = found(parts, tmp_path, 12)
    assert done.recipe.max_length == 128
    assert len(done.rows) == 12
    assert max(row.value for row in done.rows) == pytest.approx(0.9)
    assert sorted(done.importance) == ["batch_size", "epochs", "max_length"]
    assert sum(done.importance.values()) == pytest.approx(1, abs=0.01)
    assert done.recipe.learning_rate == RECIPE.learning_rate  # not searched unless asked


def test_a_trial_runs_at_most_twice_the_usual_epochs_or_as_many_as_asked():
    assert Order(1).epochs(CORRECTIONS) == (2, 10)
    assert Order(1).epochs(ARTICLES) == (2, 30)
    assert Order(1, most_epochs=3).epochs(ARTICLES) == (2, 3)
    assert Order(1, most_epochs=1).epochs(ARTICLES) == (1, 1)


def test_trials_keep_to_the_epochs_that_were_asked(parts, tmp_path, fake_learn):
    found(parts, tmp_path, 6, most_epochs=2)
    assert {recipe.epochs for recipe in fake_learn} == {2}


def test_it_goes_on_where_it_was(parts, tmp_path, fake_learn):
    first = found(parts, tmp_path, 3)
    assert len(fake_learn) + sum(row.state == "pruned" for row in first.rows) == 3
    again = found(parts, tmp_path, 5, with_learning_rate=True)
    assert [row.number for row in again.rows] == [0, 1, 2, 3, 4]
    assert again.rows[:3] == first.rows
    assert 1e-5 <= again.rows[4].params["learning_rate"] <= 3e-4


def test_a_cancel_ends_it_and_keeps_what_was_tried(parts, tmp_path, fake_learn):
    plan = Plan("x", tmp_path / "work", replace(RECIPE, epochs=4))
    rows = []
    watch = Watch(is_cancelled=lambda: len(rows) >= 2)
    with pytest.raises(TrainingCancelled):
        search(
            parts,
            plan,
            Order(9),
            tmp_path / "study",
            watch,
            lambda told, doing: None if doing else rows.append(told),
        )
    assert len(open_study(tmp_path / "study", 1).trials) == 2


def test_the_trial_of_a_killed_worker_is_buried_and_replaced(
    parts, tmp_path, fake_learn, monkeypatch
):
    study = open_study(tmp_path / "study", 1)
    study.ask()
    monkeypatch.setattr(searching, "_STALE_SECONDS", 0.0)
    done = found(parts, tmp_path, 2)
    assert done.rows[0].state == "fail"
    assert sum(row.state in ("complete", "pruned") for row in done.rows) == 2


def test_a_trial_with_a_long_epoch_is_not_buried_by_who_joins(parts, tmp_path, monkeypatch):
    """Another worker may begin within an epoch of hours."""
    clock = [1_800_000_000.0]
    monkeypatch.setattr(searching.time, "time", lambda: clock[0])
    monkeypatch.setattr(searching, "_BEAT_SECONDS", 0.0)
    plan = Plan("x", tmp_path / "work", replace(RECIPE, epochs=4))

    def learn(_parts, _plan, watch):
        for _hour in range(3):
            clock[0] += 3000
            watch.on_step(Step(Stage.LEARN, ()))
        searching._bury(open_study(tmp_path / "study", 1), searching._STALE_SECONDS)
        row = EpochFigures(1, 1.0, 0.5, 0.9, {})
        watch.on_step(Step(Stage.LEARN, (row,)))
        return Learnt(None, None, None, (row,), row)

    monkeypatch.setattr(searching, "learn", learn)
    [row] = search(parts, plan, Order(1), tmp_path / "study", Watch()).rows
    assert (row.state, row.value) == ("complete", 0.5)


def test_what_lags_behind_is_given_up(parts, tmp_path, fake_learn):
    study = open_study(tmp_path / "study", 1)
    for _ in range(5):
        trial = study.ask()
        searching.recipe_of(trial, RECIPE, Order(6))
        for epoch in range(1, 5):
            trial.report(0.99, epoch)
        study.tell(trial, 0.99)
    done = found(parts, tmp_path, 6)
    assert done.rows[5].state == "pruned"
    assert study.best_value == 0.99


def test_a_trial_that_diverges_is_given_up_and_the_next_goes_on(
    parts, tmp_path, fake_learn, monkeypatch
):
    usual, calls = searching.learn, []

    def learn(parts, plan, watch):
        calls.append(plan)
        if len(calls) == 1:
            raise DivergedError
        return usual(parts, plan, watch)

    monkeypatch.setattr(searching, "learn", learn)
    rows = found(parts, tmp_path, 2).rows
    assert [(row.state, row.value is None) for row in rows] == [
        ("pruned", True),
        ("complete", False),
    ]


def test_with_a_real_network(parts, tmp_path, tiny_backbone, monkeypatch):
    monkeypatch.setattr(searching, "EPOCHS", (1, 1))
    monkeypatch.setattr(searching, "MAX_LENGTHS", (32,))
    plan = Plan(tiny_backbone, tmp_path / "work", RECIPE)
    done = search(parts, plan, Order(1), tmp_path / "study", Watch())
    assert [row.state for row in done.rows] == ["complete"]
    assert done.recipe.max_length == 32
    assert not list((tmp_path / "work").glob("trial-*"))


def test_a_trial_is_worth_what_a_training_would_keep(parts, tmp_path, fake_learn, monkeypatch):
    """Where few notes validate, the last epoch is kept, not the best one."""
    quick = searching.learn

    def falling(parts, plan, watch):
        rows = quick(parts, plan, watch).epochs
        last = replace(rows[-1], f1=0.25)
        return Learnt(None, None, None, (*rows[:-1], last), last)

    monkeypatch.setattr(searching, "learn", falling)
    [row] = found(parts, tmp_path, 1).rows
    assert (row.state, row.value) == ("complete", 0.25)


def test_it_tells_what_it_is_at_before_the_first_trial_ends(
    parts, tmp_path, fake_learn, monkeypatch
):
    monkeypatch.setattr(searching, "EPOCHS", (4, 4))
    told = []
    plan = Plan("x", tmp_path / "work", replace(RECIPE, epochs=4))
    told_of = lambda rows, doing: told.append((rows[-1].state, len(rows[-1].params), doing))  # noqa: E731
    search(parts, plan, Order(1), tmp_path / "study", Watch(), told_of)
    (first, *epochs, last) = told
    assert first == ("running", 3, searching.Doing(0))
    assert len(epochs) == 4
    assert last == ("complete", 3, None)


def test_a_share_of_a_trial_is_that_of_its_epochs():
    at = Progress(epoch=2, epochs=4, step=3, steps=6, loss=0.0, eta_s=0.0)
    assert searching.Doing(0).share == 0.0
    assert searching.Doing(0, Step(Stage.LEARN, (), at)).share == 0.375
    assert searching.Doing(0, Step(Stage.CALIBRATE)).share == 1.0


def test_who_is_alone_waits_for_no_killed_worker(parts, tmp_path, fake_learn):
    """Killed a minute ago, it would seem to run for an hour."""
    open_study(tmp_path / "study", 1).ask()
    plan = Plan("x", tmp_path / "work", replace(RECIPE, epochs=4))
    beside = search(parts, plan, Order(1), tmp_path / "study", Watch())
    assert [row.state for row in beside.rows] == ["running", "complete"]
    alone = search(parts, plan, Order(2), tmp_path / "study", Watch(), is_alone=True)
    assert [row.state for row in alone.rows][:2] == ["fail", "complete"]


def test_a_cancelled_trial_is_not_told_to_run(parts, tmp_path, fake_learn):
    told = []
    plan = Plan("x", tmp_path / "work", replace(RECIPE, epochs=4))
    watch = Watch(is_cancelled=lambda: bool(told))
    with pytest.raises(TrainingCancelled):
        search(
            parts, plan, Order(9), tmp_path / "study", watch, lambda rows, _doing: told.append(rows)
        )
    assert [row.state for row in told[-1]] == ["fail"]
