from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy.domain.mechanisms.sequence import (
    HOURS,
    NoisyDate,
    NoisyQuantity,
    draw_dates,
    draw_quantities,
    shift_dates,
    truncate,
)
from privacy.domain.randomness import StudyKey
from privacy.domain.time.forms import Granularity, Kind
from privacy.domain.time.resolve import TimePoint
from privacy.domain.time.units import Unit

KEY = StudyKey(b"s" * 32)
REFERENCE = date(2024, 6, 30)
DAY, MONTH, YEAR = Granularity.DAY, Granularity.MONTH, Granularity.YEAR


def item(text: str, epsilon: Fraction, *, birth: bool = False) -> NoisyDate:
    granularity = {10: DAY, 7: MONTH, 4: YEAR}[len(text)]
    point = TimePoint(granularity, date.fromisoformat((text + "-01-01")[:10]))
    unit = MONTH if birth and granularity is DAY else granularity
    return NoisyDate(point, unit, epsilon, "DATE_NAISSANCE" if birth else "DATE")


def drawn(items, key=KEY):
    return draw_dates(items, patient="p", key=key, reference=REFERENCE)


def test_a_huge_epsilon_changes_nothing():
    texts = ["2020-02-12", "2019-03", "2010", "2020-02-26"]
    assert [p.key for p in drawn([item(t, Fraction(500)) for t in texts])] == texts


def test_birth_date_keeps_its_month_scale_and_redraws_its_day():
    keys = [StudyKey(bytes([i]) * 32) for i in range(40)]
    births = [drawn([item("1950-05-03", Fraction(500), birth=True)], key)[0].first for key in keys]
    assert {(b.year, b.month) for b in births} == {(1950, 5)}
    assert len({b.day for b in births}) > 10


def test_birth_stays_before_the_events_that_follow_it_in_the_same_month():
    for i in range(40):
        key = StudyKey(bytes([i]) * 32)
        birth, admission = drawn(
            [item("2020-05-03", Fraction(500), birth=True), item("2020-05-04", Fraction(500))], key
        )
        assert birth.first <= admission.first


def test_no_surrogate_lies_after_the_reference_date_nor_before_1900():
    for i in range(30):
        key = StudyKey(bytes([i]) * 32)
        points = drawn([item("2024-06-30", Fraction(1, 100)), item("1901", Fraction(1, 100))], key)
        assert all(date(1900, 1, 1) <= p.first <= REFERENCE for p in points)


def coarse(a: TimePoint, b: TimePoint) -> tuple[date, date]:
    """Both at the coarser of their granularities."""
    level = max(a.granularity, b.granularity, key=[DAY, MONTH, YEAR].index)
    return truncate(a.first, level).first, truncate(b.first, level).first


texts = st.dates(date(1920, 1, 1), date(2024, 6, 30)).flatmap(
    lambda d: st.sampled_from([d.isoformat(), d.isoformat()[:7], d.isoformat()[:4]])
)


@given(
    st.lists(texts, min_size=2, max_size=8, unique=True),
    st.fractions(Fraction(1, 50), 3),
    st.integers(0, 255),
    st.booleans(),
)
def test_the_order_of_events_is_never_violated(values, epsilon, seed, birth):
    items = [item(t, epsilon, birth=birth and i == 0) for i, t in enumerate(values)]
    points = drawn(items, StudyKey(bytes([seed]) * 32))
    for a, pa in zip(items, points, strict=True):
        for b, pb in zip(items, points, strict=True):
            before, after = coarse(a.point, b.point)
            if before < after:
                shown, follows = coarse(pa, pb)
                assert shown <= follows


def test_a_year_is_the_same_beside_any_day_that_it_overlaps():
    """« 2019 » lies neither before nor after 1/07/2019, nor 4/07/2019: its surrogate does not look at the day."""
    for seed in range(40):
        key = StudyKey(bytes([seed]) * 32)
        alone = drawn([item("2019", Fraction(1, 2))], key)[0]
        for day in ("2019-07-01", "2019-07-04", "2019-01-01"):
            year, shown = drawn([item("2019", Fraction(1, 2)), item(day, Fraction(1, 2))], key)
            assert year == alone
            assert shown == drawn([item(day, Fraction(1, 2))], key)[0]


def test_a_quarter_is_not_ordered_against_a_month_of_it():
    for seed in range(40):
        key = StudyKey(bytes([seed]) * 32)
        quarter = replace(item("2019-05", Fraction(1, 2)), wider=(Kind.QUARTER,))
        alone = drawn([item("2019-04", Fraction(1, 2))], key) + drawn([quarter], key)
        assert drawn([item("2019-04", Fraction(1, 2)), quarter], key) == alone


