"""Lists that are no notes: each hostile file is read or refused in a sentence that names its line, and nothing of it stays."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.domain.formats.errors import FormatError
from annotation.models import Opposition
from icdcoder.selectors.coder import nomenclature_path
from privacy.domain.errors import BadFeatureError, BadKeyError
from privacy.domain.places.atlas import read_communes
from privacy.domain.places.features import describe, read_features, uncompressed
from privacy.domain.places.read_alone import MAX_CELLS
from privacy.management.commands.substitute import _key
from worker.coding.reading import read_stays

CORPUS = Path(__file__).resolve().parents[1] / "data" / "hostile"
_found = importlib.util.spec_from_file_location("hostile_lists", CORPUS / "lists.py")
lists = importlib.util.module_from_spec(_found)
sys.modules["hostile_lists"] = lists  # its dataclass looks itself up
_found.loader.exec_module(lists)
MANIFEST = CORPUS / "lists.json"
SAID = json.loads(MANIFEST.read_text(encoding="utf-8"))


def cim10(path: Path) -> str:
    call_command("fetch_cim10", "--from", str(path), stdout=(out := Kept()))
    return out.text()


def oppositions(path: Path) -> str:
    call_command("oppose", str(path), stdout=(out := Kept()))
    return out.text().partition(" ;")[0]


def communes(path: Path) -> str:
    raw = uncompressed(path.read_bytes(), name=path.name)
    table = read_features(raw, name=path.name, most_cells=MAX_CELLS)
    return f"{len(describe(table, read_communes()))} colonnes, {len(table.left_out)} écartées"


def stays(path: Path) -> str:
    return f"{len(read_stays(path))} séjours"


def key(path: Path) -> str:
    _key(str(path))
    return "clé"


class Kept:
    """What a command says."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def write(self, text: str) -> None:
        self.said.append(text)

    def flush(self) -> None:
        return

    def text(self) -> str:
        return "".join(self.said).strip()


IMPORTERS = {own.__name__: own for own in (cim10, oppositions, communes, stays, key)}
REFUSED = (CommandError, FormatError, BadFeatureError, BadKeyError)


def verdicts(kind: lists.Kind, folder: Path) -> dict[str, str]:
    """What its importer says of each file; anything but a refusal of ours gets through."""
    said = {}
    for name, content in lists.files(kind).items():
        path = folder / f"f{kind.ending}"
        path.write_bytes(content)
        try:
            said[name] = IMPORTERS[kind.name](path)
        except REFUSED as error:
            said[name] = f"refusé : {error}"
    return said


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("kind", lists.KINDS, ids=lambda kind: kind.name)
def test_every_list_is_answered_as_the_manifest_says(kind, tmp_path, settings):
    settings.DATA_DIR = tmp_path / "var"
    said = verdicts(kind, tmp_path)
    if os.environ.get("DEIDWEB_WRITE_MANIFEST"):
        told = json.loads(MANIFEST.read_text(encoding="utf-8")) | {kind.name: said}
        MANIFEST.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    else:
        assert said == SAID[kind.name]
    assert not Opposition.objects.exists()
    assert [path.name for path in tmp_path.iterdir() if path.name != "var"] == [f"f{kind.ending}"]
    left = [path for path in nomenclature_path().parent.glob("*") if path.name.startswith(".")]
    assert not left, "a draft stays"


def test_a_refusal_is_a_short_sentence_without_what_the_file_holds():
    for kind, said in SAID.items():
        for name, sentence in said.items():
            assert len(sentence) < 200, (kind, name)
            assert sentence.isprintable(), (kind, name)
            assert "calc" not in sentence, (kind, name)
