import json
import os
import shutil
from unittest.mock import ANY

import pytest
from django.core.management import CommandError, call_command

from icdcoder.management.commands.predict_icd import Reader


@pytest.fixture(autouse=True)
def installed(settings, tmp_path, nomenclature_file):
    settings.DATA_DIR = tmp_path / "var"
    folder = settings.DATA_DIR / "cim10"
    folder.mkdir(parents=True)
    shutil.copy(nomenclature_file, folder / "cim10.csv.gz")
    return folder


def write(path, *notes):
    path.write_text("".join(json.dumps(note) + "\n" for note in notes), encoding="utf-8")
    return path


def read(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_each_note_gets_its_codes_with_evidence(tmp_path):
    source = write(
        tmp_path / "in.jsonl",
        {"id": "n1", "text": "Patient avec HTA. Pas de toux."},
        {"id": "n2", "text": "Rien à signaler."},
    )
    call_command("predict_icd", source, tmp_path / "out.jsonl")
    assert read(tmp_path / "out.jsonl") == [
        {
            "id": "n1",
            "codes": [
                {
                    "code": "I10",
                    "label": "Hypertension essentielle (primitive)",
                    "score": ANY,
                    "evidence": [{"start": 13, "end": 16, "weight": 1.0}],
                }
            ],
        },
        {"id": "n2", "codes": []},
    ]


def test_the_replaced_words_of_an_export_are_no_evidence(tmp_path):
    text = "Vu à HTA pour une toux."
    spans = [{"start": 5, "end": 8, "label": "LOC", "subtype": "VILLE"}]
    source = write(tmp_path / "in.jsonl", {"id": "n", "text": text, "replacements": spans})
    call_command("predict_icd", source, tmp_path / "out.jsonl")
    assert [code["code"] for code in read(tmp_path / "out.jsonl")[0]["codes"]] == ["R05"]


def test_several_processes_write_the_same_in_the_same_order(tmp_path):
    words = ("HTA", "toux", "démence", "BPCO")
    notes = [{"id": f"n{i}", "text": f"Note {i} : {words[i % 4]}."} for i in range(150)]
    source = write(tmp_path / "in.jsonl", *notes)
    call_command("predict_icd", source, tmp_path / "one.jsonl")
    call_command("predict_icd", source, tmp_path / "two.jsonl", "--workers", "2")
    assert read(tmp_path / "two.jsonl") == read(tmp_path / "one.jsonl")
    assert [row["id"] for row in read(tmp_path / "two.jsonl")] == [note["id"] for note in notes]


def test_a_process_that_dies_leaves_nothing_half_written(tmp_path, monkeypatch):
    source = write(tmp_path / "in.jsonl", *({"id": f"n{i}", "text": "HTA"} for i in range(150)))
    monkeypatch.setattr(Reader, "codes", lambda *_: os._exit(9))
    with pytest.raises(CommandError, match="rien n'a été écrit"):
        call_command("predict_icd", source, tmp_path / "out.jsonl", "--workers", "2")
    assert not (tmp_path / "out.jsonl").exists()


def test_a_wrong_line_is_told_with_several_processes_too(tmp_path):
    source = write(tmp_path / "in.jsonl", *({"id": f"n{i}", "text": "HTA"} for i in range(150)))
    with source.open("a") as file:
        file.write('{"id": 3}\n')
    with pytest.raises(CommandError, match="ligne 151"):
        call_command("predict_icd", source, tmp_path / "out.jsonl", "--workers", "2")
    assert not (tmp_path / "out.jsonl").exists()


def test_top_limits_the_codes(tmp_path):
    source = write(tmp_path / "in.jsonl", {"id": "n", "text": "HTA, démence, toux, BPCO."})
    call_command("predict_icd", source, tmp_path / "out.jsonl", "--top", "2")
    assert len(read(tmp_path / "out.jsonl")[0]["codes"]) == 2


def test_a_bad_line_is_named_and_nothing_is_left(tmp_path):
    source = write(tmp_path / "in.jsonl", {"id": "n1", "text": "HTA"}, {"id": "n2"})
    with pytest.raises(CommandError, match=r"in\.jsonl, ligne 2, champ « text »"):
        call_command("predict_icd", source, tmp_path / "out.jsonl")
    assert sorted(p.name for p in tmp_path.glob("out*")) == []


def test_an_earlier_result_survives_a_failed_run(tmp_path):
    source = write(tmp_path / "in.jsonl", {"id": "n2"})
    (tmp_path / "out.jsonl").write_text("earlier")
    with pytest.raises(CommandError):
        call_command("predict_icd", source, tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == "earlier"


@pytest.mark.slow
def test_a_directory_without_a_model_is_refused(tmp_path):
    source = write(tmp_path / "in.jsonl", {"id": "n", "text": "HTA"})
    with pytest.raises(CommandError, match="--model : ce dossier ne contient aucun modèle"):
        call_command("predict_icd", source, tmp_path / "out.jsonl", "--model", tmp_path)
    assert not (tmp_path / "out.jsonl").exists()


def test_without_nomenclature_the_command_says_how_to_get_it(tmp_path, installed):
    (installed / "cim10.csv.gz").unlink()
    source = write(tmp_path / "in.jsonl", {"id": "n", "text": "HTA"})
    with pytest.raises(CommandError, match="fetch_cim10"):
        call_command("predict_icd", source, tmp_path / "out.jsonl")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["absent.jsonl", "out.jsonl"], "Fichier introuvable"),
        ([".", "out.jsonl"], "L'entrée est un dossier"),
        (["in.jsonl", "in.jsonl"], "différent du fichier d'entrée"),
        (["in.jsonl", "nowhere/out.jsonl"], "Dossier introuvable"),
        (["in.jsonl", "out.jsonl", "--top", "0"], "--top"),
    ],
)
def test_wrong_arguments_are_explained(tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "in.jsonl", {"id": "n", "text": "HTA"})
    with pytest.raises(CommandError, match=message):
        call_command("predict_icd", *arguments)
