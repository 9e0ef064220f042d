"""Control charts, worked out by hand."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from annotation.domain.control_chart import Week, control_chart


def weeks(*counts: int, total: int = 100) -> list[Week]:
    return [Week(date(2026, 1, 5) + timedelta(weeks=i), n, total) for i, n in enumerate(counts)]


def test_limits_are_three_deviations_from_the_first_four_weeks():
    """p = 0.1, √(0.1 × 0.9 / 100) = 0.03."""
    found = control_chart(weeks(10, 10, 10, 10, 18, 20))
    assert [point.low for point in found[:4]] == [None] * 4
    assert (found[4].low, found[4].high) == pytest.approx((0.01, 0.19))
    assert [point.is_out for point in found] == [False] * 5 + [True]


def test_larger_weeks_have_narrower_limits():
    small, large = (
        control_chart([*weeks(10, 10, 10, 10), Week(date(2026, 3, 2), n, n * 10)])[-1]
        for n in (10, 1000)
    )
    assert large.high - large.low < small.high - small.low


def test_weeks_that_always_differed_widen_the_limits():
    """Scores ∓3.33: steps of 6.67 / 1.128 = 5.9 times wider."""
    found = control_chart(weeks(1, 21, 1, 21, 30, total=110))
    assert not found[4].is_out


def test_too_few_weeks_or_spans_judge_nothing():
    assert not any(point.is_out for point in control_chart(weeks(1, 1, 90)))
    assert control_chart(weeks(1, 1, total=29)) == []
    assert control_chart([]) == []


def test_weeks_without_any_correction_have_limits():
    found = control_chart(weeks(0, 0, 0, 0, 0, 1))
    assert [point.is_out for point in found] == [False] * 5 + [True]
