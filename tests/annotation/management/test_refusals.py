"""What goes wrong with a command's files is told alike."""

from __future__ import annotations

import errno
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.domain.files import PathError
from annotation.management.refusals import refusals
from icdcoder.management.commands import predict_icd
from privacy.management.commands import cohort_report
from worker.management.commands import evaluate_ner

FULL = OSError(errno.ENOSPC, "No space left on device")  # a write names no file


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (PathError("Dossier introuvable : x"), "Dossier introuvable : x"),
        (FileNotFoundError(errno.ENOENT, "No such file", "notes.jsonl"), "notes.jsonl : fichier introuvable"),
        (FULL, "sorties.jsonl : plus de place sur le disque"),
        (BrokenProcessPool(), "Un processus de travail s'est arrêté ; rien n'a été écrit."),
    ],
)  # fmt: skip
def test_each_error_becomes_a_sentence(error, told):
    with pytest.raises(CommandError) as caught, refusals(PathError, of=Path("sorties.jsonl")):
        raise error
    assert str(caught.value) == told


def test_another_error_is_left_as_it_is():
    with pytest.raises(KeyError), refusals(PathError, of=Path("sorties.jsonl")):
        raise KeyError


def _full(*_args, **_options):
    raise FULL


@pytest.mark.parametrize(
    ("module", "name", "command", "told"),
    [
        (cohort_report, "_figures", "cohort_report", "a.jsonl"),
        (evaluate_ner, "_gallery", "evaluate_ner", "b.jsonl"),
        (predict_icd.Command, "_run", "predict_icd", "b.jsonl"),
    ],
)
def test_a_full_disk_names_the_file(monkeypatch, tmp_path, module, name, command, told):
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for file in files:
        file.write_text('{"id": "n1", "text": "Vu."}\n', encoding="utf-8")
    monkeypatch.setattr(predict_icd, "_coder", lambda _model: None)
    monkeypatch.setattr(module, name, _full)
    with pytest.raises(CommandError) as caught:
        call_command(command, *map(str, files))
    assert str(caught.value) == f"{tmp_path / told} : plus de place sur le disque"
