"""Certificates against what runs: each way to spoil the path must turn its certificate to FAIL."""

from __future__ import annotations

import copy
import tracemalloc
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.certificates.deployed import (
    DISORDERED,
    EXCEEDED,
    KEPT,
    NEARER,
    OVER,
    _tells_more,
    sample_dates,
    sample_places,
)
from privacy.domain.certificates.evidence import CHANGED, SHIPPED, _sampled, attested, pins_of
from privacy.domain.certificates.export import certificates_for
from privacy.domain.mechanisms.laplace import discrete_laplace
from privacy.domain.places.draws import PlaceChoice
from privacy.domain.places.geography import Geography
from privacy.domain.places.scales import CertifiedScales, Proof
from privacy.domain.policy import (
    DateMechanism,
    PlaceMechanism,
    PlacePrior,
    SubstitutionPolicy,
)
from privacy.domain.tables import tables_of_prior
from privacy.domain.time import timeline
from privacy.domain.time.forms import Granularity
from privacy.domain.time.timeline import AGE, DURATION


@pytest.fixture(autouse=True)
def nothing_known():
    """What was sampled of one mutation must not stand for another."""
    _sampled.cache_clear()
    yield
    _sampled.cache_clear()


def policy(epsilon="1", area="FR-21", dates="metric", places="metric") -> SubstitutionPolicy:
    return SubstitutionPolicy(
        Fraction(epsilon), date(2024, 1, 1), DateMechanism(dates), PlaceMechanism(places), area
    )


def verdicts(tables, wanted: SubstitutionPolicy) -> tuple[str, str]:
    dates, places = certificates_for(wanted, tables)
    return dates["verdict"], places["verdict"]


# --- as it is


def test_the_towns_of_the_whole_country_are_held_against_their_laws_in_little_memory(tables):
    """An export's worker does it last, beside all that it holds: 49 MB more were its peak."""
    sample_places(policy("2", "FR"), tables)  # what is kept for the next one is not counted
    tracemalloc.start()
    try:
        sample_places(policy("2", "FR"), tables)
        _kept, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000


@pytest.mark.parametrize("epsilon", ["1/10", "1", "10"])
@pytest.mark.parametrize("area", ["FR", "FR-21"])
def test_what_ships_is_what_is_certified(tables, epsilon, area):
    dates, places = certificates_for(policy(epsilon, area), tables)
    for row in (dates, places):
        assert row["verdict"] == "PASS"
        assert row["sampled"]["draws"] >= 240
        assert row["sampled"]["loss"] <= row["sampled"]["bound"]
    scales = SHIPPED.scales
    assert places["sha256"] == {"communes": SHIPPED.communes, "scales": scales}
    again = sample_dates(policy(epsilon, area), tables)
    assert again is not None
    assert again.as_json() == dates["sampled"]


@pytest.mark.parametrize(("epsilon", "area"), [("1/10", "FR"), ("10", "FR"), ("1", "FR-21")])
def test_the_default_prior_is_certified_at_once(epsilon, area):
    """By the closed form 2·s, over the whole country too, and by draws of what runs."""
    tables = tables_of_prior(PlacePrior.POPULATION)
    wanted = replace(policy(epsilon, area), metric=tables.atlas.geography.named_metric)
    places = certificates_for(wanted, tables)[1]
    assert (places["verdict"], places["parameters"]["prior"]) == ("PASS", "population")
    assert Fraction(places["scale"]) == Fraction(epsilon) * Fraction(255, 512)
    assert 0.99 * Fraction(epsilon) < places["worst_loss_per_unit"] <= Fraction(epsilon)
    assert places["sampled"]["loss"] <= places["sampled"]["bound"]


def test_the_proofs_of_the_uniform_prior_are_not_used_for_another(tables):
    known = tables.atlas.geography
    other = Geography(
        known.communes, known.coordinates, scales=known.scales, prior=PlacePrior.POPULATION
    )
    assert other.scales is None
    assert other.scale("FR", Fraction(1)) < Fraction(1, 2) < known.scale("FR", Fraction(1))


@pytest.mark.parametrize("area", ["FR-21", "FR-976"])
def test_geoind_is_held_against_epsilon_for_50_km(tables, area):
    found = sample_places(policy("4", area, places="geoind"), tables)
    assert found is not None
    assert found.fault == ""


def test_what_has_no_bound_or_nothing_to_tell_apart_is_not_sampled(tables):
    for name in ("shift", "tchouka2023", "tchouka2022"):
        assert sample_dates(policy(dates=name), tables) is None
    for name in ("tchouka2023", "tchouka2024", "random", "tag"):
        assert sample_places(policy(places=name), tables) is None
    assert sample_places(policy(area="FR-75"), tables) is None


