"""Geometry of the charts."""

from __future__ import annotations

from annotation.presentation.charts import Bar, Piece, bars, line_chart, stacked


def test_the_widest_bar_fills_the_width():
    one, other = bars({"PER": 20, "LOC": 5})
    assert one == Bar("PER", 20, (Piece(0, 100, "PER", 20),))
    assert other.pieces[0].width == 25


def test_pieces_follow_one_another_on_one_scale():
    (bar, _short) = stacked({"a": {"x": 30, "y": 10}, "b": {"x": 0, "y": 4}})
    assert [(p.x, p.width) for p in bar.pieces] == [(0, 75), (75, 25)]
    assert bar.total == 40


def test_nothing_to_draw():
    assert bars({}) == ()
    assert bars({"PER": 0})[0].pieces[0].width == 0
    assert line_chart(["lundi"], {"notes": [3]}) is None


def test_lines_span_the_box_and_leave_out_what_is_missing():
    chart = line_chart(["a", "b", "c"], {"n": [0, None, 10]})
    assert chart is not None
    assert chart.lines[0].points == "4.0,156.0 596.0,4.0"
    assert chart.rows == (("a", (0,)), ("b", (None,)), ("c", (10,)))
    assert (chart.first, chart.last, chart.top) == ("a", "c", 10)
