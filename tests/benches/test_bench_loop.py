"""The bench of the learning loop: who judges, who is chosen, what holds the bar."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from benches import bench_loop
from benches.bench_loop import Round
from worker.training.figures import Figures

FIRST = Figures("e", 20, 2000, 200, 190, 6, 50, 0.9, {}, corrections=220)
OPTIONS = Namespace(source="families", order="random")


def notes(count: int) -> list[Note]:
    return [Note(f"n{number:03d}", f"Note {number}.") for number in range(count)]


def test_who_judges_is_never_corrected_and_the_draw_is_the_same_each_time():
    judging, waiting = bench_loop.parted(notes(60))
    assert len(judging) == 20
    assert {n.id for n in judging} | {n.id for n in waiting} == {n.id for n in notes(60)}
    assert not {n.id for n in judging} & {n.id for n in waiting}
    assert bench_loop.parted(notes(60)) == (judging, waiting)


def test_a_round_holds_its_bar_with_fewer_corrections_at_no_less_recall():
    less = replace(FIRST, corrections=180)
    rows = bench_loop.rows(
        [
            Round(0, FIRST),
            Round(25, less),
            Round(50, replace(less, redacted=189)),
            Round(75, replace(FIRST, corrections=220)),
        ],
        OPTIONS,
    )
    assert [row.met for row in rows] == [None, True, False, False]
    assert [row.figure for row in rows] == ["11.0", "9.0", "9.0", "11.0"]


def test_the_riskiest_notes_come_first_and_a_fifth_of_a_mixed_batch_is_random():
    class Unsure:
        version = "x"

        def detect(self, texts, patients=None):
            """The later the note, the less sure."""
            return [[Span(0, 4, "PER", "NOM", 1 - int(t[5:-1]) / 100)] for t in texts]

    waiting = notes(60)
    risky = bench_loop.chosen(waiting, Unsure(), Namespace(order="risk"))
    assert [n.id for n in risky] == [f"n{i:03d}" for i in range(59, 34, -1)]
    mixed = bench_loop.chosen(waiting, Unsure(), Namespace(order="mixed"))
    assert [n.id for n in mixed[20:]] == ["n000", "n001", "n002", "n003", "n004"]
    assert bench_loop.chosen(waiting, Unsure(), Namespace(order="random")) == waiting[:25]
