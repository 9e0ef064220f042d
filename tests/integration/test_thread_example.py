"""The thread example of the articles, through the commands as a person calls them."""

from __future__ import annotations

import json
import os
import re
import subprocess
from datetime import date

import pytest

from tests.integration import nursery
from tests.integration.stack import ROOT

TEXT = (
    "M. Durand, né à Dijon, 40 ans, a été hospitalisé du 12/02/2020 au 26 février 2020 à la suite "
    "d'un accident de la route à Dijon."
)
MONTHS = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
]


# The model that ships, not the tests' small one.
SHIPPED = {
    "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded",
    "DEIDWEB_ENGINE_CACHE": str(ROOT / "var" / "engine"),
}


def manage(*arguments: object) -> subprocess.CompletedProcess[str]:
    return nursery.manage(*map(str, arguments), environment={**os.environ, **SHIPPED})


@pytest.fixture(scope="module")
def annotated(tmp_path_factory):
    folder = tmp_path_factory.mktemp("thread")
    (folder / "in.jsonl").write_text(json.dumps({"id": "fil", "text": TEXT}), encoding="utf-8")
    done = manage("preannotate", folder / "in.jsonl", folder / "annotated.jsonl")
    assert done.returncode == 0, done.stderr
    return folder / "annotated.jsonl"


def test_every_entity_is_found_and_nothing_else(annotated):
    (note,) = [json.loads(line) for line in annotated.read_text().splitlines()]
    found = [
        (TEXT[e["start"] : e["end"]], e["label"], e["subtype"])
        for e in sorted(note["entities"], key=lambda e: e["start"])
    ]
    assert found == [
        ("Durand", "PER", "NOM"),
        ("Dijon", "LOC", "VILLE"),
        ("40 ans", "AGE", "AGE"),
        ("12/02/2020", "DATE", "DATE"),
        ("26 février 2020", "DATE", "DATE"),
        ("Dijon", "LOC", "VILLE"),
    ]


@pytest.mark.parametrize("key", ["11" * 32, "22" * 32, "a7" * 32])
def test_one_surrogate_for_both_towns_and_dates_in_their_forms_and_order(annotated, tmp_path, key):
    (tmp_path / "key").write_text(key)
    out = tmp_path / "out.jsonl"
    done = manage(
        "substitute", annotated, out, "--epsilon", "1", "--key-file", tmp_path / "key",
        "--reference-date", "2022-10-24",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (note,) = [json.loads(line) for line in out.read_text().splitlines()]
    match = re.fullmatch(
        r"M\. (?P<name>.+), né à (?P<town>.+), (?P<age>\d+) ans, a été hospitalisé du "
        r"(?P<first>\d\d/\d\d/\d{4}) au (?P<day>\d+)(?:er)? (?P<month>\w+) (?P<year>\d{4}) à la suite "
        r"d'un accident de la route à (?P<again>.+)\.",
        note["text"],
    )
    assert match, note["text"]
    assert match["town"] == match["again"]
    assert match["name"] != "Durand"
    first = date(*map(int, reversed(match["first"].split("/"))))
    second = date(int(match["year"]), MONTHS.index(match["month"]) + 1, int(match["day"]))
    assert first <= second <= date(2022, 10, 24)
    for replacement in note["replacements"]:
        assert note["text"][replacement["start"] : replacement["end"]].strip()
    assert len(note["replacements"]) == 6


def test_the_same_key_gives_the_same_file_and_another_key_another(annotated, tmp_path):
    def run(key: str, name: str) -> str:
        (tmp_path / name).write_text(key * 32)
        out = tmp_path / f"{name}.jsonl"
        done = manage("substitute", annotated, out, "--epsilon", "1", "--key-file", tmp_path / name)
        assert done.returncode == 0, done.stderr
        return out.read_text()

    assert run("0a", "one") == run("0a", "again") != run("0b", "other")


def test_a_bad_line_is_named_and_no_file_is_left(tmp_path):
    (tmp_path / "in.jsonl").write_text('{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}\n')
    done = manage("preannotate", tmp_path / "in.jsonl", tmp_path / "out.jsonl")
    assert done.returncode != 0
    assert "in.jsonl" in done.stderr
    assert "2" in done.stderr
    assert not (tmp_path / "out.jsonl").exists()
