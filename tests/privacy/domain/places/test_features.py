import gzip
import hashlib

import numpy as np
import pytest

from privacy.domain.errors import BadFeatureError, BadPolicyError
from privacy.domain.places.features import (
    MAX_BYTES,
    describe,
    fill,
    interquartile,
    read_features,
    uncompressed,
)
from privacy.domain.places.geography import Commune


def commune(index: int, department: str) -> Commune:
    return Commune(index, f"{department}{index:03d}", "N", department, "D", "27", "R", (), 1)


COMMUNES = [commune(i, "21") for i in range(4)] + [commune(4, "39"), commune(5, "01")]
CSV = b"insee_code,name,radon,taux\n21000,A,1,10\n21001,B,,20\n21002,C,3,30\n21003,D,8,\n39004,E,5,50\n"


def table(raw: bytes = CSV):
    return read_features(raw, name="f.csv")


def test_columns_of_numbers_are_found_by_code():
    found = table()
    assert found.columns == ("radon", "taux")
    assert (found.key, found.by_department) == ("insee_code", False)
    assert found.values["radon"] == {"21000": 1, "21002": 3, "21003": 8, "39004": 5}
    assert len(found.sha256) == 64


def test_a_missing_value_is_the_departments_median_else_the_national_one():
    (radon,) = fill(table(), COMMUNES, {"radon": 2.0})
    # 21: median of 1, 3, 8; 01 has none: median of 1, 3, 5, 8
    assert radon.feature.values.tolist() == [1, 3, 3, 8, 5, 4]
    assert radon.missing == 2
    assert (radon.feature.name, radon.feature.scale) == ("radon", 2.0)


def test_the_scale_is_the_national_interquartile_range():
    assert interquartile(np.array([1.0, 2.0, 3.0, 4.0, 5.0])) == 2
    (radon,) = fill(table(), COMMUNES, {"radon": None})
    assert radon.feature.scale == interquartile(radon.feature.values)


def test_departments_spread_over_their_communes():
    raw = b"dep_code;taux\n21;1,5\n1;2,5\n"
    (filled,) = fill(table(raw), COMMUNES, {"taux": 1.0})
    # 39 has none: the median over the communes that have one
    assert filled.feature.values.tolist() == [1.5, 1.5, 1.5, 1.5, 1.5, 2.5]
    assert filled.missing == 1


def test_leading_zeros_are_given_back_and_unknown_codes_ignored():
    (filled,) = fill(table(b"code_insee\tx\n1005\t7\n99999\t1\n"), COMMUNES, {"x": 1.0})
    assert filled.feature.values[5] == 7


@pytest.mark.parametrize(
    ("raw", "line", "field", "reason"),
    [
        (b"", 0, "", "vide"),
        (b"name,x\nA,1\n", 1, "", "codes"),
        (b"insee_code,x,x\n21000,1,2\n", 1, "", "deux colonnes"),
        (b"insee_code,x\n21000,1\n21000,2\n", 3, "insee_code", "code déjà présent"),
        (b"insee_code,x\n21000,1\n\n21,2\n", 4, "insee_code", "INSEE"),
        (b"insee_code,x\n21000,1,2\n", 2, "", "3 cellules, 2 attendues"),
        (b"insee_code,x\n21000,\xe9\n", 2, "", "UTF-8"),
        (b"insee_code,x\n21000,abc\n", 0, "", "aucune colonne"),
        (b"insee_code,x\n21000,1e999\n", 0, "", "aucune colonne"),
        (b"dep_code,x\n2C,1\n", 2, "dep_code", "département"),
        (b"\x1f\x8bnot gzip", 0, "", "gzip"),
        (b"insee_code,x\n21000,1\n21001,\x00\n", 3, "", "caractère nul"),
        (b"insee_code," + b"x" * 81 + b"\n21000,1\n", 1, "", "80 caractères"),
        (b"insee_code" + b",x" * 200 + b"\n", 1, "", "200 colonnes"),
        (b"[" * 200_000, 1, "", "80 caractères"),
    ],
)
def test_what_is_wrong_is_said_by_line_and_field(raw, line, field, reason):
    with pytest.raises(BadFeatureError) as caught:
        table(raw)
    assert (caught.value.file, caught.value.line, caught.value.field) == ("f.csv", line, field)
    assert reason in caught.value.reason
    assert str(caught.value).startswith("f.csv")


