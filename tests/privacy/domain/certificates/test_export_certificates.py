import json
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from privacy.domain.certificates.export import (
    certificates_for,
    known_places,
    prove_places,
    shares,
)
from privacy.domain.certified import all_pass
from privacy.domain.errors import BadPolicyError
from privacy.domain.places.geography import Geography
from privacy.domain.policy import DateMechanism, PlaceMechanism, SubstitutionPolicy


def policy(dates="metric", places="metric", area="FR-48", epsilon=Fraction(1)):
    return SubstitutionPolicy(
        epsilon, date(2024, 1, 1), DateMechanism(dates), PlaceMechanism(places), area
    )


@pytest.fixture
def bare(tables) -> Geography:
    """A country of Lozère's communes, without any proof that ships."""
    known = tables.atlas.geography
    rows = known.area("FR-48")
    communes = [replace(known.communes[row], index=i) for i, row in enumerate(rows)]
    return Geography(communes, known.coordinates[rows])


def test_one_certificate_for_the_dates_and_one_for_the_places(tables):
    dates, places = certificates_for(policy(), tables)
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
    found = certificates_for(policy(dates, places), tables)
    assert all_pass(found) is passes


def test_nothing_is_not_a_proof():
    assert not all_pass([])


def test_an_enumeration_is_kept_by_content(bare, tmp_path):
    first = prove_places(bare, Fraction(1), "FR", folder=tmp_path / "new")
    assert first["scale"] == "1/2"
    (path,) = (tmp_path / "new").iterdir()
    told = json.loads(path.read_text()) | {"seconds": 123.0}
    path.write_text(json.dumps(told))
    kept = prove_places(bare, Fraction(1), "FR", folder=tmp_path / "new")
    assert kept["seconds"] == 123.0
    # another ε is another content, and a broken file is made again
    other = prove_places(bare, Fraction(2), "FR", folder=tmp_path / "new")
    assert other["scale"] == "1"
    path.write_text("{")
    again = prove_places(bare, Fraction(1), "FR", folder=tmp_path / "new")
    assert again["verdict"] == "PASS"
    assert json.loads(path.read_text())["scale"] == "1/2"


def test_every_share_of_the_budget_says_its_scale(tables, bare):
    geography = tables.atlas.geography
    rows = shares(geography, "FR", Fraction(1))
    assert [row["elements"] for row in rows[:3]] == [1, 2, 3]
    third = rows[2]
    assert third["epsilon"] == "1/3"
    assert third["scale"] == str(geography.scale("FR", Fraction(1, 3)))
    for row in rows:
        assert Fraction(row["scale"]) >= Fraction(row["epsilon"]) / 2
        assert row["proved"] is None or row["proved"] <= Fraction(row["epsilon"])
    assert {row["proved"] for row in shares(bare, "FR", Fraction(1))} == {None}
    # over a part of the country no scale above ε/2 is proved
    part = shares(geography, "FR-48", Fraction(1))
    assert {row["proved"] for row in part} == {None}
    assert all(Fraction(row["scale"]) < Fraction(row["epsilon"]) / 2 for row in part)


def test_what_has_been_enumerated_is_known(bare, tables, tmp_path):
    assert known_places(bare, Fraction(1), "FR", folder=tmp_path) is None
    shares_done: list[float] = []
    found = prove_places(bare, Fraction(1), "FR", folder=tmp_path, on_progress=shares_done.append)
    assert shares_done[-1] == 1
    assert known_places(bare, Fraction(1), "FR", folder=tmp_path) == found
    assert known_places(bare, Fraction(1), "FR") is None
    # with the proofs that ship, or over a part of the country, nothing has to be kept
    for area in ("FR", "FR-48"):
        assert known_places(tables.atlas.geography, Fraction(1), area)["verdict"] == "PASS"


def test_a_scale_beyond_the_proof_fails_with_its_pair(tables, tmp_path):
    geography = tables.atlas.geography
    allowed = geography.scale("FR-48", Fraction(1))
    within = prove_places(geography, Fraction(1), "FR-48", scale=allowed, folder=tmp_path)
    beyond = prove_places(geography, Fraction(1), "FR-48", scale=Fraction(1), folder=tmp_path)
    assert (within["verdict"], beyond["verdict"]) == ("PASS", "FAIL")
    # 2·s a unit, roundings included
    assert beyond["worst_loss_per_unit"] > 2
    assert len(beyond["pair"]) == 2
    assert beyond["scale"] == "1"


def test_the_certificate_is_that_of_the_policys_distance(tables):
    foreign = SubstitutionPolicy(Fraction(1), date(2024, 1, 1), area="FR-48", metric="a" * 64)
    with pytest.raises(BadPolicyError):
        certificates_for(foreign, tables)


def test_raising_in_the_progress_stops_the_enumeration(bare, tmp_path):
    class Stop(Exception):
        pass

    def stop(_share: float) -> None:
        raise Stop

    with pytest.raises(Stop):
        prove_places(bare, Fraction(1), "FR", folder=tmp_path, on_progress=stop)
    assert list(tmp_path.iterdir()) == []
