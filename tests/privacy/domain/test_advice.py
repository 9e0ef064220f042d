"""What each ε would do to a project's own notes."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest

from privacy.domain.advice import EPSILONS, Advice, Known, advise, mean_shift
from privacy.domain.policy import PlacePrior, SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.tables import tables_of_prior

KEY = StudyKey(bytes(range(32)))


@pytest.fixture(scope="module")
def crowded():
    return tables_of_prior(PlacePrior.POPULATION)


@pytest.fixture
def policy(crowded) -> SubstitutionPolicy:
    return SubstitutionPolicy(
        Fraction(1), date(2024, 1, 31), area="FR-21", metric=crowded.atlas.geography.named_metric
    )


def test_the_mean_of_the_noise_is_its_sum():
    for epsilon in (Fraction(1, 9), Fraction(1), Fraction(5)):
        e = float(epsilon)
        mass = (1 - math.exp(-e)) / (1 + math.exp(-e))
        summed = sum(2 * k * mass * math.exp(-e * k) for k in range(1, 2000))
        assert mean_shift(epsilon) == pytest.approx(summed)


def people(count: int) -> list[Known]:
    """Three visits each, at gaps of their own; four values share ε."""
    first = date(2020, 1, 1)
    return [
        Known(
            4,
            (first, first + timedelta(days=30 + 7 * rank), first + timedelta(days=400 + 3 * rank)),
            ("21231",),
        )
        for rank in range(count)
    ]


def test_more_epsilon_moves_less_and_betrays_more(crowded, policy):
    found = advise(people(12), policy, KEY, crowded)
    assert (found.patients, found.days, found.towns, found.targets) == (12, 36, 12, 12)
    days, towns, hits = zip(*((e.days, e.kilometres, e.found) for e in found.effects), strict=True)
    assert list(days) == sorted(days, reverse=True)
    assert days[1] == pytest.approx(1 / math.sinh(0.25))
    assert list(towns) == sorted(towns, reverse=True)
    assert 0 < towns[-1] < towns[0] < 100  # within the Côte-d'Or
    assert hits[0] < hits[-1]
    assert hits[-1] > 0.8


def test_what_is_not_there_is_not_told(crowded, policy):
    found = advise([Known(1, (date(2020, 1, 1),), ())], policy, KEY, crowded)
    assert {(effect.kilometres, effect.found) for effect in found.effects} == {(None, None)}
    again = Advice.of_json(json.loads(json.dumps(found.as_json())))
    assert again == found
    assert [effect.epsilon for effect in again.effects] == [str(epsilon) for epsilon in EPSILONS]


def test_no_value_shows_in_a_repr():
    known = replace(people(1)[0])
    assert "2020" not in repr(known)
    assert "21231" not in repr(known)
