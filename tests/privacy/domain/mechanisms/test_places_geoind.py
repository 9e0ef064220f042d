"""Planar Laplace: Lambert's W₋₁, the radius, and the nearest commune."""

import math

import numpy as np
import pytest

from privacy.domain.mechanisms.places_geoind import (
    draw_nearest,
    draw_offset,
    lambert_minus_one,
    longest_radius,
    radius,
)
from privacy.domain.randomness import DrawContext


def test_lambert_at_known_points():
    assert lambert_minus_one(-1 / math.e) == pytest.approx(-1, abs=1e-7)
    assert lambert_minus_one(-2 * math.exp(-2)) == pytest.approx(-2, rel=1e-14)
    assert lambert_minus_one(-40 * math.exp(-40)) == pytest.approx(-40, rel=1e-14)
    assert lambert_minus_one(-0.1) == pytest.approx(-3.577152063957297, rel=1e-14)


@pytest.mark.parametrize("x", [-0.4, 0.0, 0.1])
def test_lambert_is_undefined_elsewhere(x):
    with pytest.raises(ValueError, match="defined"):
        lambert_minus_one(x)


@pytest.mark.parametrize("u", [0.0, 1e-9, 0.3, 0.9, 0.999999])
def test_the_radius_inverts_the_distribution_function(u):
    r = radius(0.2, u)
    assert -math.expm1(math.log1p(0.2 * r) - 0.2 * r) == pytest.approx(u, rel=1e-6, abs=1e-15)
    assert r == pytest.approx(-(lambert_minus_one((u - 1) / math.e) + 1) / 0.2, rel=1e-6, abs=1e-6)


def test_no_radius_exceeds_the_last_uniform():
    # (1+t)·e^-t = 2^-53 at t = 40.4596
    assert longest_radius(1) == pytest.approx(40.46, abs=0.01)
    t = longest_radius(0.5) * 0.5
    assert (1 + t) * math.exp(-t) == pytest.approx(2**-53, rel=1e-9)


def test_offsets_have_the_mean_radius_of_planar_laplace(key):
    source = key.stream(DrawContext("p", "VILLE", "x", "geoind"))
    offsets = np.array([draw_offset(source, 0.5) for _ in range(4000)])
    lengths = np.hypot(offsets[:, 0], offsets[:, 1])
    assert lengths.mean() == pytest.approx(2 / 0.5, abs=0.18)  # deviation √2/ε/√4000 = 0.045
    assert np.abs(offsets.mean(axis=0)).max() < 0.25  # deviation √3/ε/√4000 = 0.055


def test_the_nearest_commune_is_drawn(key):
    plane = np.array([[0.0, 0.0], [1000.0, 0.0], [0.0, 1.0]])
    source = key.stream(DrawContext("p", "VILLE", "y", "geoind"))
    drawn = [draw_nearest(source, plane, 0, 1.0) for _ in range(300)]
    assert set(drawn) == {0, 2}
    # P(north > 1/2 km) = 1/2·P(|north| > 1/2), about 0.3
    assert 0.2 < drawn.count(2) / 300 < 0.45
