"""`manage.py train_icd` and `predict_icd --model`: from a file of coded notes to codes with evidence."""

from __future__ import annotations

import csv
import gzip
import json

import pytest
from django.core.management import CommandError, call_command

from icdcoder.domain.nomenclature import HEADER
from tests.worker.coding import toy

pytestmark = pytest.mark.slow

QUICK = (
    "--lr", "0.002", "--batch-size", "8", "--segment", "48", "--epochs", "6", "--device", "cpu",
)  # fmt: skip


@pytest.fixture(autouse=True)
def installed(settings, tmp_path_factory):
    """A nomenclature of four labels in our own words."""
    settings.DATA_DIR = tmp_path_factory.mktemp("var")
    folder = settings.DATA_DIR / "cim10"
    folder.mkdir()
    with gzip.open(folder / "cim10.csv.gz", "wt", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(HEADER)
        rows.writerows([code, "0", "", "", cue, f"{cue} (test)"] for cue, code in toy.CUES.items())
    return folder


@pytest.fixture
def notes(tmp_path):
    path = tmp_path / "notes.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, delimiter=";")
        rows.writerow(["text", "CIM10"])
        rows.writerows([stay.texts[0], " ".join(stay.codes)] for stay in toy.stays(64, words=30))
    return path


@pytest.fixture
def backbone(tmp_path_factory):
    return toy.backbone(tmp_path_factory.mktemp("command"))


def train(notes, backbone, output, *more):
    call_command(
        "train_icd", str(notes), "--output", str(output), "--backbone", str(backbone), *QUICK, *more
    )


def test_what_is_learnt_is_predicted_with_evidence_in_the_note(notes, backbone, tmp_path, capsys):
    model = tmp_path / "modele"
    train(notes, backbone, model, "--json")
    said = capsys.readouterr().out.strip().splitlines()
    assert "4 codes appris sur 64 séjours" in said[0]
    assert json.loads(said[-1])["micro_f1"] > 0.9
    assert sorted(path.name for path in tmp_path.iterdir()) == ["modele", "notes.csv"]

    text = "alpha beta gamma embolie delta"
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "n1", "text": text}) + "\n")
    out = tmp_path / "out.jsonl"
    call_command("predict_icd", tmp_path / "in.jsonl", out, "--model", model, "--top", "1")
    (code,) = json.loads(out.read_text())["codes"]
    assert (code["code"], code["label"]) == ("I26", "embolie (test)")
    assert 0.5 < code["score"] <= 1
    place = {"start": text.index("embolie"), "end": text.index(" delta"), "weight": 1.0}
    assert place in code["evidence"]
    assert "réseau modele, version modele-" in capsys.readouterr().err


def test_families_pooling_and_top_codes_reach_the_model(notes, backbone, tmp_path):
    train(
        notes, backbone, tmp_path / "m", "--families", "--pooling", "max", "--top-codes", "2",
        "--epochs", "1",
    )  # fmt: skip
    content = json.loads((tmp_path / "m" / "icd.json").read_text())
    assert (content["pooling"], content["is_families"], len(content["codes"])) == ("max", True, 2)


def test_the_same_file_twice_gives_the_same_weights(notes, backbone, tmp_path):
    for name in ("a", "b"):
        train(notes, backbone, tmp_path / name / "m", "--epochs", "1")
    first, second = ((tmp_path / name / "m" / "model.safetensors").read_bytes() for name in "ab")
    assert first == second


def test_without_a_nomenclature_it_says_so_and_starts_at_random(
    notes, backbone, tmp_path, installed, capsys
):
    (installed / "cim10.csv.gz").unlink()
    train(notes, backbone, tmp_path / "m", "--epochs", "1")
    assert "fetch_cim10" in capsys.readouterr().err
    assert (tmp_path / "m" / "icd.json").is_file()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--backbone", "/nulle/part"], "--backbone"),
        (["--lr", "7"], "entre 0 et 1"),
        (["--epochs", "0"], "--epochs : au moins 1"),
        (["--segment", "900"], "au plus 512"),
        (["--top-codes", "0"], "--top-codes : au moins 1"),
        (["--pooling", "sum"], "sum"),
    ],
)
def test_senseless_arguments_are_refused_and_leave_nothing(notes, tmp_path, arguments, reason):
    with pytest.raises(CommandError, match=reason):
        call_command("train_icd", str(notes), "--output", str(tmp_path / "m"), *arguments)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.csv"]


def test_bad_notes_are_refused_by_line_and_column(notes, tmp_path):
    with notes.open("a", encoding="utf-8") as file:
        file.write("Texte;E1\n")
    with pytest.raises(CommandError, match=r"notes\.csv, ligne 66, champ « CIM10 »"):
        call_command("train_icd", str(notes), "--output", str(tmp_path / "m"))
    with pytest.raises(CommandError, match="lecture impossible"):
        call_command("train_icd", str(tmp_path / "absent.csv"), "--output", str(tmp_path / "m"))
    assert not (tmp_path / "m").exists()


def test_a_full_folder_and_too_few_stays_are_refused(notes, backbone, tmp_path):
    with pytest.raises(CommandError, match="n'est pas vide"):
        train(notes, backbone, tmp_path)
    notes.write_text("text;CIM10\nA;I10\nB;I10\n")
    with pytest.raises(CommandError, match="au moins 4 séjours"):
        train(notes, backbone, tmp_path / "m")
