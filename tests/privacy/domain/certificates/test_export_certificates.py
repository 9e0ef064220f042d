import json
from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.certificates.export import all_pass, certificates_for, shares
from privacy.domain.geography import Geography
from privacy.domain.policy import DateMechanism, PlaceMechanism, SubstitutionPolicy


def policy(dates="metric", places="metric", area="FR-48", epsilon=Fraction(1)):
    return SubstitutionPolicy(
        epsilon, date(2024, 1, 1), DateMechanism(dates), PlaceMechanism(places), area
    )


@pytest.fixture
def bare(tables) -> Geography:
    """The same communes without the proofs that ship."""
    known = tables.atlas.geography
    return Geography(known.communes, known.coordinates)


def test_one_certificate_for_the_dates_and_one_for_the_places(tables):
    dates, places = certificates_for(policy(), tables.atlas.geography)
    assert (dates["kind"], dates["mechanism"], dates["verdict"]) == ("dates", "metric", "PASS")
    assert (places["kind"], places["area"], places["verdict"]) == ("places", "FR-48", "PASS")
    assert all_pass([dates, places])
    assert json.loads(json.dumps([dates, places])) == [dates, places]


@pytest.mark.parametrize(
    ("dates", "places", "passes"),
    [
        ("metric", "geoind", True),
        ("tag", "tag", True),
        ("metric", "random", True),
        ("shift", "metric", False),
        ("tchouka2023", "metric", False),
        ("metric", "tchouka2024", False),
    ],
)
def test_one_mechanism_without_proof_is_enough(tables, dates, places, passes):
    found = certificates_for(policy(dates, places), tables.atlas.geography)
    assert all_pass(found) is passes


def test_nothing_is_not_a_proof():
    assert not all_pass([])


def test_an_enumeration_is_kept_by_content(bare, tmp_path, monkeypatch):
    first = certificates_for(policy(), bare, folder=tmp_path / "new")[1]
    assert first["scale"] == "1/2"
    (path,) = (tmp_path / "new").iterdir()
    told = json.loads(path.read_text()) | {"seconds": 123.0}
    path.write_text(json.dumps(told))
    assert certificates_for(policy(), bare, folder=tmp_path / "new")[1]["seconds"] == 123.0
    # another ε is another content, and a broken file is made again
    other = certificates_for(policy(epsilon=Fraction(2)), bare, folder=tmp_path / "new")[1]
    assert other["scale"] == "1"
    path.write_text("{")
    again = certificates_for(policy(), bare, folder=tmp_path / "new")[1]
    assert again["verdict"] == "PASS"
    assert json.loads(path.read_text())["scale"] == "1/2"


def test_every_share_of_the_budget_says_its_scale(tables, bare):
    geography = tables.atlas.geography
    rows = shares(geography, "FR-48", Fraction(1))
    assert [row["elements"] for row in rows[:3]] == [1, 2, 3]
    third = rows[2]
    assert third["epsilon"] == "1/3"
    assert third["scale"] == str(geography.scale("FR-48", Fraction(1, 3)))
    for row in rows:
        assert Fraction(row["scale"]) >= Fraction(row["epsilon"]) / 2
        assert row["proved"] is None or row["proved"] <= Fraction(row["epsilon"])
    assert {row["proved"] for row in shares(bare, "FR-48", Fraction(1))} == {None}
