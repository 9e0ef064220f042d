"""The small map: everything inside the frame, all the mass in the dots."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest

from privacy.domain.places.outline import CELLS, FAINT, LARGEST, outline_of


def drawn(tables, area, name, spread=None, named=()):
    geography = tables.atlas.geography
    rows = geography.area(area)
    origin = tables.atlas.find(name).index
    if spread is None:
        spread = geography.probabilities(area, origin, geography.scale(area, Fraction(1)))
    return outline_of(geography, rows, spread, named=np.array(named, dtype=np.int64), origin=origin)


@pytest.mark.parametrize(("area", "name"), [("FR", "Dijon"), ("FR-BFC", "Dijon"), ("FR-21", "Beaune")])  # fmt: skip
def test_everything_lies_in_the_frame_and_the_path_is_small(tables, area, name):
    outline = drawn(tables, area, name)
    assert len(outline.path) < 6000
    points = re.findall(r"M(-?[\d.]+) (-?[\d.]+)H(-?[\d.]+)", outline.path)
    assert len(points) > 15
    for left, y, right in points:
        assert 0 <= float(left) < float(right) <= outline.width
        assert 0 <= float(y) <= outline.height
    for dot in (*outline.dots, outline.origin):
        assert dot.x - dot.r >= 0
        assert dot.x + dot.r <= outline.width
        assert dot.y - dot.r >= 0
        assert dot.y + dot.r <= outline.height


def test_areas_of_the_dots_follow_the_mass(tables):
    """A quarter of the mass beside three quarters: radii in the ratio √(1/3)."""
    geography = tables.atlas.geography
    dijon, beaune = (
        tables.atlas.find("Dijon").index,
        tables.atlas.find("Beaune", departments=["21"]).index,
    )
    rows = geography.area("FR-21")
    spread = np.where(rows == dijon, 0.75, np.where(rows == beaune, 0.25, 0.0))
    outline = drawn(tables, "FR-21", "Dijon", spread, [dijon, beaune])
    assert outline.dots == ()
    radii = sorted(dot.r for dot in outline.named)
    assert radii[0] / radii[1] == pytest.approx(3**-0.5, rel=0.02)
    side = max(outline.width, outline.height)
    assert radii[1] == pytest.approx(side * LARGEST * 0.75**0.5, rel=0.02)
    nearest = min(
        outline.named, key=lambda d: abs(d.x - outline.origin.x) + abs(d.y - outline.origin.y)
    )
    assert nearest.r == radii[1]  # Dijon itself


def test_a_thin_spread_is_still_seen(tables):
    rows = tables.atlas.geography.area("FR")
    outline = drawn(tables, "FR", "Dijon", np.full(len(rows), 1 / len(rows)))
    side = max(outline.width, outline.height)
    assert max(dot.r for dot in outline.dots) == pytest.approx(0.5 * side / CELLS, rel=0.02)
    assert min(dot.r for dot in outline.dots) > 0
    assert len(outline.dots) > 300


def test_what_lies_overseas_is_told_apart(tables):
    geography = tables.atlas.geography
    rows = geography.area("FR")
    overseas = np.array([geography.communes[int(r)].department.startswith("97") for r in rows])
    spread = np.where(overseas, 0.4 / overseas.sum(), 0.6 / (~overseas).sum())
    outline = drawn(tables, "FR", "Dijon", spread)
    assert outline.outside == pytest.approx(0.4)
    assert outline.origin is not None
    assert outline.height < 1300  # mainland France and Corsica, in km


def test_an_overseas_area_has_a_map_of_its_own(tables):
    outline = drawn(tables, "FR-974", "Cilaos")
    assert outline.outside == 0
    assert outline.origin is not None
    assert (
        40 < outline.width < 120
    )  # the plane keeps the scale of the mainland: 45 km, 65 on the ground
    assert outline.path.count("M") < 12


def test_no_dot_for_next_to_nothing(tables):
    geography = tables.atlas.geography
    rows = geography.area("FR-21")
    spread = np.zeros(len(rows))
    spread[0], spread[1] = 1 - FAINT / 2, FAINT / 2
    assert len(drawn(tables, "FR-21", "Dijon", spread).dots) == 1
