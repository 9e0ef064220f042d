"""Other tools, spoken to through a process."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from annotation.domain.labels import Label
from annotation.domain.spans import Span
from benches.ner import peer_process, peers
from benches.ner.peers import PEERS, PeerAbsent, PeerDetector, PeerSpec

SPEC = PeerSpec("spacy", "Faux", "faux", {"PER": Label.PER, "LOC": Label.LOC})


def interpreter(folder: Path, lines: list[object], code: int = 0, said: str = "") -> str:
    """A program that answers `lines` whatever it is asked."""
    path = folder / f"python-{code}"
    answers = "\n".join(json.dumps(line) for line in lines)
    path.write_text(
        f"#!/bin/sh\ncat >/dev/null\necho {said!r} >&2\ncat <<'END'\n{answers}\nEND\nexit {code}\n",
        encoding="utf-8",
    )
    path.chmod(0o755)
    return str(path)


HELLO = {"peer": "spacy", "version": "1.2"}


def test_spans_are_mapped_cut_to_the_text_and_without_overlap(tmp_path):
    spans = [[0, 4, "PER"], [2, 4, "PER"], [5, 99, "LOC"], [4, 4, "LOC"], [20, 30, "LOC"]]
    answer = {"spans": spans, "seconds": 0.5}
    python = interpreter(tmp_path, [HELLO, answer])
    detector = PeerDetector(SPEC, [python])
    assert detector.version == "Faux 1.2"
    assert detector.detect(["Anne Dole"]) == [
        [Span(0, 4, "PER", source="spacy"), Span(5, 9, "LOC", source="spacy")]
    ]
    assert detector.words_a_second == 4  # two words in half a second


def test_what_has_no_counterpart_masks_without_naming():
    assert peers.label_of(SPEC, "PER") == "PER"
    assert peers.label_of(SPEC, "MEDICAL_LICENSE") == "AUTRE"


def test_the_first_interpreter_that_has_it_is_taken(tmp_path):
    lacks = interpreter(tmp_path, [], peer_process.ABSENT, "No module named 'faux'")
    has = interpreter(tmp_path, [HELLO])
    assert PeerDetector(SPEC, [lacks, has]).version == "Faux 1.2"
    with pytest.raises(PeerAbsent) as absent:
        PeerDetector(SPEC, [lacks, str(tmp_path / "nowhere")])
    assert "No module named 'faux'" in absent.value.reason
    assert "nowhere" in absent.value.reason


def test_a_tool_that_answers_for_fewer_texts_is_refused(tmp_path):
    python = interpreter(tmp_path, [HELLO, {"spans": [], "seconds": 0.1}])
    detector = PeerDetector(SPEC, [python])
    with pytest.raises(ValueError, match="shorter"):
        detector.detect(["a", "b"])


def test_interpreters_come_from_the_environment(monkeypatch):
    monkeypatch.setenv("PEERS_PYTHON", "/a/python:/b/python")
    assert peers.interpreters() == ["/a/python", "/b/python"]
    monkeypatch.delenv("PEERS_PYTHON")
    assert peers.interpreters() == [sys.executable]


def test_the_process_answers_a_line_a_text(monkeypatch):
    def start():
        return "9.9", lambda text: [(0, len(text), "PER")]

    monkeypatch.setitem(peer_process.PEERS, "faux", start)
    lines = io.StringIO('{"text": "Élan"}\n{"text": ""}\n')
    answers = io.StringIO()
    assert peer_process.serve("faux", lines, answers) == 0
    hello, *found = (json.loads(line) for line in answers.getvalue().splitlines())
    assert hello == {"peer": "faux", "version": "9.9"}
    assert [answer["spans"] for answer in found] == [[[0, 4, "PER"]], [[0, 0, "PER"]]]


def test_a_tool_that_is_not_installed_says_so(monkeypatch, capsys):
    def start():
        raise ImportError("No module named 'faux'")

    monkeypatch.setitem(peer_process.PEERS, "faux", start)
    assert peer_process.serve("faux", io.StringIO(), io.StringIO()) == peer_process.ABSENT
    assert "No module named 'faux'" in capsys.readouterr().err


def test_each_named_tool_has_its_adapter():
    assert {spec.name for spec in PEERS} == set(peer_process.PEERS)
