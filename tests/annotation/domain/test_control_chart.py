"""Control charts, worked out by hand."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest

from annotation.domain.control_chart import Kind, Week, control_chart


def week(number: int, *days: tuple[int, int]) -> Week:
    """Of (count, total) a day."""
    count, total = (sum(side) for side in zip(*days, strict=True))
    scatter = sum(c * c / t for c, t in days)
    return Week(date(2026, 1, 5) + timedelta(weeks=number), count, total, len(days), scatter)


def weeks(*counts: int, total: int = 100) -> list[Week]:
    return [week(i, (n, total)) for i, n in enumerate(counts)]


def test_limits_are_three_deviations_from_the_first_four_weeks():
    """asin √0.1 = 0.32175; √(1/100 + 1/400) / 2 = 0.0559; sin²(0.32175 ∓ 3 × 0.0559)."""
    found = control_chart(weeks(10, 10, 10, 10, 22, 23))
    assert [point.low for point in found[:4]] == [None] * 4
    assert (found[4].low, found[4].high) == pytest.approx((0.0235, 0.2210), abs=1e-4)
    assert [point.is_out for point in found] == [False] * 5 + [True]


def test_the_limits_of_a_count_a_note():
    """Two a note in 4 weeks of 20 notes: √2 = 1.414; √(1/20 + 1/80) / 2 = 0.125; (1.414 ∓ 0.375)²."""
    found = control_chart(weeks(40, 40, 40, 40, 63, 65, total=20), Kind.RATE)
    assert (found[4].low, found[4].high) == pytest.approx((1.0800, 3.2013), abs=1e-3)
    assert [point.is_out for point in found] == [False] * 5 + [True]


def test_larger_weeks_have_narrower_limits():
    small, large = (
        control_chart([*weeks(10, 10, 10, 10), week(8, (n, n * 10))])[-1] for n in (10, 1000)
    )
    assert large.high - large.low < small.high - small.low


def test_days_that_always_differed_widen_the_limits():
    """1 and 21 of 110 in turn: χ² = 8 × 100 / (110 × 0.1 × 0.9) over 7 degrees = 11.5, its root 3.4 times wider."""
    differing = [week(i, (1, 110), (21, 110)) for i in range(4)]
    even = [week(i, (11, 110), (11, 110)) for i in range(4)]
    newest = week(4, (60, 220))
    assert not control_chart([*differing, newest])[4].is_out
    assert control_chart([*even, newest])[4].is_out


def test_who_watches_many_figures_is_not_alarmed_more_often():
    """Of 40 figures each may lie outside forty times as seldom: 4 deviations instead of 3."""
    found = [control_chart(weeks(10, 10, 10, 10, 25), watched=n)[4] for n in (1, 40)]
    assert [point.is_out for point in found] == [True, False]


def test_too_few_weeks_or_spans_judge_nothing():
    assert not any(point.is_out for point in control_chart(weeks(1, 1, 90)))
    assert control_chart(weeks(1, 1, total=29)) == []
    assert control_chart(weeks(1, 1, total=9), Kind.RATE) == []
    assert control_chart([]) == []


@pytest.mark.parametrize("kind", Kind)
def test_what_never_came_alarms_when_it_comes_often(kind):
    found = control_chart(weeks(0, 0, 0, 0, 1, 9), kind)
    assert [point.is_out for point in found] == [False] * 5 + [True]


def test_weeks_of_clinical_notes_alarm_seldom():
    """Four notes a day with two entities each on average, but as scattered as notes are: of 40 figures watched, a
    week is outside by chance for less than one in a hundred."""
    draw = random.Random(3)

    def notes(number: int) -> Week:
        days = []
        for _day in range(5):
            found = [draw.expovariate(1 / 2) for _note in range(4)]
            days.append((sum(map(round, found)), 4))
        return week(number, *days)

    charts = [control_chart([notes(i) for i in range(8)], Kind.RATE, 40) for _one in range(400)]
    late = [point.is_out for chart in charts for point in chart[4:]]
    assert sum(late) < len(late) / 100


def test_weeks_that_are_all_alike_have_limits():
    """Rounding makes the scatter of like days a little less than nothing."""
    for total in range(2, 40):
        for count in range(1, total):
            for kind in Kind:
                found = control_chart(weeks(*[count] * 5, total=total), kind)
                assert not any(point.is_out for point in found)
