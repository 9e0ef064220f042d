"""What each ε would do to a project's own notes."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest

from privacy.domain.advice import EPSILONS, Advice, Known, advise, changed_codes, mean_shift
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


def test_codes_that_lean_on_what_moves_change_and_the_others_stay(crowded, policy, make_note):
    """A coder that reads the year and one more word: the year moves, and more often at a small ε."""
    notes = [
        make_note(
            "Hypertension, vue le 31/12/2019.",
            [("31/12/2019", "DATE", "DATE")],
            id=f"n{rank}",
            patient_id=f"p{rank}",
        )
        for rank in range(12)
    ]
    told = []

    def codes_of(text, hidden):
        told.append((text, tuple(hidden)))
        return {"I10"} | ({"Z00.0"} if "/2019" in text else set())

    shares = [changed_codes([note], policy, KEY, crowded, codes_of) for note in notes]
    assert {len(row) for row in shares} == {len(EPSILONS)}
    assert {value for row in shares for value in row} == {0.0, 0.5}
    first, *_, last = (sum(column) for column in zip(*shares, strict=True))
    assert first > last
    # what substitution wrote is told to the coder, and nothing of the original
    assert told[0] == (notes[0].text, ())
    text, ((start, end),) = told[1]
    assert text[:start] + "31/12/2019" + text[end:] == notes[0].text


def test_notes_without_a_code_tell_nothing(crowded, policy, make_note):
    note = make_note("Vue le 31/12/2019.", [("31/12/2019", "DATE", "DATE")])
    assert changed_codes([note], policy, KEY, crowded, lambda _text, _hidden: ()) == ()
    coded = replace(people(2)[0], changed=(0.5, 0.4, 0.3, 0.2, 0.1))
    found = advise([coded, people(2)[1]], policy, KEY, crowded)
    assert found.coded == 1
    assert [effect.codes for effect in found.effects] == [0.5, 0.4, 0.3, 0.2, 0.1]
    assert Advice.of_json(json.loads(json.dumps(found.as_json()))) == found


def test_figures_of_before_codes_were_counted_are_still_read(crowded, policy):
    kept = advise(people(2), policy, KEY, crowded).as_json()
    del kept["coded"]
    kept["effects"] = [{k: v for k, v in row.items() if k != "codes"} for row in kept["effects"]]
    assert Advice.of_json(kept).effects[0].codes is None
