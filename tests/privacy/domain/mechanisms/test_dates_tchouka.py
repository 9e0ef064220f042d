"""The papers' date mechanisms: the thread example of the 2023 article, and exact distributions."""

import math
from collections import Counter
from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.mechanisms.dates_tchouka import (
    category_of,
    draw_age_2023,
    draw_interval_2022,
    draw_interval_2023,
    intervals,
    noisy_age,
    probability_2022,
    probability_2023,
    rebuild,
)
from privacy.domain.randomness import DrawContext

REFERENCE = date(2022, 10, 24)
EVENTS = [date(2020, 2, 12), date(2020, 2, 26)]
NOISE = -3.2478
DRAWS = 4000


def stream(key, name: str):
    return key.stream(DrawContext("p", "DATE", name, "test"))


def test_the_thread_example_of_the_article():
    gaps = intervals(EVENTS, REFERENCE)
    assert gaps == [971, 14]
    noisy = [967, 10]  # 967.7522 and 10.7522, truncated
    assert rebuild(noisy, REFERENCE) == [date(2020, 3, 1), date(2020, 2, 20)]
    assert noisy_age(40, NOISE) == 37


def test_equal_dates_are_one_and_later_ones_are_refused():
    assert intervals([EVENTS[0], EVENTS[0]], REFERENCE) == [985]
    assert intervals([], REFERENCE) == []
    with pytest.raises(ValueError, match="after the reference"):
        intervals([date(2022, 10, 25)], REFERENCE)


def test_2023_by_hand():
    # ε = ln 2: ⌊Laplace⌋ is 0 or -1 with 1/4 each, 1 or -2 with 1/8…; from 1 day, P(≥ 0) = 1 - 1/4
    ln2 = math.log(2)
    found = [probability_2023(1, ln2, k) for k in (-1, 0, 1, 2, 3)]
    assert found == pytest.approx([0, 1 / 3, 1 / 3, 1 / 6, 1 / 12])
    assert math.fsum(probability_2023(14, 0.25, k) for k in range(300)) == pytest.approx(1)


def test_2022_by_hand():
    # the first category: 0…59 days, Δ = 59; ε = 59·ln 2 makes every day halve the probability
    epsilon = 59 * math.log(2)
    assert probability_2022(0, epsilon, 0) == pytest.approx(1 / 2)
    assert probability_2022(30, epsilon, 31) == pytest.approx(1 / 6)
    assert probability_2022(59, epsilon, 60) == 0
    for gap in (0, 59, 60, 729, 730, 5000):
        category = category_of(gap)
        outputs = range(category.lowest, category.highest + 1)
        assert math.fsum(probability_2022(gap, 0.5, k) for k in outputs) == pytest.approx(1)


@pytest.mark.parametrize("gap", [-1, 120 * 365 + 1])
def test_an_interval_outside_every_category_is_refused(gap):
    with pytest.raises(ValueError, match="120 years"):
        category_of(gap)


@pytest.mark.parametrize(
    ("draw", "probability", "gap", "epsilon"),
    [
        (draw_interval_2023, probability_2023, 3, Fraction(1, 2)),
        (draw_interval_2022, probability_2022, 7, Fraction(20)),
    ],
)
def test_draws_follow_the_stated_distribution(key, draw, probability, gap, epsilon):
    source = stream(key, draw.__name__)
    seen = Counter(draw(source, gap, epsilon) for _ in range(DRAWS))
    cells = [k for k in range(60) if probability(gap, float(epsilon), k) * DRAWS >= 5]
    expected = [DRAWS * probability(gap, float(epsilon), k) for k in cells]
    statistic = sum((seen[k] - e) ** 2 / e for k, e in zip(cells, expected, strict=True))
    # mean len-1, deviation √(2·len): four deviations
    assert statistic < len(cells) + 4 * math.sqrt(2 * len(cells))
    assert min(seen) >= 0


def test_an_age_loses_its_truncated_noise(key):
    # ε = ln 2 would halve every step; with ε = 1: P(0) = 1 - 1/e, P(±k) = (1 - 1/e)·e^-k/2
    source = stream(key, "age")
    seen = Counter(draw_age_2023(source, 40, Fraction(1)) - 40 for _ in range(DRAWS))
    for k in (0, 1, -1, 2, -2):
        share = (1 - math.exp(-1)) * (math.exp(-abs(k)) / 2 if k else 1)
        assert seen[k] / DRAWS == pytest.approx(share, abs=4 * math.sqrt(share / DRAWS))
    assert min(draw_age_2023(source, 0, Fraction(1)) for _ in range(100)) == 0
