from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.mechanisms.chain import STEPS, chain_dates, chain_quantities
from privacy.domain.mechanisms.dates_tchouka import category_of
from privacy.domain.mechanisms.sequence import NoisyDate, NoisyQuantity
from privacy.domain.randomness import StudyKey
from privacy.domain.time.forms import Granularity
from privacy.domain.time.resolve import TimePoint
from privacy.domain.time.units import Unit

REFERENCE = date(2022, 10, 24)
DAYS = [date(2020, 2, 12), date(2020, 2, 26), date(2015, 1, 1)]


def items(epsilon: Fraction, days=DAYS) -> list[NoisyDate]:
    return [
        NoisyDate(TimePoint(Granularity.DAY, day), Granularity.DAY, epsilon, "DATE") for day in days
    ]


def run(key, epsilon, *, name, days=DAYS) -> list[date]:
    points = chain_dates(items(epsilon, days), patient="p", key=key, reference=REFERENCE, name=name)
    return [point.first for point in points]


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("seed", range(8))
def test_the_order_holds_and_nothing_lies_after_the_reference(name, seed):
    key = StudyKey(bytes([seed]) * 32)
    first, second, oldest = run(key, Fraction(1, 4), name=name)
    assert oldest <= first <= second <= REFERENCE
    assert oldest >= date(1900, 1, 1)


def test_categories_of_2022_are_kept():
    for seed in range(8):
        first, second, _oldest = run(
            StudyKey(bytes([seed]) * 32), Fraction(1, 4), name="tchouka2022"
        )
        assert category_of((REFERENCE - second).days) == category_of(971)
        assert 0 <= (second - first).days <= 59  # 14 days lie in the first category


def test_noise_accumulates_from_the_reference(key):
    # ε = 100: every interval stays, or loses the day that ⌊Laplace⌋ takes half the time
    first, second, oldest = run(key, Fraction(100), name="tchouka2023")
    lost = [
        (new - old).days
        for new, old in zip((second, first, oldest), (DAYS[1], DAYS[0], DAYS[2]), strict=True)
    ]
    assert lost == sorted(lost)
    assert all(0 <= later <= 3 for later in lost)


def test_months_and_years_keep_their_granularity(key):
    points = [
        TimePoint(Granularity.MONTH, date(2019, 3, 1)),
        TimePoint(Granularity.YEAR, date(2010, 1, 1)),
    ]
    drawn = chain_dates(
        [NoisyDate(p, p.granularity, Fraction(1), "DATE") for p in points],
        patient="p", key=key, reference=REFERENCE, name="tchouka2023",
    )  # fmt: skip
    assert [p.granularity for p in drawn] == [Granularity.MONTH, Granularity.YEAR]
    assert [p.first.day for p in drawn] == [1, 1]


@pytest.mark.parametrize("name", STEPS)
def test_dates_outside_the_calendar_of_the_paper_are_bounded(name, key):
    # after the reference, and more than 120 years before it
    late, old = run(key, Fraction(1), name=name, days=[date(2030, 1, 1), date(1850, 1, 1)])
    assert date(1900, 1, 1) <= old <= late <= REFERENCE


@pytest.mark.parametrize("name", STEPS)
def test_quantities_stay_in_their_bounds(name):
    ages = [
        NoisyQuantity(40, Unit.YEAR, Fraction(1, 4), "AGE"),
        NoisyQuantity(1, Unit.DAY, Fraction(1, 4), "AGE"),
    ]
    seen = set()
    for seed in range(12):
        key = StudyKey(bytes([seed]) * 32)
        years, days = chain_quantities(ages, patient="p", key=key, longest_years=120, name=name)
        assert 1 <= years <= 120
        assert 1 <= days <= 120 * 366
        if name == "tchouka2022":
            assert days <= 59  # its own category
            assert years >= 2
        seen.add(years)
    assert len(seen) > 3


def test_the_same_context_gives_the_same_draw_and_another_neighbour_another(key):
    assert run(key, Fraction(1), name="tchouka2023") == run(key, Fraction(1), name="tchouka2023")
    alone = run(key, Fraction(1, 50), name="tchouka2023", days=DAYS[:1])
    assert alone != run(key, Fraction(1, 50), name="tchouka2023")[:1]
