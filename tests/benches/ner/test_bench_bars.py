"""The rows that the benches of detection write for docs/benchmarks.md."""

from __future__ import annotations

from annotation.domain.ner_metrics import NerReport, Score
from benches.ner import bars, parity, prose, rule_speed, speed
from benches.ner.sources import Source
from benches.results import Row

HELDOUT = Source("demo-heldout", "démo, heldout", ())
# 98 of 100 identifying words are masked, 2 others too, in 1,000 words and signs; 7 notes of 10 whole.
REPORT = NerReport(
    notes=10,
    tokens=1000,
    fully_redacted_notes=7,
    redaction=Score(98, 100, 98, 100),
    token={"TOTAL": Score(9, 10, 9, 10)},
)


def test_notes_have_a_row_for_each_figure_and_targets_where_they_hold_bars():
    rows = {row.bar: row for row in bars.of_notes(HELDOUT, REPORT, REPORT, hold_bars=True)}
    assert rows["words redacted"] == Row(
        "words redacted", "98.00", "%", "10 notes", "heldout", "≥ 97", True
    )
    assert rows["notes fully redacted"].figure == "7 of 10"
    assert rows["notes fully redacted"].met is False
    assert rows["wrongly masked per 1,000"].figure == "2.0"
    assert (rows["word F1"].figure, rows["word F1"].met) == ("90.0", True)
    assert rows["rules alone: words redacted"].figure == "98.0"


def test_other_notes_hold_no_bar():
    rows = bars.of_notes(Source("check", "styles", ()), REPORT, None, hold_bars=False)
    assert {(row.on, row.target, row.met) for row in rows} == {("check", "", None)}


def test_the_best_of_other_tools_is_told_once():
    [row] = bars.of_peers(HELDOUT, [REPORT, NerReport(redaction=Score(1, 1, 1, 2))])
    assert (row.bar, row.figure, row.n) == (
        "best other tool, words redacted on heldout",
        "98.0",
        "of 2 tools",
    )
    assert bars.of_peers(HELDOUT, []) == []


def test_prose_holds_its_bar_where_it_was_read_or_must_not_be():
    found = prose.Covered(words=1000, masked=5, plain=500, false=2)
    assert [(row.figure, row.met) for row in bars.of_published(found)] == [("4.0", False)]
    assert bars.of_plain("look", found, 20)[0].met is None
    assert bars.of_plain("check", found, 20)[0].met is False


def test_speed_parity_and_rules_say_what_they_miss():
    series = {speed.WORKERS: speed.Series([600.0, 700.0, 800.0], [6.5, 7.0, 7.5])}
    rows = bars.of_speed(speed.Speed(series, 200_000_000), 300, 16, rule_speed.ORDINARY, 3, 10)
    assert [(row.figure, row.met) for row in rows] == [("7.0", False), ("5.0", True), ("200", True)]
    assert bars.of_parity(parity.Parity(2, 1, 199, 200))[0].figure == "99.50"
    rates = {rule_speed.ORDINARY: rule_speed.Rates(wall=[90_000.0])}
    assert bars.of_rules(rates, 1)[0].met is False
