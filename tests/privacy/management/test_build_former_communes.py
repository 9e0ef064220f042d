"""The table of former names: rows worked out by hand from small records, and the table that ships."""

import csv
import gzip
import json

import pytest
from django.core.management import CommandError, call_command

from privacy.domain.data import DATA
from privacy.domain.tables import default_tables
from privacy.management.commands.build_former_communes import (
    former_rows,
    successors,
    today_of,
    write,
)

CURRENT = {"50129": "Cherbourg-en-Cotentin", "39510": "Septmoncel les Molunes", "01001": "Ars"}
LATEST = [
    {"code": "50129", "nom": "Cherbourg-en-Cotentin", "type": "commune-actuelle"},
    {"code": "50602", "nom": "Tourlaville", "type": "commune-deleguee", "chefLieu": "50129"},
    {"code": "01001", "nom": "Ars", "type": "commune-actuelle", "anciensCodes": ["01999"]},
    {"code": "13201", "nom": "Marseille 1er", "type": "arrondissement-municipal", "commune": "13055"},
]  # fmt: skip
CHANGES = [
    {"code": "39510", "nom": "Septmoncel", "type": "COM", "successeur": "COMD-39510@2017-01-01"},
    {"code": "39341", "nom": "Les Molunes", "type": "COMD", "pole": "COM-39510@2017-01-01"},
    {"code": "01999", "nom": "Vieil-Ars", "type": "COM"},
    {"code": "77777", "nom": "Perdue", "type": "COM"},
]


def test_former_names_follow_every_change():
    assert former_rows(CURRENT, [LATEST], CHANGES) == [
        ("Vieil-Ars", "01001"),
        ("Les Molunes", "39510"),
        ("Septmoncel", "39510"),
        ("Tourlaville", "50129"),
    ]


def test_the_latest_records_win_and_no_circle_is_followed():
    following = successors([[{"code": "a", "chefLieu": "b"}], [{"code": "a", "chefLieu": "c"}]])
    assert following == {"a": "b"}
    assert today_of("a", {"b": "B"}, following) == "b"
    assert today_of("a", {}, {"a": "b", "b": "a"}) is None


def test_the_same_rows_give_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        write(tmp_path / name, [("Évry", "91228")])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert gzip.decompress((tmp_path / "one").read_bytes()).decode() == (
        "name,insee_code\nÉvry,91228\n"
    )


def test_the_command_reads_packages(tmp_path, capsys):
    (tmp_path / "data").mkdir()
    records = [{"code": "50602", "nom": "Tourlaville", "type": "commune-deleguee", "chefLieu": "50129"}]  # fmt: skip
    (tmp_path / "data" / "communes.json").write_text(json.dumps(records), encoding="utf-8")
    output = tmp_path / "out.csv.gz"
    call_command("build_former_communes", str(tmp_path), output=output)
    assert gzip.decompress(output.read_bytes()).decode().splitlines()[1:] == ["Tourlaville,50129"]
    assert capsys.readouterr().out == "1 anciens noms écrits.\n"
    with pytest.raises(CommandError, match=r"communes\.json"):
        call_command("build_former_communes", str(tmp_path / "nowhere"), output=output)


def test_the_table_that_ships_leads_to_communes_of_the_table():
    with gzip.open(DATA / "former_names_fr.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        rows = [(row["name"], row["insee_code"]) for row in csv.DictReader(lines)]
    today = {commune.insee: commune for commune in default_tables().atlas.communes}
    assert len(rows) == len(set(rows)) == 6078
    assert all(insee in today for _, insee in rows)
    assert {("Septmoncel", "39510"), ("Saint-Lupicin", "39491"), ("Tessy-sur-Vire", "50592")} <= {
        *rows
    }
