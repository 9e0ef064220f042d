import json

import pytest
from django.core.management import CommandError, call_command


def run(capsys, *args: str) -> tuple[int, str]:
    try:
        call_command("verify_privacy", *args)
        status = 0
    except SystemExit as stop:
        status = stop.code
    return status, capsys.readouterr().out


def test_a_proved_mechanism_exits_with_0(capsys):
    status, out = run(capsys, "--places", "metric", "--epsilon", "0,5", "--area", "FR-48", "--json")
    row = json.loads(out.splitlines()[-1])
    assert status == 0
    assert (row["mechanism"], row["epsilon"], row["area"], row["verdict"]) == (
        "metric", 0.5, "FR-48", "PASS",
    )  # fmt: skip
    assert 0.4 < row["worst_loss_per_unit"] <= 0.5
    assert len(row["pair"]) == 2
    assert row["reason"]


def test_a_refuted_mechanism_exits_with_1_and_null_for_infinity(capsys):
    status, out = run(
        capsys, "--places", "tchouka2023", "--epsilon", "0.25", "--area", "FR-21", "--json"
    )
    row = json.loads(out.splitlines()[-1])
    assert (status, row["verdict"], row["worst_loss_per_unit"]) == (1, "FAIL", None)
    assert row["pair"][0] == "Dijon (21231)"


def test_both_defaults_are_certified_in_words(capsys):
    status, out = run(capsys, "--epsilon", "1", "--area", "FR-90")
    assert status == 0
    assert out.count("PASS") == 2
    assert "lieux metric" in out
    assert "dates metric" in out
    status, out = run(capsys, "--epsilon", "1", "--area", "FR-90", "--json")
    assert [c["kind"] for c in json.loads(out)["certificates"]] == ["places", "dates"]


@pytest.mark.parametrize(
    ("name", "status"),
    [("metric", 0), ("tchouka2023", 1), ("tchouka2022", 1), ("shift", 1), ("tag", 0)],
)
def test_every_date_mechanism(capsys, name, status):
    assert run(capsys, "--dates", name, "--epsilon", "1")[0] == status


def test_features_join_the_distance(capsys, tmp_path):
    path = tmp_path / "radon.csv"
    path.write_text("dep_code,radon\n48,1\n21,2\n07,3\n30,5\n", encoding="utf-8")
    status, out = run(
        capsys, "--places", "metric", "--epsilon", "1", "--area", "FR-OCC", "--json",
        "--features", str(path), "--columns", "radon=0,5",
    )  # fmt: skip
    row = json.loads(out.splitlines()[-1])
    assert row["parameters"]["features"] == {"radon": 0.5}
    assert (status, row["scale"]) == (0, "255/512")  # just below ε/2 over a part of the country


def test_the_population_prior_is_the_default_at_nearly_half_of_epsilon(capsys):
    args = ["--places", "metric", "--area", "FR-48", "--json", "--epsilon", "1"]
    status, out = run(capsys, *args)
    row = json.loads(out.splitlines()[-1])
    assert (status, row["verdict"], row["scale"]) == (0, "PASS", "255/512")
    assert row["parameters"]["prior"] == "population"
    assert 0.5 < row["worst_loss_per_unit"] <= 1
    assert len(row["pair"]) == 2


def test_a_prior_of_ones_own_has_its_certificate(capsys, tmp_path):
    file = tmp_path / "stays.csv"
    file.write_text("insee_code,stays\n48095,20\n48092,3\n")
    args = ["--places", "metric", "--area", "FR-48", "--json", "--epsilon", "1"]
    status, out = run(capsys, *args, "--prior-file", str(file))
    row = json.loads(out.splitlines()[-1])
    assert (status, row["verdict"], row["scale"]) == (0, "PASS", "255/512")
    assert (row["parameters"]["prior"], row["parameters"]["prior_column"]) == ("file", "stays")
    _status, out = run(capsys, *args, "--prior", "none")
    assert json.loads(out.splitlines()[-1])["parameters"]["prior"] == "uniform"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--epsilon", "0"], "epsilon"),
        (["--epsilon", "1", "--prior", "file"], "--prior-file"),
        (["--epsilon", "1", "--prior", "uniform", "--prior-file", __file__], "--prior file"),
        (["--epsilon", "1", "--prior-column", "x"], "--prior-file"),
        (["--epsilon", "1", "--prior-file", "/nonexistent.csv"], "nonexistent"),
        (["--epsilon", "1", "--prior-file", __file__], "codes"),
        (["--epsilon", "1", "--area", "FR-ZZ"], "zone inconnue"),
        (["--epsilon", "1", "--features", "/nonexistent.csv"], "nonexistent"),
        (["--epsilon", "1", "--features", __file__, "--columns", "x=y"], "codes|échelle"),
        (["--epsilon", "1", "--columns", "radon"], "--features"),
        (["--epsilon", "1", "--dates", "tag", "--places", "tag"], "not allowed"),
    ],
)
def test_what_makes_no_sense_is_refused(args, message):
    with pytest.raises(CommandError, match=message):
        call_command("verify_privacy", *args)