def test_two_quarters_stay_two():
    for seed in range(40):
        key = StudyKey(bytes([seed]) * 32)
        first, second = (
            replace(item(t, Fraction(1, 2)), wider=(Kind.QUARTER,)) for t in ("2019-02", "2019-05")
        )
        one, other = (p.first for p in drawn([first, second], key))
        assert (other.year - one.year) * 12 + other.month - one.month >= 3


def test_shift_keeps_every_interval():
    points = [item(t, Fraction(1)).point for t in ("2020-02-12", "2020-02-26", "2021-02-26")]
    shifted = shift_dates(points, patient="p", key=StudyKey(b"s" * 32), reference=date(2024, 1, 1))
    offsets = {(s.first - p.first).days for s, p in zip(shifted, points, strict=True)}
    assert len(offsets) == 1
    assert 1 <= abs(offsets.pop()) <= 365


@pytest.mark.parametrize("last", ["2021-02-26", "2021-03", "2022", "2021-09-30"])
def test_shift_passes_no_reference_date_and_keeps_intervals(last):
    points = [item(t, Fraction(1)).point for t in ("2020-02-12", "2020-02-26", last)]
    reference = date(2021, 3, 1)
    for seed in range(20):
        key = StudyKey(bytes([seed]) * 32)
        shifted = shift_dates(points, patient="p", key=key, reference=reference)
        assert max(point.first for point in shifted) <= reference
        assert (shifted[1].first - shifted[0].first).days == 14
        assert shifted[0].first != points[0].first


def quantities(items, key=KEY):
    return draw_quantities(items, patient="p", key=key, longest_years=120)


def test_quantities_stay_ordered_positive_and_bounded():
    for i in range(60):
        key = StudyKey(bytes([i]) * 32)
        items = [NoisyQuantity(v, Unit.YEAR, Fraction(1, 20), "AGE") for v in (3, 40, 42, 118)]
        values = quantities(items, key)
        assert values == sorted(values)
        assert values[0] >= 1
        assert values[-1] <= 120


def test_quantities_of_several_units_keep_their_order():
    items = [
        NoisyQuantity(18, Unit.MONTH, Fraction(300), "AGE"),
        NoisyQuantity(2, Unit.YEAR, Fraction(300), "AGE"),
    ]
    assert quantities(items) == [18, 2]
    for seed in range(60):
        young = [replace(items[0], epsilon=Fraction(1, 20)), replace(items[1], epsilon=Fraction(1))]
        months, years = quantities(young, StudyKey(bytes([seed]) * 32))
        assert months * HOURS[Unit.MONTH] < (years + 1) * HOURS[Unit.YEAR]


def test_two_dates_stay_two_and_one_noise_in_the_other_order_is_handed_out_in_order():
    swapped = 0
    for seed in range(60):
        key = StudyKey(bytes([seed]) * 32)
        items = [item("2021-05-03", Fraction(1, 5)), item("2021-05-07", Fraction(1, 5))]
        alone = sorted(drawn([one], key)[0].first for one in items)
        together = [point.first for point in drawn(items, key)]
        assert together[0] < together[1]
        if alone[0] < alone[1]:
            assert together == alone
        swapped += drawn(items[:1], key)[0].first > drawn(items[1:], key)[0].first
    assert 5 < swapped < 40


def test_what_stays_apart_stays_within_the_bounds():
    for seed in range(30):
        key = StudyKey(bytes([seed]) * 32)
        items = [item(f"2024-06-{day}", Fraction(1, 100)) for day in (27, 28, 29, 30)]
        days = [p.first for p in drawn(items, key)]
        assert days == sorted(set(days))
        assert days[-1] <= REFERENCE
    months = [item("2024-05", Fraction(1, 100)), item("2024-06", Fraction(1, 100))]
    for seed in range(30):
        first, second = drawn(months, StudyKey(bytes([seed]) * 32))
        assert first.first < second.first <= REFERENCE


def test_the_upper_end_of_an_interval_stays_above_the_lower():
    for seed in range(60):
        key = StudyKey(bytes([seed]) * 32)
        items = [
            NoisyQuantity(3, Unit.DAY, Fraction(1, 10), "DUREE"),
            NoisyQuantity(4, Unit.DAY, Fraction(1, 10), "DUREE"),
            NoisyQuantity(5, Unit.DAY, Fraction(1, 10), "DUREE"),
        ]
        low, high, other = draw_quantities(items, patient="p", key=key, longest_years=120)
        assert 1 <= low < high < other
    oldest = [
        NoisyQuantity(119, Unit.YEAR, Fraction(1, 50), "AGE"),
        NoisyQuantity(120, Unit.YEAR, Fraction(1, 50), "AGE"),
    ]
    for seed in range(60):
        key = StudyKey(bytes([seed]) * 32)
        low, high = draw_quantities(oldest, patient="p", key=key, longest_years=120)
        assert 1 <= low < high <= 120
