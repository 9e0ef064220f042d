"""`manage.py train_ner`: a file of annotated notes in, a model folder out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from worker.engine.tagger import content_hash, load_tagger


@pytest.fixture
def dataset(tmp_path) -> Path:
    codes = ["kelvo", "marig", "tonsa", "belur", "frido", "gapel", "hovin", "juket"]
    path = tmp_path / "notes.jsonl"
    with path.open("w", encoding="utf-8") as out:
        for number in range(24):
            code = codes[number % len(codes)]
            text = f"Vu ce jour, bracelet {code}, bon état général."
            start = text.index(code)
            entity = {"start": start, "end": start + 5, "label": "QID", "subtype": "AUTRE"}
            patient = {"id": f"p{number}"}
            note = {"id": f"n{number}", "text": text, "patient": patient, "entities": [entity]}
            out.write(json.dumps(note) + "\n")
    return path


def test_it_writes_a_model_that_loads_and_says_what_it_measured(dataset, tmp_path, capsys):
    output = tmp_path / "modele"
    call_command("train_ner", str(dataset), "--output", str(output), "--epochs", "4", "--json")
    printed = capsys.readouterr().out.strip().splitlines()
    last = json.loads(printed[-1])
    assert last["sha256"] == content_hash(output)
    assert last["before"]["redacted"] == 0
    assert last["after"]["redacted"] == last["after"]["identifying"] > 0
    assert "Règles seules" in printed[1]
    text = "Revu ce jour, bracelet zorbi, bon état général."
    [[span]] = load_tagger(output).detect([text])
    assert text[span.start : span.end] == "zorbi"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["modele", "notes.jsonl"]


def test_twice_the_same_gives_the_same_bytes(dataset, tmp_path):
    for name in ("a", "b"):
        call_command("train_ner", str(dataset), "--output", str(tmp_path / name), "--epochs", "2")
    assert content_hash(tmp_path / "a") == content_hash(tmp_path / "b")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--backbone", "camembert"], "backbone"),
        (["--lr", "0.1"], "lr"),
        (["--epochs", "0"], "au moins 1"),
    ],
)
def test_unknown_and_senseless_arguments_are_refused(dataset, tmp_path, arguments, reason):
    with pytest.raises(CommandError, match=reason):
        call_command("train_ner", str(dataset), "--output", str(tmp_path / "m"), *arguments)
    assert not (tmp_path / "m").exists()


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
