from dataclasses import replace
from fractions import Fraction

import pytest

from privacy.domain.certificates.certificate import Verdict
from privacy.domain.certificates.enumeration import worst_pair
from privacy.domain.certificates.places import certify_places, shipped_places
from privacy.domain.errors import BadPolicyError
from privacy.domain.places.geography import Geography
from privacy.domain.places.scales import CertifiedScales, Proof, grid
from privacy.domain.policy import PlaceMechanism


@pytest.fixture(scope="module")
def geography(tables):
    return tables.atlas.geography


@pytest.fixture(scope="module")
def country(geography) -> Geography:
    """Côte-d'Or as if it were the whole country."""
    rows = geography.area("FR-21")
    communes = [replace(geography.communes[row], index=i) for i, row in enumerate(rows)]
    return Geography(communes, geography.coordinates[rows])


def test_a_country_is_enumerated(country):
    found = certify_places("metric", Fraction(1), geography=country, area="FR")
    assert found.verdict is Verdict.PASS
    assert found.count == len(country.communes)
    assert found.scale == country.scale("FR", Fraction(1)) == Fraction(1, 2)
    assert 0.9 < found.parameters["attained"] <= found.worst_loss_per_unit <= 1
    assert found.output == found.pair[0]


@pytest.mark.parametrize("epsilon", [Fraction(1, 100), Fraction(1), Fraction(10)])
def test_a_declared_area_is_certified_for_secrets_anywhere(geography, epsilon):
    for area in ("FR-21", "FR-974"):
        found = certify_places("metric", epsilon, geography=geography, area=area)
        assert found.verdict is Verdict.PASS
        # 2·s and its roundings, of which s leaves a thousandth
        assert 0.998 * epsilon < found.worst_loss_per_unit <= epsilon
        assert 0.5 * epsilon < found.parameters["attained"] < found.worst_loss_per_unit


def test_a_proof_that_its_own_pair_refutes_fails(country):
    """ε / 20 in the table of proofs: the scale is twenty times what ε allows."""
    worst = worst_pair(country.axes("FR"), 8 / 2)
    low = Proof(worst.loss / 20, worst.pair)
    claimed = tuple(low if s <= 4 else Proof(99.0, (0, 1)) for s in grid())
    forged = Geography(
        country.communes, country.coordinates,
        scales=CertifiedScales(country.metric.fingerprint, {"FR": claimed}),
    )  # fmt: skip
    found = shipped_places(forged, Fraction(1, 2), "FR")
    assert found.scale == 4
    assert found.verdict is Verdict.FAIL
    assert found.worst_loss_per_unit > 6


def test_a_scale_that_nothing_proves_fails(geography, monkeypatch):
    monkeypatch.setattr(type(geography), "scale", lambda *_: Fraction(7, 10))
    found = certify_places("metric", Fraction(1), geography=geography, area="FR-21")
    assert found.verdict is Verdict.FAIL
    assert 1.3 < found.parameters["attained"] <= found.worst_loss_per_unit
    assert found.worst_loss_per_unit == pytest.approx(1.4, abs=0.001)


@pytest.mark.parametrize("name", ["tchouka2023", "tchouka2024"])
@pytest.mark.parametrize("area", ["FR", "FR-21", "FR-976"])
def test_the_papers_ratio_is_infinite(geography, name, area):
    found = certify_places(name, Fraction(1, 4), geography=geography, area=area)
    assert found.verdict is Verdict.FAIL
    assert found.worst_loss_per_unit is None
    indices = {f"{c.name} ({c.insee})": c.index for c in geography.communes}
    rows = {index: row for row, index in enumerate(geography.area(area).tolist())}
    left, right, output = (rows[indices[n]] for n in (*found.pair, found.output))
    one, other = (geography.candidates(area, row, Fraction(1, 4), name) for row in (left, right))
    assert output in one.indices
    assert output not in other.indices


def test_one_commune_alone_has_no_pair(geography):
    found = certify_places("tchouka2023", Fraction(1), geography=geography, area="FR-75")
    assert (found.verdict, found.pair, found.worst_loss_per_unit) == (Verdict.PASS, (), 0.0)


@pytest.mark.parametrize(("name", "loss", "unit"), [("geoind", 0.25, "unité de lieu (50 km)"), ("random", 0, ""), ("tag", 0, "")])  # fmt: skip
def test_closed_forms(geography, name, loss, unit):
    found = certify_places(name, Fraction(1, 4), geography=geography)
    assert (found.verdict, found.worst_loss_per_unit, found.unit) == (Verdict.PASS, loss, unit)


def test_every_mechanism_has_a_certificate(geography):
    for mechanism in PlaceMechanism:
        json = certify_places(mechanism, Fraction(1), geography=geography, area="FR-90").as_json()
        assert json["verdict"] == ("FAIL" if mechanism.startswith("tchouka") else "PASS")
        assert json["reason"]


def test_an_unknown_area_or_mechanism_is_refused(geography):
    with pytest.raises(BadPolicyError, match="zone"):
        certify_places("tag", Fraction(1), geography=geography, area="FR-ZZ")
    with pytest.raises(ValueError, match="laplace"):
        certify_places("laplace", Fraction(1), geography=geography)


def test_the_shipped_proof_attains_nearly_what_it_claims(geography):
    """And so the shipped table is up to date with the communes and the metric."""
    for epsilon in (Fraction(1), Fraction(3)):
        shipped = shipped_places(geography, epsilon, "FR")
        assert shipped.parameters["attained"] == pytest.approx(
            shipped.worst_loss_per_unit, rel=1e-3
        )


def test_france_gains_over_half_of_epsilon_at_every_noise_level(geography):
    for epsilon in (Fraction(1, 50), Fraction(1, 10), Fraction(1), Fraction(4), Fraction(10)):
        shipped = shipped_places(geography, epsilon, "FR")
        assert shipped.verdict is Verdict.PASS
        assert epsilon / 2 < shipped.scale < epsilon
        assert shipped.parameters["attained"] <= shipped.worst_loss_per_unit
