"""Planar Laplace: the radius, and the nearest commune."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from privacy.domain.mechanisms.places_geoind import (
    STEPS_PER_KM,
    _is_below,
    draw_nearest,
    draw_offset,
    lattice,
    radius,
)
from privacy.domain.randomness import DrawContext


@pytest.mark.parametrize("u", [0.0, 1e-9, 0.3, 0.9, 0.999999])
def test_the_radius_inverts_the_distribution_function(u):
    r = radius(0.2, u)
    assert -math.expm1(math.log1p(0.2 * r) - 0.2 * r) == pytest.approx(u, rel=1e-6, abs=1e-15)


def offsets(key, epsilon: Fraction, draws: int) -> np.ndarray:
    source = key.stream(DrawContext("p", "VILLE", "x", "geoind"))
    return np.array([draw_offset(source, epsilon) for _ in range(draws)])


def test_offsets_have_the_mean_radius_of_planar_laplace(key):
    drawn = offsets(key, Fraction(1, 2), 3000) / STEPS_PER_KM
    lengths = np.hypot(drawn[:, 0], drawn[:, 1])
    assert lengths.mean() == pytest.approx(2 / 0.5, abs=0.2)  # deviation √2/ε/√3000 = 0.052
    assert np.abs(drawn.mean(axis=0)).max() < 0.3  # deviation √3/ε/√3000 = 0.063


def test_a_coarse_lattice_follows_the_exact_distribution(key):
    # ε = 50 per km is 1/2 a step: P(x) ∝ e^(-|x|/2) over the lattice, normalised by enumeration
    drawn = offsets(key, Fraction(50), 6000)
    grid = np.arange(-80, 81)
    weights = np.exp(-np.hypot(grid[:, None], grid[None, :]) / 2)
    probability = weights / weights.sum()
    cells = [(a, b) for a in range(-4, 5) for b in range(-4, 5)]
    seen = Counter(map(tuple, drawn.tolist()))
    expected = np.array([6000 * probability[a + 80, b + 80] for a, b in cells])
    assert expected.min() > 5
    found = np.array([seen[cell] for cell in cells])
    rest = 6000 - expected.sum()
    statistic = ((found - expected) ** 2 / expected).sum() + (6000 - found.sum() - rest) ** 2 / rest
    assert statistic < 81 + 4 * math.sqrt(2 * 81)  # 81 degrees of freedom, four deviations


def test_the_nearest_commune_is_drawn(key):
    points = np.array([[0, 100_000, 0], [0, 0, 100]])
    source = key.stream(DrawContext("p", "VILLE", "y", "geoind"))
    drawn = [draw_nearest(source, points, points[:, 0], Fraction(1)) for _ in range(300)]
    assert set(drawn) == {0, 2}
    # P(north > 1/2 km) = 1/2·P(|north| > 1/2), about 0.3
    assert 0.2 < drawn.count(2) / 300 < 0.45


def test_positions_are_rounded_to_the_lattice():
    assert lattice(np.array([[0.014, -0.016], [1, 2]])).tolist() == [[1, 100], [-2, 200]]


def test_a_float_in_doubt_is_settled_with_integers():
    """u just at the threshold: √2 against floor + u·factor, with u = 1 - 2^-64·k in the first 64 bits."""

    class Bits:
        def __init__(self, *values: int) -> None:
            self.values = list(values)

        def bits(self, count: int) -> int:
            return self.values.pop(0)

    # u < √2 - 1 = 0.41421356…: its first 64 bits, then the next ones decide
    threshold = math.isqrt(2 << 256) - (1 << 128)  # (√2 - 1)·2^128
    first, second = divmod(threshold, 1 << 64)
    unit, floor = Fraction(1), Fraction(1)
    assert _is_below(Bits(first - 1), unit, 2, floor)
    assert not _is_below(Bits(first + 1), unit, 2, floor)
    assert _is_below(Bits(first, second - 1), unit, 2, floor)
    assert not _is_below(Bits(first, second + 1), unit, 2, floor)
