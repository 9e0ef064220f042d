"""Measures by hand."""

from dataclasses import astuple

import numpy as np
import pytest

from worker.coding.calibration import fit, probabilities
from worker.coding.scores import (
    best_threshold,
    calibration_error,
    drawn_qualities,
    draws_of,
    f1_at,
    mean_average_precision,
    quality,
)

GOLD = np.array([[1, 1, 0], [0, 1, 0]], dtype=bool)
GIVEN = np.array([[1, 0, 1], [0, 1, 0]], dtype=bool)


def test_micro_counts_codes_and_macro_averages_over_them():
    found = quality(GOLD, GIVEN)
    # right 2, given 3, wanted 3; by code: (1, 1, 1), (1, 1/2, 2/3), (0, 0, 0)
    assert (found.micro_precision, found.micro_recall, found.micro_f1) == pytest.approx(
        (2 / 3,) * 3
    )
    assert found.macro_precision == pytest.approx(2 / 3)
    assert found.macro_recall == pytest.approx(1 / 2)
    assert found.macro_f1 == pytest.approx((1 + 2 / 3) / 3)


def test_a_stay_drawn_twice_counts_twice():
    twice = quality(GOLD, GIVEN, np.array([2.0, 0.0]))
    alone = quality(GOLD[:1], GIVEN[:1])
    assert twice == alone


def test_nothing_proposed_is_no_division_by_zero():
    none = np.zeros_like(GOLD)
    assert quality(GOLD, none).micro_f1 == quality(none, none).macro_f1 == 0.0


def test_each_draw_is_the_quality_of_its_sample_and_the_draws_are_all_samples_of_two():
    draws = draws_of(2, seed=1, count=200)
    assert {tuple(row) for row in draws} == {(2, 0), (1, 1), (0, 2)}
    found = drawn_qualities(GOLD, GIVEN, draws)
    for row, own in zip(draws, found, strict=True):
        assert astuple(quality(GOLD, GIVEN, row)) == pytest.approx(tuple(own))


def test_the_best_threshold_lies_between_the_values_that_it_parts():
    gold = np.array([[True, True, False]])
    assert best_threshold(gold, np.array([[0.9, 0.7, 0.2]])) == (pytest.approx(0.45), 1.0)
    tied = best_threshold(gold, np.array([[0.9, 0.5, 0.5]]))
    assert tied[0] == pytest.approx(0.25)  # all three: 0.8; the first alone: 0.67
    assert tied[1] == pytest.approx(0.8)


def test_ranks():
    gold = np.array([[True, False, True]])
    values = np.array([[0.9, 0.8, 0.1]])
    assert mean_average_precision(gold, values) == pytest.approx((1 + 2 / 3) / 2)
    assert f1_at(gold, values, 1) == pytest.approx(2 / 3)


def test_calibration_error_is_the_gap_between_what_is_said_and_what_is():
    gold = np.array([[True, False, False, False]])
    assert calibration_error(gold, np.full((1, 4), 0.75)) == pytest.approx(0.5)
    assert calibration_error(gold, np.full((1, 4), 0.25)) == pytest.approx(0.0)


def test_the_fit_finds_the_temperature_and_shift_that_drew_the_codes():
    draw = np.random.default_rng(5)
    scores = draw.normal(0, 4, (400, 50)).astype(np.float32)
    gold = draw.random((400, 50)) < probabilities(scores, 2.0, -1.0)
    temperature, shift = fit(scores, gold)
    assert temperature == pytest.approx(2.0, rel=0.05)
    assert shift == pytest.approx(-1.0, abs=0.07)
    assert calibration_error(gold, probabilities(scores, temperature, shift)) < 0.02


@pytest.mark.parametrize("is_gold", [True, False])
def test_a_fit_without_any_error_or_any_code_stays_finite(is_gold):
    scores = np.array([[9.0, 9.0]], dtype=np.float32)
    temperature, shift = fit(scores, np.full((1, 2), is_gold))
    assert np.isfinite([temperature, shift]).all()
    assert temperature > 0
