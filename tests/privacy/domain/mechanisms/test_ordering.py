"""The repair of noisy values sees the interval order and nothing else, and keeps it."""

from dataclasses import replace
from datetime import date
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from privacy.domain.mechanisms.ordering import Placed, in_order
from privacy.domain.mechanisms.sequence import _date_scale, _quantity_scale
from privacy.domain.time.forms import Granularity
from privacy.domain.time.units import Unit

REFERENCE = date(2024, 6, 30)
SCALES = [_date_scale(granularity, 1, REFERENCE) for granularity in Granularity]
UNITS = [_quantity_scale(unit, 120) for unit in (Unit.DAY, Unit.WEEK, Unit.MONTH, Unit.YEAR)]


def placed(scale, value, noisy, chain):
    return Placed(scale.start(value), scale.end(value), noisy, scale, (chain,))


@st.composite
def files(draw):
    """Distinct values of several scales within some years of one another, and their noise."""
    scales = draw(st.sampled_from([SCALES, UNITS, SCALES[:1], SCALES[1:]]))
    low = date(2016, 1, 1).toordinal() if scales[0].name.startswith(("day", "month")) else 24
    ticks = draw(st.lists(st.tuples(st.integers(0, 2500), st.integers(0, 9)), max_size=9))
    values = {(n % len(scales), scales[n % len(scales)].at(low + tick)) for tick, n in ticks}
    return [
        placed(scales[n], max(value, 1), value + draw(st.integers(-40, 40)), n)
        for n, value in sorted(values)
        if value >= 1
    ]


def before(one, other):
    return one.last < other.first


def order(items):
    return [before(a, b) for a, b in product(items, items)]


def chained(items):
    return [item for item in items if item.scale.name == items[0].scale.name]


@given(files())
def test_order_is_kept_values_stay_distinct_and_within_the_bounds(items):
    shown = in_order(items)
    for (a, x), (b, y) in combinations(zip(items, shown, strict=True), 2):
        if before(b, a):
            a, x, b, y = b, y, a, x
        if before(a, b) and a.scale is b.scale:
            assert x + a.scale.step <= y
        elif before(a, b):
            assert a.scale.start(x) <= b.scale.end(y)
    assert all(i.scale.lowest <= x <= i.scale.highest for i, x in zip(items, shown, strict=True))


@given(files(), st.data())
def test_the_result_depends_on_the_interval_order_and_on_the_noise_alone(items, data):
    """Originals that move without changing which lies wholly before which give the very same values."""
    moved = list(items)
    for rank, item in enumerate(items):
        value = item.scale.at(item.first) + data.draw(st.integers(-3, 3))
        there = replace(item, first=item.scale.start(value), last=item.scale.end(value))
        if order(trial := [*moved[:rank], there, *moved[rank + 1 :]]) == order(moved):
            moved = trial
    assert in_order(moved) == in_order(items)


@given(files())
def test_values_that_keep_their_order_stay_as_they_are(items):
    """The repair is none where nothing is out of order."""
    quiet = [replace(item, noisy=item.scale.at(item.first)) for item in items]
    assert in_order(quiet) == [item.noisy for item in quiet]


@given(st.lists(st.integers(20, 60), min_size=2, max_size=6), st.data())
def test_a_sorted_chain_is_no_farther_from_the_originals(values, data):
    """Apart from what keeps two values two: noise that leaves no two equal."""
    values = sorted({3 * value for value in values})
    scale = UNITS[0]
    noisy = data.draw(
        st.lists(st.integers(1, 300), min_size=len(values), max_size=len(values), unique=True)
    )
    items = [placed(scale, v, y, 0) for v, y in zip(values, noisy, strict=True)]
    moved = sum(abs(x - v) for x, v in zip(in_order(items), values, strict=True))
    assert moved <= sum(abs(y - v) for y, v in zip(noisy, values, strict=True))


def test_finer_values_do_not_move_for_coarser_ones():
    days, months, years = SCALES
    first, last = date(2019, 3, 4).toordinal(), date(2021, 5, 6).toordinal()
    items = [
        placed(years, 2020, 1950, 2),
        placed(days, first, first + 3, 0),
        placed(months, 2021 * 12, 2031 * 12, 1),
        placed(days, last, last - 9, 0),
    ]
    assert in_order(items) == [2019, first + 3, 2021 * 12 + 3, last - 9]


def test_values_that_overlap_are_never_repaired_for_one_another():
    """« 2019 » beside 1/07/2019, « 03/2019 » beside the 14th, « 24 mois » beside « 2 ans »."""
    days, months, years = SCALES
    day = date(2019, 7, 1).toordinal()
    assert in_order([placed(years, 2019, 1990, 2), placed(days, day, day + 99, 0)]) == [
        1990,
        day + 99,
    ]
    march = date(2019, 3, 14).toordinal()
    month = 2019 * 12 + 2
    assert in_order([placed(months, month, 7, 1), placed(days, march, march, 0)])[1] == march
    assert in_order([placed(UNITS[3], 2, 30, 3), placed(UNITS[2], 24, 1, 2)]) == [30, 1]
    assert in_order([placed(UNITS[3], 2, 30, 3), placed(UNITS[2], 23, 1, 2)]) == [30, 1]
    assert in_order([placed(UNITS[3], 2, 1, 3), placed(UNITS[2], 23, 30, 2)]) == [2, 30]


def test_more_values_than_the_bounds_hold_stay_within_them():
    years = SCALES[2]
    items = [placed(years, value, value, 0) for value in range(1850, 2080)]
    shown = in_order(items)
    assert shown == sorted(shown)
    assert (shown[0], shown[-1]) == (1900, 2024)


def test_room_is_left_between_days_for_the_months_that_lie_there():
    """Two days whose noise leaves them in one month move apart for the two months between them."""
    days, months, _ = SCALES
    first, last = date(2019, 1, 5).toordinal(), date(2019, 4, 20).toordinal()
    meet = date(2019, 2, 10).toordinal()
    items = [
        placed(days, first, meet, 0), placed(days, last, meet + 1, 0),
        placed(months, 2019 * 12 + 1, 2019 * 12, 1), placed(months, 2019 * 12 + 2, 2019 * 12 + 9, 1),
    ]  # fmt: skip
    early, late, one, other = in_order(items)
    assert one < other
    assert (early, late) == (meet, date(2019, 3, 1).toordinal())
    assert (one, other) == (2019 * 12 + 1, 2019 * 12 + 2)


def test_nothing_to_order():
    assert in_order([]) == []
