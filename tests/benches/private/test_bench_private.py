"""The file that is carried to a card, the tasks and what the page says of them; networks of a handful of weights."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benches import bench_private, results
from benches.private import data, rows
from benches.private.tasks import FEW, FLOOR, PRIVATE, PSEUDONYMS, RAW, Task, all_tasks, measured
from tests.worker.private import tiny
from worker.private import verdict
from worker.private.learning import Method, Recipe

RECIPE = Recipe(
    tagger_epochs=1, adversary_epochs=0, joint_epochs=1, probe_epochs=1, batch=16, hidden=4
)


@pytest.fixture(scope="module")
def made():
    sentences = tiny.sentences(12)
    return data.Data(tiny.words(), sentences, sentences[:8], "12 notes")


def test_what_is_carried_is_what_was_prepared(made, tmp_path):
    path = tmp_path / "data.safetensors"
    data.write(made, path)
    again = data.read(path)
    assert (again.teaching, again.judging, again.told) == (made.teaching, made.judging, made.told)
    assert again.words.words == made.words.words
    assert (again.words.vectors == made.words.vectors).all()


def test_every_task_has_a_name_of_its_own():
    keys = [task.key for task in all_tasks()]
    assert len(set(keys)) == len(keys)
    assert keys[1] == "private N=10 d=50 three_phases floor=1.5 copies seed=1"


def test_tasks_are_told_in_their_order_with_their_spread(made, monkeypatch):
    monkeypatch.setattr(verdict, "CHOOSING", 8)
    monkeypatch.setattr(verdict, "TELLING", 8)
    main = Task(PRIVATE, FEW, floor=FLOOR, reads_copies=True, runs=1)
    tasks = [
        Task(PRIVATE, runs=2), main, replace(main, neighbours=2), replace(main, seed=2),
        replace(main, method=Method.DANN), Task(PSEUDONYMS, 2, runs=2), Task(RAW, runs=2),
    ]  # fmt: skip
    found = {task.key: measured(task, made, RECIPE, "cpu") for task in tasks}
    made = {row.bar: row for row in rows.rows_of({"data": "12 notes, few", "tasks": found})}
    assert list(made) == [
        f"12 notes, {bar}"
        for bar in (
            "raw text: F1",
            "pseudonyms, N = 2: F1",
            "private, noise ≥ 1.5, copies, d = 50, N = 10, a representation a run: F1",
            "private, noise ≥ 1.5, copies, d = 50, N = 10",
            "private, d = 50, N = 100",
            "private, DANN, noise ≥ 1.5, copies, d = 50, N = 10",
            "private, noise ≥ 1.5, copies, d = 50, N = 2",
        )
    ]
    all_runs = made[
        "12 notes, private, noise ≥ 1.5, copies, d = 50, N = 10, a representation a run: F1"
    ]
    assert all_runs.figure.endswith("0 of 2 accepted")
    # the curve over N: other floors, sizes and seeds are no point of it
    lines = [list(row.points)[1:] for row in made.values()]
    assert lines == [
        ["F1, 12 notes, raw text"], ["F1, 12 notes, pseudonyms"], [],
        ["F1, 12 notes, three phases", "adversary, 12 notes, three phases, T1", "adversary, 12 notes, three phases, T2"],
        [],
        ["F1, 12 notes, DANN", "adversary, 12 notes, DANN, T1", "adversary, 12 notes, DANN, T2"],
        ["F1, 12 notes, three phases", "adversary, 12 notes, three phases, T1", "adversary, 12 notes, three phases, T2"],
    ]  # fmt: skip


def test_the_part_of_texts_runs_without_a_card_and_records(monkeypatch, capsys):
    """As `make bench-methods` calls it."""
    pytest.importorskip("gensim")
    recorded = {}
    monkeypatch.setattr(
        results,
        "record",
        lambda bench, rows, **where: recorded.update({bench: rows, "where": set(where)}),
    )
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    few = [
        "--notes",
        "4",
        "--judged",
        "2",
        "--pool",
        "4",
        "--runs",
        "1",
        "--workers",
        "1",
        "--tagger-epochs",
        "1",
    ]
    assert bench_private.main([*few, "--only", "raw", "pseudonyms N=2", "pseudonyms N=1"]) == 0
    bars = [row.bar for row in recorded["private"]]
    assert recorded["private"][1].figure.endswith(" % of the sensitive words stay")
    wanted = ["raw text: F1", *(f"pseudonyms, N = {n}: F1" for n in (1, 2, 10, 100))]
    assert bars == [f"4 notes, {bar}" for bar in wanted]
    assert recorded["where"] == {"machine", "versions", "command"}
    assert "NON EXÉCUTÉ" not in capsys.readouterr().out
