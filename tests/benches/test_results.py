"""The page of measurements is what the benches wrote, and a new run takes the place of older figures."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

from benches import results
from benches.results import Bench, Row, Run

OLD = Run("2026-01-01", "aaaaaaa", "make bench-x", "one machine", "Python 3", ())
NEW = replace(OLD, date="2026-02-02", commit="bbbbbbb")


def test_the_page_is_what_the_files_give_and_stays_short():
    page = results.PAGE.read_text(encoding="utf-8")
    assert page == results.page(), "run `make bench-docs`"
    assert len(page.splitlines()) <= 85
    more = results.COMPARISONS.read_text(encoding="utf-8")
    assert more == results.comparisons(), "run `make bench-docs`"
    for drawing in filter(results.points_of, results.DRAWINGS):
        drawn = drawing.path.read_text(encoding="utf-8")
        assert drawn == results.picture(drawing), "run `make bench-docs`"


def test_every_file_belongs_to_a_bench_and_no_bar_has_two_figures():
    assert {path.stem for path in results.FOLDER.glob("*.json")} == set(results.BENCHES)
    for key in results.BENCHES:
        bars = [(row.bar, row.on) for run in results.read(key).runs for row in run.rows]
        assert len(bars) == len(set(bars)), key


def test_a_new_run_replaces_its_bars_and_leaves_the_others():
    old = replace(OLD, rows=(Row("speed", "1"), Row("memory", "2"), Row("recall", "3", on="hand")))
    new = replace(NEW, rows=(Row("speed", "10"), Row("recall", "30", on="fresh")))
    merged = results.merged(Bench("x", "", (old,)), new)
    assert [(run.commit, [row.figure for row in run.rows]) for run in merged.runs] == [
        ("aaaaaaa", ["2", "3"]),
        ("bbbbbbb", ["10", "30"]),
    ]


def test_a_run_without_a_bar_left_goes():
    old = replace(OLD, rows=(Row("speed", "1"),))
    merged = results.merged(Bench("x", "", (old,)), replace(NEW, rows=(Row("speed", "2"),)))
    assert [run.commit for run in merged.runs] == ["bbbbbbb"]


def test_what_is_recorded_is_read_again(tmp_path):
    rows = [Row("speed", "1.5", "×", "3 rounds", "", "≥ 1", True)]
    results.record("ner", rows, tmp_path)
    [run] = results.read("ner", tmp_path).runs
    assert run.rows == tuple(rows)
    assert run.versions.startswith("Python 3")
    content = json.loads((tmp_path / "ner.json").read_text(encoding="utf-8"))
    assert "points" not in content["runs"][0]["rows"][0]
    assert list(content) == ["title", "note", "runs"]


def test_nothing_measured_writes_nothing(tmp_path):
    results.record("ner", [], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_points_are_drawn_and_told(tmp_path):
    own = {"corrected notes": [0, 50], "corrections, house": [8.0, 4.0], "redacted, house": [94.0, 98.0]}  # fmt: skip
    other = {"corrected notes": [25, 50], "corrections, ward": [6.0, 5.0]}
    rows = (Row("a", "1", points=own), Row("b", "2", points=other), Row("c", "3"))
    results.write("loop", Bench("Loop", "So.", (replace(OLD, rows=rows),)), tmp_path)
    assert results.points_of(results.LOOP, tmp_path) == [own, other]
    table = results.comparisons(tmp_path)
    assert "| corrected notes | corrections: house | corrections: ward | redacted: house |" in table
    assert "| 25 | – | 6 | – |" in table
    assert "| 50 | 4 | 5 | 98 |" in table
    svg = ElementTree.fromstring(results.picture(results.LOOP, tmp_path))
    told = [line.get("points") for line in svg.iter("{http://www.w3.org/2000/svg}polyline")]
    # 8 is the highest and 4 the lowest of the panel; the last place of all is its right edge
    assert told[0] == "70.0,34.0 560.0,180.0"
    assert told[1] == "315.0,107.0 560.0,143.5"
    assert len(told) == 3


def test_rows_of_one_name_are_one_line_and_few_far_numbers_lie_apart_by_their_logarithms(tmp_path):
    rows = [
        Row("N = 100", "60 %", points={"N": [100], "F1, private": [60.0], "adversary, T1": [0.51]}),
        Row("N = 1", "70 %", points={"N": [1], "F1, private": [70.0]}),
        Row("N = 10", "61 %", points={"N": [10], "F1, private": [61.0], "F1, DANN": [65.0]}),
    ]
    results.record("private", rows, tmp_path)
    assert "| 10 | 61 | 65 | – |" in results.comparisons(tmp_path)
    svg = ElementTree.fromstring(results.picture(results.PRIVATE, tmp_path))
    space = "{http://www.w3.org/2000/svg}"
    private = next(line.get("points").split() for line in svg.iter(f"{space}polyline"))
    assert [one.split(",")[0] for one in private] == ["70.0", "315.0", "560.0"]
    # lines of one place are dots: DANN, T1
    assert len(list(svg.iter(f"{space}circle"))) == 2


def test_a_missed_target_is_bold(tmp_path):
    rows = (Row("slow", "9", "s", "", "", "< 5", False), Row("words", "70", "%", "4 notes", "hand"))
    results.write("ner", Bench("Detection", "Read so.", (replace(OLD, rows=rows),)), tmp_path)
    page = results.page(tmp_path)
    assert "| ner | slow | **9** s | < 5 |  | 2026-01-01, aaaaaaa |" in page
    assert "| hand, 4 notes | 70 | 2026-01-01, aaaaaaa |" in page
