"""The command that converts a file of notes."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

NOTE = {
    "id": "n1",
    "text": "Mme  Durand",
    "entities": [
        {"start": 5, "end": 11, "label": "PER", "subtype": "NOM", "score": 1.0},
        {"start": 5, "end": 8, "label": "QID", "subtype": "AUTRE", "score": 1.0},
    ],
}


def test_conll_and_back_with_the_losses_told(tmp_path):
    source, middle, back = (tmp_path / name for name in ("a.jsonl", "b.conll", "c.jsonl"))
    source.write_text(json.dumps(NOTE), encoding="utf-8")
    err = StringIO()
    call_command("convert_notes", source, middle, "--to", "conll", stderr=err)
    assert "1 note(s) écrite(s)." in err.getvalue()
    assert "À l'écriture : notes dont les blancs ont changé : 1" in err.getvalue()
    assert "entités chevauchantes laissées de côté (la plus longue reste) : 1" in err.getvalue()
    call_command("convert_notes", middle, back, "--from", "conll", stderr=err)
    note = json.loads(back.read_text(encoding="utf-8"))
    assert (note["id"], note["text"]) == ("n1", "Mme Durand")
    assert [(e["start"], e["end"], e["subtype"]) for e in note["entities"]] == [(4, 10, "NOM")]


def test_fields_that_nobody_reads_are_told(tmp_path):
    source = tmp_path / "a.jsonl"
    source.write_text(json.dumps(NOTE | {"service": "Cardiologie"}), encoding="utf-8")
    err = StringIO()
    call_command("convert_notes", source, tmp_path / "b.csv", "--to", "csv", stderr=err)
    assert (
        "a.jsonl, ligne 1, champ « service » : champ inconnu, ignoré (1 note(s))" in err.getvalue()
    )
    assert "Cardiologie" not in err.getvalue()


def test_a_bad_file_writes_nothing(tmp_path):
    source, target = tmp_path / "a.jsonl", tmp_path / "b.zip"
    source.write_text(json.dumps(NOTE) + "\nnon\n", encoding="utf-8")
    with pytest.raises(CommandError, match=r"a\.jsonl, ligne 2 : JSON invalide"):
        call_command("convert_notes", source, target, "--to", "brat", stderr=StringIO())
    assert not target.exists()
    assert [p.name for p in tmp_path.iterdir()] == ["a.jsonl"]


@pytest.mark.parametrize("kind", ["brat", "csv", "label_studio", "omop_csv", "pdf"])
def test_a_photo_is_told_as_what_it_is_whatever_format_is_named(tmp_path, kind):
    source = tmp_path / "a.png"
    source.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    with pytest.raises(CommandError, match=r"a\.png : ce fichier est une image : "):
        call_command("convert_notes", source, tmp_path / "b.jsonl", "--from", kind)
    assert [p.name for p in tmp_path.iterdir()] == ["a.png"]