# --- mutations


@pytest.mark.parametrize("epsilon", ["1/10", "1", "10"])
def test_noise_that_is_always_zero(tables, monkeypatch, epsilon):
    monkeypatch.setattr(
        "privacy.domain.mechanisms.sequence.discrete_laplace", lambda _source, _epsilon: 0
    )
    assert verdicts(tables, policy(epsilon)) == ("FAIL", "PASS")
    assert sample_dates(policy(epsilon), tables).fault == NEARER


@pytest.mark.parametrize("epsilon", ["1/10", "1", "10"])
@pytest.mark.parametrize("factor", [0, 20])
def test_ages_and_durations_of_no_noise_or_twenty_times_epsilon(
    tables, monkeypatch, epsilon, factor
):
    true = timeline.draw_quantities

    def spoilt(items, **common):
        if not factor:
            return [item.value for item in items]
        return true([replace(item, epsilon=factor * item.epsilon) for item in items], **common)

    monkeypatch.setattr(timeline, "draw_quantities", spoilt)
    assert verdicts(tables, policy(epsilon)) == ("FAIL", "PASS")


@pytest.mark.parametrize("epsilon", ["1/10", "1", "10"])
@pytest.mark.parametrize("kind", [AGE, DURATION])
def test_ages_and_durations_that_stay_odd_or_even(tables, monkeypatch, epsilon, kind):
    """Farther from the original than certified, and yet told from its neighbour at every draw."""
    true = timeline.draw_quantities

    def spoilt(items, **common):
        drawn = zip(items, true(items, **common), strict=True)
        return [2 * noisy - item.value if item.kind == kind else noisy for item, noisy in drawn]

    monkeypatch.setattr(timeline, "draw_quantities", spoilt)
    assert sample_dates(policy(epsilon), tables).fault == EXCEEDED
    assert verdicts(tables, policy(epsilon)) == ("FAIL", "PASS")


