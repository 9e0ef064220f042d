"""No picture of the README shows a note that is held out: how `docs/take_pictures.py` knows one."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from annotation.demo.corpus import load_corpus

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "take_pictures.py"


@pytest.fixture(scope="module")
def pictures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("take_pictures", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("split", "shown"), [("heldout", True), ("dev", False)])
def test_a_held_out_note_is_known_by_its_words_alone(pictures, split, shown):
    for note in load_corpus(split):
        assert pictures.is_held_out(note.text) == shown, note.id
        blackened = note.text
        for span in note.entities:  # what a substitution leaves
            blackened = (
                blackened[: span.start] + "#" * (span.end - span.start) + blackened[span.end :]
            )
        assert pictures.is_held_out(blackened) == shown, note.id
