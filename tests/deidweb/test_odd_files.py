"""What is no file, given to a command in a file's place: named at once, never waited for, never read for ever."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.management.given_file import given_file
from deidweb.short_files import short_text

# every argument that names a file to read, beside what the command asks for besides
GIVEN = {
    "convert_notes": ["{}", "out"],
    "oppose": ["{}"],
    "fetch_cim10 --from": ["--force", "--from", "{}"],
    "predict_icd": ["{}", "out"],
    "preannotate": ["{}", "out"],
    "redact_pdf": ["{}", "out"],
    "explain": ["{}", "--note", "1"],
    "evaluate_ner": ["{}", "notes"],
    "evaluate_ner second": ["notes", "{}"],
    "evaluate_utility": ["{}"],
    "compare_methods": ["{}"],
    "compare_methods --pool": ["notes", "--pool", "{}"],
    "learn_neighbours": ["{}", "out"],
    "learn_neighbours --for": ["notes", "out", "--for", "{}"],
    "share_private": ["{}", "notes", "--output", "out"],
    "share_private second": ["notes", "{}", "--output", "out"],
    "train_icd": ["{}", "--output", "out"],
    "train_ner": ["{}", "--output", "out"],
    "train_ner --adapt": ["notes", "--output", "out", "--adapt", "{}"],
    "train_ner --study": ["notes", "--output", "out", "--study", "{}"],
    "train_private --test": ["folder", "--test", "{}"],
    "train_private --apply": ["folder", "--apply", "{}", "out"],
    "cohort_report": ["{}", "out"],
    "cohort_report second": ["notes", "{}"],
    "cohort_report --earlier": ["notes", "out", "--earlier", "{}"],
    "substitute": ["{}", "out", "--epsilon", "1"],
    "substitute --key-file": ["notes", "out", "--epsilon", "1", "--key-file", "{}"],
    "substitute --neighbours": ["notes", "out", "--epsilon", "1", "--neighbours", "{}"],
    "substitute --ledger": ["notes", "out", "--epsilon", "1", "--ledger", "{}"],
    "substitute --features": ["notes", "out", "--epsilon", "1", "--features", "{}"],
    "substitute --prior-file": ["notes", "out", "--epsilon", "1", "--prior-file", "{}"],
    "verify_privacy --features": ["--epsilon", "1", "--features", "{}"],
}


def pipe(path: Path) -> None:
    os.mkfifo(path)


def bound(path: Path) -> None:
    socket.socket(socket.AF_UNIX).bind(path.name)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [pipe, bound, device])
@pytest.mark.parametrize("name", GIVEN)
def test_what_is_no_file_is_refused_by_its_name(tmp_path, monkeypatch, name, make):
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "odd")
    arguments = [each.format("odd") for each in GIVEN[name]]
    with pytest.raises(CommandError, match="odd : ce n'est pas un fichier ordinaire"):
        call_command(name.split()[0], *arguments)


def test_a_pipe_that_the_shell_has_opened_is_read():
    """`--key-file <(pass show etude)` keeps the key off the disk."""
    reading, writing = os.pipe()
    os.write(writing, b"ab" * 32)
    os.close(writing)
    try:
        path = given_file(f"/dev/fd/{reading}")
        assert short_text(path, may_be_pipe=True) == "ab" * 32
    finally:
        os.close(reading)


def test_every_argument_that_names_an_input_asks_what_it_is():
    """A new command takes `given_file` for its files, or says here why not."""
    root = Path(__file__).resolve().parents[2]
    named = "|".join(("IN", "NOTES", "GOLD", "PRED", "EXPORT", "DATASET", "FICHIER.csv"))
    found = []
    for path in [*root.glob("*/management/commands/*.py"), *root.glob("*/management/*.py")]:
        text = path.read_text("utf-8")
        for call in text.split("add")[1:]:
            body = call.partition("help=")[0]
            if (
                any(f'metavar="{one}' in body for one in named.split("|"))
                and "given_file" not in body
            ):
                found.append(f"{path.name}: {' '.join(body.split())[:80]}")
    assert found == []
