"""Fitting the dictionary's probabilities: never from tempered scores, twice the same, a note's first run once."""

import numpy as np
import pytest

from benches.icd import calibrate
from benches.icd.notes import CodedText
from icdcoder.domain import scoring
from icdcoder.domain.nomenclature import CodeEntry, Nomenclature

KNOWN = Nomenclature(
    CodeEntry(code, f"Essai {code}", "", True, False) for code in ("I10", "R05", "R51", "J459")
)
NOTES = [
    CodedText(f"essai{number}", text, dict.fromkeys(codes, ""))
    for number, (text, codes) in enumerate(
        [("HTA. Toux.", ("I10",)), ("Asthme, HTA.", ("J459", "I10")), ("Céphalées. HTA ?", ()), ("Toux.", ("R05",))]
    )
]  # fmt: skip


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(calibrate, "load_nomenclature", lambda _path: KNOWN)
    monkeypatch.setattr(calibrate, "read_notes", lambda _folders: NOTES)


def test_fitting_again_gives_the_same_whatever_the_scores_were_tempered_by(monkeypatch, capsys):
    calibrate.main(["folder"])
    first = capsys.readouterr().out
    other = dict.fromkeys(scoring.weights(), 9.0) | {"slope": 0.01, "shift": 3.0}
    monkeypatch.setattr(scoring, "weights", lambda: other)
    calibrate.main(["folder"])
    assert capsys.readouterr().out == first
    assert first.startswith("feature,weight\n")
    assert "\nslope," in first


def test_tempering_anew_keeps_the_weights(capsys):
    calibrate.main(["temper"])
    rows = dict(line.split(",") for line in capsys.readouterr().out.split()[1:])
    kept = {name: float(weight) for name, weight in rows.items() if name not in ("shift", "slope")}
    assert kept.items() <= scoring.weights().items()
    shift, slope = calibrate.temper()
    assert (rows["shift"], rows["slope"]) == (f"{shift:.3f}", f"{slope:.3f}")


def test_a_first_run_holds_what_was_not_tempered(monkeypatch):
    rows = calibrate.new_first_runs(NOTES)
    assert {row[0] for row in rows} >= {"essai0", "essai1"}
    assert ("essai0", "I10", rows[0][2], "1") in rows
    tempered = {**scoring.weights(), "slope": 1.0, "shift": 2.0}
    monkeypatch.setattr(scoring, "weights", lambda: tempered)
    again = {row[:2]: row for row in calibrate.new_first_runs(NOTES)}
    assert all(again[row[:2]] == row for row in rows)


def test_a_note_has_one_first_run():
    known = CodedText(calibrate.first_runs()[0][0], "HTA.", {"I10": ""})
    with pytest.raises(ValueError, match="known already"):
        calibrate.new_first_runs([known])


def test_platt_finds_slope_and_shift_and_leaves_calibrated_scores_alone():
    draw = np.random.default_rng(3)
    odds = draw.normal(0, 2, 20_000)
    right = (draw.random(len(odds)) < 1 / (1 + np.exp(-odds))).astype(float)
    shift, slope = calibrate.platt(odds, right)
    assert (shift, slope) == pytest.approx((0, 1), abs=0.06)
    shift, slope = calibrate.platt(2 * odds + 1, right)  # too sure by twice, and too high
    assert (shift, slope) == pytest.approx((-0.5, 0.5), abs=0.06)


def test_the_calibration_error_is_that_worked_out_by_hand():
    given, right = np.array([0.25, 0.25, 0.75, 0.75]), np.array([0.0, 0.0, 1.0, 0.0])
    assert calibrate.error(given, right) == pytest.approx(0.25)
