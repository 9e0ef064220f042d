"""The bench of the learning loop: who judges, who is chosen, what holds the bar, what an interruption leaves."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from benches import bench_loop
from benches.bench_loop import Journal, Learned, Round
from benches.ner.house import house_notes
from tests.mini_model import write_mini_model
from worker.training.figures import Figures
from worker.training.judged import judged_note

FIRST = Figures("e", 20, 2000, 200, 190, 6, 50, 0.9, {}, corrections=220)
OPTIONS = Namespace(source="families", order="random", seed=18)
NOTHING = Learned(Path(), ())
BATCH = tuple(f"n{number}" for number in range(25))


def notes(count: int) -> list[Note]:
    return [Note(f"n{number:03d}", f"Note {number}.") for number in range(count)]


def test_who_judges_is_never_corrected_and_the_draw_is_the_same_each_time():
    judging, waiting = bench_loop.parted(notes(60), 20)
    assert len(judging) == 20
    assert {n.id for n in judging} | {n.id for n in waiting} == {n.id for n in notes(60)}
    assert not {n.id for n in judging} & {n.id for n in waiting}
    assert bench_loop.parted(notes(60), 20) == (judging, waiting)


LESS = [replace(FIRST, corrections=left) for left in (220, 150, 130, 110)]


def test_the_loop_works_if_corrections_fall_in_every_round_to_half_at_no_less_recall():
    assert bench_loop.holds(LESS)
    assert not bench_loop.holds([*LESS[:3], replace(FIRST, corrections=111)])  # not by half
    assert not bench_loop.holds([LESS[0], LESS[2], LESS[1], LESS[3]])  # one round makes more work
    assert not bench_loop.holds([*LESS[:2], replace(LESS[2], redacted=189), LESS[3]])


def test_a_row_tells_every_round_and_what_the_gate_refused():
    found = [Round(BATCH * place, figures, ()) for place, figures in enumerate(LESS)]
    found[2] = replace(found[2], refused=("labels",))
    [row] = bench_loop.rows(found, OPTIONS)
    assert row.figure == "11.0 → 7.5 → 6.5 → 5.5"
    assert row.met
    assert "after 0, 25, 50, 75 corrected notes, families, order random" in row.bar
    assert "refused after 50: labels" in row.unit
    assert row.n == "20 notes, ner-fr-4"  # the weights that it began with
    assert row.points == {
        "corrected notes": [0, 25, 50, 75],
        "corrections, families, random": [11.0, 7.5, 6.5, 5.5],
        "redacted, families, random": [95.0] * 4,
    }


def test_a_round_is_kept_as_it_was(tmp_path):
    """What was judged note by note too: the intervals need it."""
    note = Note("a", "Vu M. Durand", entities=(Span(6, 12, "PER", "NOM"),))
    found = [
        Round((), FIRST, ()),
        Round(("b",), FIRST, (judged_note(note, []),), 3.5, ("labels",), "m1"),
    ]
    journal = Journal(tmp_path / "x")
    assert journal.rounds() == []
    journal.write(found)
    assert journal.rounds() == found


def test_the_riskiest_notes_come_first_and_a_fifth_of_a_mixed_batch_is_random():
    class Unsure:
        version = "x"

        def detect(self, texts, patients=None):
            """The later the note, the less sure."""
            return [[Span(0, 4, "PER", "NOM", 1 - int(t[5:-1]) / 100)] for t in texts]

    waiting = notes(60)
    risky = bench_loop.chosen(waiting, Unsure(), Namespace(order="risk"), NOTHING)
    assert [n.id for n in risky] == [f"n{i:03d}" for i in range(59, 34, -1)]
    mixed = bench_loop.chosen(waiting, Unsure(), Namespace(order="mixed"), NOTHING)
    assert [n.id for n in mixed[20:]] == ["n000", "n001", "n002", "n003", "n004"]
    drawn = bench_loop.chosen(waiting, Unsure(), OPTIONS, NOTHING)
    assert drawn == bench_loop.chosen(waiting, Unsure(), OPTIONS, NOTHING)
    assert len({n.id for n in drawn}) == 25


def test_the_invented_clinic_writes_the_same_notes_each_time():
    first, again = list(house_notes(30, 1)), list(house_notes(30, 1))
    assert first == again
    assert {n.id for n in first} == {f"house-{i:03d}" for i in range(30)}
    assert first != list(house_notes(30, 2))
    for note in first:
        for span in note.entities:
            surface = note.text[span.start : span.end]
            assert surface == surface.strip() != ""


@pytest.mark.slow
def test_an_interrupted_bench_goes_on_where_it_was(tmp_path, monkeypatch, capsys):
    """One round a call, each from what the last one left; the table comes with the last."""
    tiny = write_mini_model(tmp_path / "tiny")
    monkeypatch.setattr(bench_loop, "SHIPPED", tiny)
    monkeypatch.setattr(bench_loop, "SOURCES", {"house": lambda: list(house_notes(40, 1))})
    monkeypatch.setattr(bench_loop, "KEPT", {"house": 4})
    monkeypatch.setattr(bench_loop, "BATCH", 6)
    monkeypatch.setattr("worker.training.retrain.regression_notes", lambda: list(house_notes(2, 3)))
    command = f"--order active --rounds 2 --most 1 --epochs 1 --replay 0 --dry --promote-all --work {tmp_path}".split()
    assert bench_loop.main(command) == 3
    [folder] = [path.parent for path in tmp_path.glob("*/rounds.json")]
    [_start, first] = Journal(folder).rounds()
    assert bench_loop.main(command) == 0
    last = Journal(folder).rounds()
    assert last[1] == first
    assert [row.notes for row in last] == [0, 6, 12]
    assert set(last[1].corrected) < set(last[2].corrected)
    assert bench_loop.main(command) == 0  # nothing left to do
    assert Journal(folder).rounds() == last
    assert '"source": "house"' in capsys.readouterr().out


def test_orders_are_compared_over_the_same_seeds_or_not_at_all(tmp_path):
    recipe = bench_loop.recipe_of(
        Namespace(epochs=1, lr=1e-4, head_factor=1, replay=0, frozen_layers=0, batch_size=8)
    )
    options = Namespace(
        source="house", seed=0, promote_all=False, work=tmp_path, rounds=2, compare=[1, 2]
    )
    note = Note("a", "Vu M. Durand", entities=(Span(6, 12, "PER", "NOM"),))
    right, wrong = (judged_note(note, list(spans)) for spans in (note.entities, ()))

    def write(order: str, seed: int, *judged) -> None:
        own = Namespace(**{**vars(options), "order": order, "seed": seed})
        found = [Round(BATCH * place, FIRST, (row,)) for place, row in enumerate(judged)]
        Journal(tmp_path / bench_loop.key_of(own, recipe)).write(found)

    for seed in (1, 2):
        write("random", seed, wrong, wrong, right)
    write("active", 1, wrong, right, right)
    with pytest.raises(SystemExit):
        bench_loop.orders_compared(options, recipe)
    write("active", 2, wrong, right, right)
    [row] = bench_loop.orders_compared(options, recipe)
    assert row.figure == "1.00 → 0.00, 0.00 → 0.00"
    assert "mean over the rounds -0.50" in row.unit
    assert row.points["corrections, house, active, 2 draws"] == [0, 0]
    assert row.points["corrections, house, random, 2 draws"] == [1, 0]
    assert row.met