@pytest.mark.parametrize("epsilon", ["1/10", "1", "10"])
@pytest.mark.parametrize("granularity", [Granularity.DAY, Granularity.MONTH])
def test_days_and_months_that_stay_odd_or_even(tables, monkeypatch, epsilon, granularity):
    true = timeline.draw_dates

    def doubled(old, new):
        if granularity is Granularity.DAY:
            return new + (new - old)
        months = 2 * (12 * new.year + new.month) - 12 * old.year - old.month - 1
        return date(months // 12, months % 12 + 1, 1)

    def spoilt(items, **common):
        drawn = [
            (item.point, point) for item, point in zip(items, true(items, **common), strict=True)
        ]
        return [
            point._replace(first=doubled(old.first, point.first))
            if point.granularity is granularity
            else point
            for old, point in drawn
        ]

    monkeypatch.setattr(timeline, "draw_dates", spoilt)
    assert sample_dates(policy(epsilon), tables).fault in (EXCEEDED, DISORDERED)
    assert verdicts(tables, policy(epsilon)) == ("FAIL", "PASS")


@pytest.mark.parametrize("epsilon", ["1/10", "1", "10"])
def test_months_that_are_not_noised(tables, monkeypatch, epsilon):
    true = timeline.draw_dates

    def spoilt(items, **common):
        drawn = zip(items, true(items, **common), strict=True)
        return [
            item.point if item.point.granularity is Granularity.MONTH else point
            for item, point in drawn
        ]

    monkeypatch.setattr(timeline, "draw_dates", spoilt)
    assert verdicts(tables, policy(epsilon)) == ("FAIL", "PASS")


@pytest.mark.parametrize("epsilon", ["1/10", "1", "10"])
def test_noise_of_twenty_times_epsilon(tables, monkeypatch, epsilon):
    monkeypatch.setattr(
        "privacy.domain.mechanisms.sequence.discrete_laplace",
        lambda source, share: discrete_laplace(source, 20 * share),
    )
    row = certificates_for(policy(epsilon), tables)[0]
    assert row["verdict"] == "FAIL"
    assert row["worst_loss_per_unit"] > Fraction(epsilon)


@pytest.mark.parametrize("epsilon", ["1/10", "1", "10"])
@pytest.mark.parametrize("area", ["FR", "FR-21"])
def test_a_scale_twenty_times_too_large(tables, monkeypatch, epsilon, area):
    true = Geography.scale
    monkeypatch.setattr(Geography, "scale", lambda self, code, share: 20 * true(self, code, share))
    assert verdicts(tables, policy(epsilon, area)) == ("PASS", "FAIL")


def test_a_scale_that_only_the_draws_take_twenty_times_too_large(tables, monkeypatch):
    """The certificate's own figures are right: only the draws tell."""
    true = PlaceChoice.parameter.fget
    monkeypatch.setattr(PlaceChoice, "parameter", property(lambda self: 20 * true(self)))
    for wanted in (policy(), policy(area="FR"), policy("4", places="geoind")):
        assert verdicts(tables, wanted) == ("PASS", "FAIL")


def forged(tables, change) -> object:
    """The tables with other proofs of the scales."""
    known = tables.atlas.geography
    proofs = tuple(change(proof) for proof in known.scales.proved["FR"])
    atlas = copy.copy(tables.atlas)
    atlas.geography = Geography(
        known.communes,
        known.coordinates,
        scales=CertifiedScales(known.metric.fingerprint, {"FR": proofs}),
    )
    return replace(tables, atlas=atlas)


@pytest.mark.parametrize("epsilon", ["1/10", "1/4"])
def test_proofs_of_epsilon_over_twenty(tables, epsilon):
    """Both the pair of the proof and the SHA-256 of the table refute it, each alone."""
    wrong = forged(tables, lambda proof: Proof(proof.epsilon / 20, proof.pair))
    found = pins_of(wrong.atlas.geography)
    assert found.scales != SHIPPED.scales
    for shipped in (SHIPPED, found):
        dates, places = certificates_for(policy(epsilon, "FR"), wrong, shipped=shipped)
        assert (dates["verdict"], places["verdict"]) == ("PASS", "FAIL")
        assert places["worst_loss_per_unit"] > 10 * Fraction(epsilon)


def test_proofs_that_are_not_those_that_ship(tables):
    """Harmless figures, but not those that were certified."""
    other = forged(tables, lambda proof: Proof(proof.epsilon * 1.001, proof.pair))
    row = certificates_for(policy(area="FR"), other)[1]
    assert (row["verdict"], row["reason"]) == ("FAIL", CHANGED)


@pytest.mark.parametrize("epsilon", ["1/10", "1", "10"])
def test_the_order_of_events_is_not_restored(tables, monkeypatch, epsilon):
    """Every date drawn alone: noisy as it should be, in any order."""
    true = timeline.draw_dates
    monkeypatch.setattr(
        timeline,
        "draw_dates",
        lambda items, **rest: [true([item], **rest)[0] for item in items],
    )
    assert verdicts(tables, policy(epsilon)) == ("FAIL", "PASS")
    assert sample_dates(policy(epsilon), tables).fault == DISORDERED


def test_a_tag_that_lets_the_date_out(tables, monkeypatch):
    tagged = policy(dates="tag")
    row = {"kind": "dates", "verdict": "PASS", "worst_loss_per_unit": 0.0}
    assert attested(row, tagged, tables)["verdict"] == "PASS"
    _sampled.cache_clear()
    monkeypatch.setattr("privacy.domain.certificates.deployed._run", lambda *_args: "12/03/2015.\n")
    assert attested(row, tagged, tables)["reason"] == KEPT
    assert row["verdict"] == "PASS"


@pytest.mark.parametrize("epsilon", ["1/10", "1", "10"])
def test_ages_above_89_are_looked_for_where_they_are_capped(tables, monkeypatch, epsilon):
    """Neither the ages nor the dates may go unlooked: each is let through by itself."""
    capped = replace(policy(epsilon), cap_ages=True)
    assert verdicts(tables, capped) == ("PASS", "PASS")
    for name, spoilt in (
        ("capped_quantity", lambda quantity, values, fine: quantity.render(*values, fine=fine)),
        ("capped_date", lambda point, _reference: point),
    ):
        with monkeypatch.context() as spoiling:
            spoiling.setattr(timeline, name, spoilt)
            assert sample_dates(capped, tables).fault == OVER
            _sampled.cache_clear()
            assert verdicts(tables, capped)[0] == "FAIL"
            assert sample_dates(policy(epsilon), tables).fault == ""  # nobody asked for a cap
        _sampled.cache_clear()
    assert sample_dates(capped, tables).fault == ""


@pytest.mark.parametrize(
    ("line", "tells_more"),
    [
        ("97 ans.", True),
        ("90 ans ou plus.", False),
        ("89 ans.", False),
        ("90 ans.", True),
        ("1150 mois.", True),
        ("1080 mois ou plus.", False),
        ("89 ans et 11 mois.", False),
        ("88 à 96 ans.", True),
        ("88 à 90 ans ou plus.", False),
        ("", False),
    ],
)
def test_what_tells_an_age_above_89(line, tells_more):
    assert _tells_more(line) is tells_more
