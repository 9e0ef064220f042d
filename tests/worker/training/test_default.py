"""The command that trains the shipped model, with an encoder of a few kilobytes."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from annotation.domain.ner_metrics import Annotated, evaluate
from annotation.domain.notes import Note
from worker.engine.build import SHIPPED, load_model
from worker.engine.encoder.files import content_hash, read_settings
from worker.training import default

WRITTEN = default.WRITTEN


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path) -> None:
    """Two of the notes that were written by hand, one of other authors, and one for development."""
    few = tmp_path / "written"
    few.mkdir()
    for path in sorted(WRITTEN.glob("*.txt"))[:2]:
        shutil.copy(path, few)
    monkeypatch.setattr(default, "WRITTEN", few)
    monkeypatch.setattr(default, "learned_notes", lambda: [Note("l1", "Sous Xarelto, J3.")])
    notes = [Note("d1", "Mme Durand est née le 3 mai 1950 à Dole.")]
    monkeypatch.setattr(default, "development_notes", lambda: {"dev": notes})


def arguments(backbone: Path, output: Path, *more: str) -> list[str]:
    return ["--backbone", str(backbone), "--output", str(output), "--notes", "6", "--sheets", "2",
            "--epochs", "2", *more]  # fmt: skip


def test_it_writes_a_model_that_loads(tiny_backbone, tmp_path, capsys):
    assert default.main(arguments(tiny_backbone, tmp_path / "m")) == 0
    printed = capsys.readouterr().out
    assert "époque 2 : perte" in printed
    assert "température" in printed
    settings = read_settings(tmp_path / "m")
    assert (settings.name, settings.window) == ("ner-fr-4", 128)
    assert settings.threshold == default.THRESHOLD
    assert load_model(tmp_path / "m").version.startswith("ner-fr-4-")


def test_the_threshold_is_one_in_the_weights_and_in_their_training():
    assert read_settings(SHIPPED).threshold == default.THRESHOLD


def test_interrupted_between_epochs_it_ends_with_the_same_bytes(tiny_backbone, tmp_path):
    default.main(arguments(tiny_backbone, tmp_path / "a"))
    default.main(arguments(tiny_backbone, tmp_path / "b", "--until", "1"))
    assert not (tmp_path / "b" / "ner.json").exists()
    default.main(arguments(tiny_backbone, tmp_path / "b"))
    assert content_hash(tmp_path / "a") == content_hash(tmp_path / "b")


def test_written_notes_are_parted_once_and_marked(monkeypatch):
    monkeypatch.setattr(default, "WRITTEN", WRITTEN)
    train, dev = (default.written_notes(split) for split in ("train", "dev"))
    names = {note.id for note in (*train, *dev)}
    assert len(names) == len(train) + len(dev) == len(list(default.WRITTEN.glob("*.txt")))
    assert 8 < len(train) / len(dev) <= 9
    assert all(note.entities for note in (*train, *dev))


def test_a_set_in_which_nothing_is_marked_and_nothing_found_has_a_summary():
    report = evaluate([Annotated("Rien.", [], [])])
    assert default.summary(report).endswith("F1 strict 100.00, mots 100.00")


def test_real_prose_keeps_only_paragraphs_without_names(tmp_path):
    calm = "La patiente de 45 ans consultait le 3 mars 2011 pour une fièvre, sans autre signe, et pour une toux sèche."
    timed = "Elle consultait depuis trois semaines pour une fièvre sans autre signe et pour une toux sèche qui la gênait."
    named = "Le docteur Martin Durand, de Dijon, suivait cette patiente depuis plusieurs années pour une hypertension."
    unread = "Elle consultait depuis une bonne semaine et demie pour une fièvre sans autre signe, puis en 2011 pour une toux."
    kept = default.silver([f"{calm}\n{named}\n{timed}\n{unread}\ncourt"])
    assert [note.text for note in kept] == [calm, timed]
    assert [[span.label for span in note.entities] for note in kept] == [["AGE", "DATE"], ["DATE"]]


def test_negatives_are_read_from_a_compressed_file(tiny_backbone, tmp_path, capsys):
    with gzip.open(tmp_path / "n.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write(json.dumps({"text": "x" * 200}) + "\n")
    given = ("--negatives", str(tmp_path / "n.jsonl.gz"), "--until", "1")
    assert default.main(arguments(tiny_backbone, tmp_path / "m", *given)) == 0
    assert "époque 1" in capsys.readouterr().out
