"""A steward's own prior: read from a file, drawn from, certified like any other."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from fractions import Fraction

import numpy as np
import pytest

from privacy.domain.certificates.export import certificates_for
from privacy.domain.errors import BadFeatureError, BadPolicyError
from privacy.domain.places.features import read_features
from privacy.domain.places.own_prior import read_prior
from privacy.domain.policy import PlacePrior, SubstitutionPolicy
from privacy.domain.randomness import DrawContext, StudyKey
from privacy.domain.tables import default_tables

CSV = b"insee_code;stays;note\n21231;120;a\n21054;30;b\n21166;0;c\n"


def own(csv=CSV, column="stays"):
    atlas = default_tables().atlas
    return read_prior(read_features(csv, name="w.csv"), atlas.communes, column)


def geography(csv=CSV, column="stays"):
    atlas = default_tables().atlas
    return atlas.with_features([], PlacePrior.FILE, own(csv, column).prior).geography


def test_weights_are_those_of_the_file_and_nothing_elsewhere():
    found = geography()
    weights = found.weights("FR-21")
    by_code = {
        found.communes[int(row)].insee: weight
        for row, weight in zip(found.area("FR-21"), weights, strict=True)
    }
    assert (by_code["21231"], by_code["21054"], by_code["21166"]) == (1.0, 0.25, 0.0)
    assert np.count_nonzero(weights) == own().named == 2


def test_departments_weigh_each_of_their_communes():
    found = geography(b"dep_code,w\n21,4\n71,1\n", "w")
    assert set(found.weights("FR-21")) == {1.0}
    assert set(found.weights("FR-BFC")) == {0.0, 0.25, 1.0}


@pytest.mark.parametrize(
    ("csv", "column", "reason"),
    [
        (b"insee_code,a,b\n21231,1,2\n", "", "plusieurs colonnes"),
        (b"insee_code,a\n21231,1\n", "b", "n'existe pas"),
        (b"insee_code,a\n21231,-1\n", "a", "négatif"),
        (b"insee_code,a\n21231,0\n", "a", "aucune commune"),
        (b"insee_code,a\n99999,3\n", "a", "aucune commune"),
    ],
)
def test_bad_weights_are_refused_with_file_and_column(csv, column, reason):
    with pytest.raises(BadFeatureError, match=reason) as caught:
        own(csv, column)
    assert "w.csv" in str(caught.value)


def test_an_area_without_a_weight_is_refused():
    with pytest.raises(BadPolicyError, match="poids"):
        geography().weights("FR-75")


def test_other_weights_are_other_draws_and_the_name_of_their_column_is_not():
    assert (
        geography().named_metric
        == geography(CSV.replace(b"stays", b"sejours"), "sejours").named_metric
    )
    assert geography().named_metric != geography(CSV.replace(b"120", b"121")).named_metric


def test_draws_follow_the_exact_law():
    """Dijon four times as likely as Beaune before any distance, from a commune as far as its twin."""
    found = geography()
    origin = next(c.index for c in found.communes if c.insee == "21231")
    s = Fraction(1, 50)
    law = found.probabilities("FR-21", origin, s)
    names = [found.communes[int(row)].insee for row in found.area("FR-21")]
    key, seen, draws = StudyKey(bytes(32)), Counter(), 4000
    for rank in range(draws):
        source = key.stream(DrawContext("p", "LOC", str(rank), "metric"))
        seen[names[found.draw("FR-21", origin, s, source)]] += 1
    dijon, beaune = (float(law[names.index(code)]) for code in ("21231", "21054"))
    assert dijon + beaune > 0.99
    assert 3.9 < dijon / beaune < 4.2  # 4·e^(s·d), d some 0.8 units
    assert abs(seen["21231"] / draws - dijon) < 4 * (dijon * (1 - dijon) / draws) ** 0.5


@pytest.mark.parametrize(("epsilon", "area"), [("1/10", "FR-21"), ("1", "FR"), ("10", "FR-21")])
def test_its_certificate_passes_at_once_and_names_the_column(epsilon, area):
    atlas = default_tables().atlas.with_features([], PlacePrior.FILE, own().prior)
    tables = replace(default_tables(), atlas=atlas)
    policy = SubstitutionPolicy(
        Fraction(epsilon), date(2024, 1, 1), area=area, metric=atlas.geography.named_metric
    )
    _dates, places = certificates_for(policy, tables)
    assert places["verdict"] == "PASS"
    assert 0 < places["worst_loss_per_unit"] <= float(Fraction(epsilon))
    assert places["parameters"]["prior_column"] == "stays"
    assert Fraction(places["scale"]) == Fraction(epsilon) / 2 * Fraction(255, 256)
