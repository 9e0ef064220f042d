"""Expected harm of what a note may still hide."""

import pytest

from annotation.domain.residual import Finding, Kind
from annotation.domain.risk import Scored, priority


def test_a_sure_note_carries_no_risk():
    told = priority([Scored("PER", 1.0), Scored("DATE", None)])
    assert (told.risk, told.uncertainty, told.unsure, told.bare) == (0, 0, 0, 0)


def test_doubt_weighs_by_harm():
    # 0.4 × 1 for a name, 0.4 × 0.1 for an age
    assert priority([Scored("PER", 0.6)]).risk == pytest.approx(0.4)
    assert priority([Scored("AGE", 0.6)]).risk == pytest.approx(0.04)


def test_what_stays_bare_counts():
    told = priority([], [Finding(0, 13, Kind.NIR), Finding(20, 28, Kind.DIGITS)])
    assert told.risk == pytest.approx(0.95 + 0.4)
    assert told.bare == 2


def test_uncertainty_is_that_of_the_five_least_sure():
    many = [Scored("DATE", 0.5)] * 5 + [Scored("DATE", 1.0)] * 20
    assert priority(many).uncertainty == pytest.approx(0.5)
    assert priority(many).unsure == 5


def test_a_flagged_doubt_counts_half():
    assert priority([Scored("PER", 0.99, doubt=True)]).risk == pytest.approx(0.5)
