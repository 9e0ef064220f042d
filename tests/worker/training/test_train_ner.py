"""`manage.py train_ner`: a file of annotated notes in, a model folder out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from worker.engine.encoder.files import content_hash, read_settings
from worker.training import search

pytestmark = pytest.mark.usefixtures("few_regression_notes")

QUICK = ("--lr", "0.004", "--batch-size", "8", "--device", "cpu")


@pytest.fixture(autouse=True)
def shipped(settings, tiny_model) -> None:
    settings.SHIPPED_MODEL = tiny_model


@pytest.fixture
def dataset(tmp_path) -> Path:
    codes = ["kelvo", "marig", "tonsa", "belur", "frido", "gapel", "hovin", "juket"]
    path = tmp_path / "notes.jsonl"
    with path.open("w", encoding="utf-8") as out:
        for number in range(24):
            code = codes[number % len(codes)]
            text = f"Vu ce jour, bracelet {code}, bon état."
            start = text.index(code)
            entity = {"start": start, "end": start + 5, "label": "QID", "subtype": "AUTRE"}
            patient = {"id": f"p{number}"}
            note = {"id": f"n{number}", "text": text, "patient": patient, "entities": [entity]}
            out.write(json.dumps(note) + "\n")
    return path


def test_it_writes_a_model_that_loads_and_says_what_it_measured(
    dataset, tiny_backbone, tmp_path, capsys
):
    output = tmp_path / "modele"
    call_command(
        "train_ner", str(dataset), "--output", str(output), "--epochs", "2", "--json",
        "--backbone", str(tiny_backbone), *QUICK,
    )  # fmt: skip
    printed = capsys.readouterr().out.strip().splitlines()
    last = json.loads(printed[-1])
    assert last["sha256"] == content_hash(output)
    assert last["rules"]["redacted"] == 0
    assert last["before"]["engine"].startswith("hybrid(rules-3+mini-")
    assert last["after"]["identifying"] == last["before"]["identifying"] > 0
    assert "Règles seules" in printed[1]
    assert read_settings(output).name == "modele"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["modele", "notes.jsonl"]


def test_transitions_are_learned_on_demand(dataset, tiny_backbone, tmp_path):
    output = tmp_path / "m"
    call_command(
        "train_ner", str(dataset), "--output", str(output), "--epochs", "1", "--transitions",
        "--backbone", str(tiny_backbone), *QUICK,
    )  # fmt: skip
    assert read_settings(output).decoding == "learned"
    assert (output / "transitions.safetensors").is_file()


def test_the_encoder_reads_raw_notes_first(dataset, tiny_backbone, tmp_path, capsys):
    options = ("--output", str(tmp_path / "m"), "--epochs", "1", "--adapt", str(dataset), "--passes", "2")  # fmt: skip
    call_command(
        "train_ner", str(dataset), "--backbone", str(tiny_backbone), *options, *QUICK,
    )  # fmt: skip
    printed = capsys.readouterr().out
    assert "Notes brutes, 2/2 : perte des mots cachés " in printed
    assert read_settings(tmp_path / "m").name == "m"
    with pytest.raises(CommandError, match="--passes"):
        call_command("train_ner", str(dataset), *options[:-1], "0")


def test_twice_the_same_gives_the_same_bytes(dataset, tmp_path):
    for name in ("a/m", "b/m"):
        output = str(tmp_path / name)
        call_command("train_ner", str(dataset), "--output", output, "--epochs", "1", *QUICK)
    assert content_hash(tmp_path / "a/m") == content_hash(tmp_path / "b/m")


def test_a_search_is_told_trial_by_trial_and_its_best_is_trained(
    dataset, tiny_backbone, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(search, "EPOCHS", (1, 1))
    monkeypatch.setattr(search, "MAX_LENGTHS", (32,))
    study, output = tmp_path / "study", tmp_path / "m"
    call_command(
        "train_ner", str(dataset), "--output", str(output), "--backbone", str(tiny_backbone),
        "--search", "2", "--study", str(study), *QUICK,
    )  # fmt: skip
    printed = capsys.readouterr().out
    assert "Essai 2 : F1 " in printed
    assert "max_length 32" in printed
    assert read_settings(output).window == 32  # the usual one is 128
    assert study.is_file()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--backbone", "/nulle/part"], "--backbone"),
        (["--lr", "7"], "entre 0 et 1"),
        (["--epochs", "0"], "au moins 1"),
        (["--max-length", "4"], "au moins 16"),
        (["--max-length", "900"], "au plus 512"),
        (["--batch-size", "0"], "au moins 1"),
        (["--search", "0"], "entre 1 et 1000"),
        (["--replay", "-1"], "entre 0 et 100"),
    ],
)
def test_unknown_and_senseless_arguments_are_refused(dataset, tmp_path, arguments, reason):
    with pytest.raises(CommandError, match=reason):
        call_command("train_ner", str(dataset), "--output", str(tmp_path / "m"), *arguments)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.jsonl"]


def test_bad_input_writes_nothing_and_names_the_line(dataset, tmp_path):
    dataset.write_text(dataset.read_text() + '{"id": "x"}\n')
    with pytest.raises(CommandError, match=r"notes\.jsonl.*25"):
        call_command("train_ner", str(dataset), "--output", str(tmp_path / "m"))
    with pytest.raises(CommandError, match="lecture impossible"):
        call_command("train_ner", str(tmp_path / "absent"), "--output", str(tmp_path / "m"))
    assert not (tmp_path / "m").exists()


def test_too_few_notes_and_a_full_folder_are_refused(dataset, tmp_path):
    few = tmp_path / "few.jsonl"
    few.write_text("".join(dataset.read_text().splitlines(keepends=True)[:3]))
    with pytest.raises(CommandError, match="Il faut au moins 4 notes"):
        call_command("train_ner", str(few), "--output", str(tmp_path / "m"))
    with pytest.raises(CommandError, match="n'est pas vide"):
        call_command("train_ner", str(dataset), "--output", str(tmp_path))
