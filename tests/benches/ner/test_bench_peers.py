"""Other tools, spoken to through a process."""

from __future__ import annotations

import io
import json
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import ModuleType, SimpleNamespace

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


def module(monkeypatch, name: str, version: str, **content: object) -> None:
    """A package that is not here."""
    made = ModuleType(name)
    vars(made).update(content)
    monkeypatch.setitem(sys.modules, name, made)
    monkeypatch.setattr(peer_process, "version", lambda _package: version)


class FakeGliner:
    """Finds « Durand » in any text, whatever it is asked for."""

    asked: list[tuple[str, list[str]]] = []

    @classmethod
    def from_pretrained(cls, folder, *, local_files_only):
        assert local_files_only
        assert Path(folder).is_dir()
        return cls()

    def predict_entities(self, text, labels):
        self.asked.append((text, labels))
        start = text.find("Durand")
        return [{"start": start, "end": start + 6, "label": "person"}] if start >= 0 else []


def test_gliner_reads_a_long_text_by_windows(monkeypatch, tmp_path):
    module(monkeypatch, "gliner", "0.2", GLiNER=FakeGliner)
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    monkeypatch.setenv("GLINER_DIR", str(tmp_path / "multi"))
    (tmp_path / "multi").mkdir()
    told, detect = peer_process.gliner()
    assert told == "0.2, multi"
    text = "mot, " * 120 + "M. Durand"
    found = detect(text)
    assert {text[start:end] for start, end, _label in found} == {"Durand"}
    assert {label for *_place, label in found} == {"person"}
    parts = [part for part, _labels in FakeGliner.asked]
    assert [len(part) < len(text) for part in parts] == [True, True]
    assert set(FakeGliner.asked[0][1]) == set(spec_of("gliner").labels)
    assert detect("") == []


def test_gliner_without_weights_is_absent_and_the_bench_says_so(monkeypatch):
    monkeypatch.delenv("GLINER_DIR", raising=False)
    with pytest.raises(PeerAbsent, match="GLINER_DIR"):
        PeerDetector(spec_of("gliner"), [sys.executable])


def test_eds_pseudo_is_asked_for_its_rules_alone(monkeypatch):
    pipes: list[str] = []

    class Pipeline:
        def add_pipe(self, name):
            pipes.append(name)

        def __call__(self, text):
            return SimpleNamespace(ents=[SimpleNamespace(start_char=0, end_char=4, label_="NOM")])

    module(monkeypatch, "edsnlp", "0.4", blank=lambda _language: Pipeline(), __version__="0.23")
    told, detect = peer_process.eds_pseudo()
    assert told == "0.4, edsnlp 0.23"
    assert detect("Roux va bien") == [(0, 4, "NOM")]
    assert pipes == ["eds.normalizer", *peer_process.EDS_PSEUDO_RULES]
    assert peers.label_of(spec_of("eds-pseudo"), "NOM") == "PER"


def test_without_eds_pseudo_its_rules_are_absent(monkeypatch, capsys):
    def missing(package):
        raise PackageNotFoundError(package)

    monkeypatch.setattr(peer_process, "version", missing)
    assert peer_process.serve("eds-pseudo", io.StringIO(), io.StringIO()) == peer_process.ABSENT
    assert "eds-pseudo" in capsys.readouterr().err


def test_the_folder_of_a_tool_goes_with_it(monkeypatch):
    folders: list[Path] = []

    def vault(*, registry_path, **_rest):
        folders.append(Path(registry_path).parent)
        return SimpleNamespace(mask=lambda _text, observe: SimpleNamespace(entities=[]))

    surrogate = ModuleType("anonyfy.surrogate")
    surrogate.engine = SimpleNamespace()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "anonyfy.surrogate", surrogate)
    module(monkeypatch, "anonyfy", "0.1", Vault=vault)
    _told, detect = peer_process.anonyfy()
    assert detect("Vu ce jour") == []
    assert folders[0].is_dir()
    del detect
    assert not folders[0].exists()


def spec_of(name: str) -> PeerSpec:
    return next(spec for spec in PEERS if spec.name == name)