@pytest.mark.parametrize(
    ("raw", "column", "scale", "reason"),
    [
        (CSV, "absente", None, "n'existe pas"),
        (CSV, "name", None, "n'existe pas"),
        (CSV, "radon", 0.0, "nombre positif"),
        (CSV, "radon", -1.0, "nombre positif"),
        (b"insee_code,x\n99000,1\n", "x", None, "aucun code"),
        (b"insee_code,x\n21000,1\n21001,1\n", "x", None, "interquartile nul"),
        (b"insee_code,x\n21000,1\n21001,1e200\n", "x", 1.0, "de trop loin"),
    ],
)
def test_a_choice_that_means_nothing_is_refused(raw, column, scale, reason):
    with pytest.raises(BadFeatureError, match=reason) as caught:
        fill(table(raw), COMMUNES, {column: scale})
    assert caught.value.field == column


def test_the_metric_of_the_table_takes_them(tables):
    atlas = tables.atlas
    raw = "insee_code,x\n" + "".join(f"{c.insee},{c.index % 7}\n" for c in atlas.communes)
    chosen = fill(table(raw.encode()), atlas.communes, {"x": None})
    richer = atlas.with_features([filled.feature for filled in chosen])
    assert richer.geography.metric.fingerprint != atlas.geography.metric.fingerprint
    assert richer.geography.scales is None
    assert richer.find("Dijon") == atlas.find("Dijon")
    far = richer.geography.distances("FR-21", 0) - atlas.geography.distances("FR-21", 0)
    assert far.min() >= 0
    assert far.max() > 0


def test_a_column_that_is_not_all_numbers_is_left_out_with_its_line():
    found = table(b"insee_code,name,x,y\n21000,A,1,\n21001,,deux,4\n21002,C,trois,\n")
    assert found.columns == ("y",)
    assert found.left_out == {"name": 2, "x": 3}


def test_only_the_wanted_columns_are_read():
    found = read_features(CSV, name="f.csv", columns={"taux", "absente"})
    assert found.columns == ("taux",)
    assert found.sha256 == table().sha256


def test_coverage_and_quartiles_are_those_of_the_communes_that_have_a_value():
    radon, taux = describe(table(), COMMUNES)
    # 1, 3, 8, 5 of six communes; then 10, 20, 30, 50
    assert (radon.name, radon.known, radon.low, radon.median, radon.high) == (
        "radon", 4, 2.5, 4, 5.75
    )  # fmt: skip
    assert (taux.known, taux.median) == (4, 25)
    assert describe(table(b"insee_code,x\n99000,1\n"), COMMUNES) == []


def test_a_department_covers_all_its_communes():
    (column,) = describe(table(b"dep_code,x\n21,3\n"), COMMUNES)
    assert (column.known, column.low, column.high) == (4, 3, 3)


def test_a_compressed_file_is_the_same_file():
    assert uncompressed(gzip.compress(CSV), name="f.csv.gz") == CSV
    assert table(gzip.compress(CSV)).sha256 == hashlib.sha256(CSV).hexdigest()


def test_what_swells_beyond_the_limit_is_refused():
    bomb = gzip.compress(b"0" * (MAX_BYTES + 1))
    assert len(bomb) < 100_000
    with pytest.raises(BadFeatureError, match="dépasse 20 Mo"):
        uncompressed(bomb, name="f.csv.gz")


def test_draws_are_refused_over_another_metric_than_the_policys(tables):
    plain = tables.atlas.geography
    raw = "dep_code,x\n" + "".join(f"{n:02d},{n % 7}\n" for n in range(1, 20))
    (chosen,) = fill(table(raw.encode()), tables.atlas.communes, {"x": 1.0})
    rich = tables.atlas.with_features([chosen.feature]).geography
    plain.require("")
    rich.require(rich.metric.fingerprint)
    for geography, metric in ((plain, rich.metric.fingerprint), (rich, ""), (rich, "0" * 64)):
        with pytest.raises(BadPolicyError, match="nouvel export"):
            geography.require(metric)
