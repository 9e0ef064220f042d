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
from tests.peers import interpreter
from worker.engine.build import EngineError, build_detector
from worker.engine.encoder.files import Settings, write_settings
from worker.other_engines.found import FoundModel
from worker.other_engines.peers import detector as peers
from worker.other_engines.peers import process as peer_process
from worker.other_engines.peers.detector import PeerAbsentError, PeerDetector, PeerFailedError
from worker.other_engines.peers.specs import PEERS, PeerSpec, spec_of

SPEC = PeerSpec("spacy", "Faux", "faux", {"PER": Label.PER, "LOC": Label.LOC})


def test_spans_are_mapped_cut_to_the_text_and_without_overlap(tmp_path):
    spans = [[0, 4, "PER"], [2, 4, "PER"], [5, 99, "LOC"], [4, 4, "LOC"], [20, 30, "LOC"]]
    detector = PeerDetector(SPEC, [interpreter(tmp_path, spans)])
    assert detector.version == "Faux 1.2"
    for _again in range(2):
        assert detector.detect(["Anne Dole"]) == [
            [Span(0, 4, "PER", "NOM", source="spacy"), Span(5, 9, "LOC", "VILLE", source="spacy")]
        ]
    assert detector.words_a_second == 4  # two words in half a second, twice
    child = detector._child.process
    del detector
    assert child.poll() is not None


def test_what_has_no_counterpart_masks_without_naming():
    assert SPEC.ours_of("PER") == ("PER", "NOM")
    assert SPEC.ours_of("MEDICAL_LICENSE") == ("?", "")


def test_beside_the_rules_it_is_sure_of_what_it_found_and_of_nothing_else(tmp_path):
    found = FoundModel(PeerDetector(SPEC, [interpreter(tmp_path, [[0, 4, "X"]])]), "faux-1")
    (reading,) = found.read(["Anne Dole"])
    assert reading.spans == [Span(0, 4, "QID", "AUTRE", source="model:faux-1")]
    assert list(reading.outside) == [0, 1]
    (nothing,) = found.read([""])
    assert (nothing.spans, list(nothing.outside)) == ([], [])


def test_the_first_interpreter_that_has_it_is_taken(tmp_path, monkeypatch):
    lacks = interpreter(tmp_path, [], absent="No module named 'faux'")
    has = interpreter(tmp_path, [])
    assert PeerDetector(SPEC, [lacks, has]).version == "Faux 1.2"
    with pytest.raises(PeerAbsentError) as absent:
        PeerDetector(SPEC, [lacks, str(tmp_path / "nowhere")])
    assert "No module named 'faux'" in absent.value.reason
    assert "nowhere" in absent.value.reason
    with pytest.raises(PeerAbsentError, match="PEERS_PYTHON"):
        PeerDetector(SPEC, [])
    monkeypatch.setenv("PEERS_PYTHON", lacks)
    with pytest.raises(PeerAbsentError) as absent:
        PeerDetector(SPEC)
    assert absent.value.reason == "No module named 'faux'"
    with pytest.raises(PeerAbsentError, match="code 0"):
        PeerDetector(SPEC, ["/bin/true"])


def test_a_tool_that_dies_on_a_text_fails_it_alone_and_says_nothing_of_it(tmp_path):
    detector = PeerDetector(SPEC, [interpreter(tmp_path, [[0, 4, "PER"]], dies_at="Dole")])
    with pytest.raises(PeerFailedError) as failed:
        detector.detect(["Anne Dole"])
    assert str(failed.value) == "Faux"
    assert len(detector.detect(["Anne"])[0]) == 1


def test_a_tool_that_is_too_slow_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(peers, "_TEXT_SECONDS", 0.2)
    detector = PeerDetector(SPEC, [interpreter(tmp_path, [], sleeps_at="Dole")])
    with pytest.raises(PeerFailedError):
        detector.detect(["Anne Dole"])
    assert detector.detect(["Anne"]) == [[]]


def test_interpreters_come_from_the_environment(monkeypatch):
    monkeypatch.setenv("PEERS_PYTHON", "/a/python:/b/python")
    assert peers.interpreters() == ["/a/python", "/b/python"]
    monkeypatch.delenv("PEERS_PYTHON")
    assert peers.interpreters() == []
    assert peers.installed_peers() == []


def test_what_an_interpreter_has_is_asked_without_loading_it(monkeypatch):
    monkeypatch.setenv("PEERS_PYTHON", f"/nowhere/python:{sys.executable}")
    monkeypatch.setattr(
        peers, "PEERS", (PeerSpec("a", "A", "pytest", {}), PeerSpec("b", "B", "no-such-tool", {}))
    )
    assert [spec.name for spec in peers.installed_peers()] == ["a"]


def test_a_model_folder_that_names_a_tool_is_read_in_the_version_that_was_judged(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("PEERS_PYTHON", interpreter(tmp_path, [[4, 10, "PER"]]))
    folder = tmp_path / "model"
    folder.mkdir()

    def written(*peer):
        write_settings(folder, Settings(name="spacy", form="peer", peer=peer, merge="union"))

    written("spacy", "spaCy fr md 1.2")
    detector = build_detector("hybrid", folder)
    assert detector.version.startswith("union(rules-3+spacy-")
    ((name, phone),) = detector.detect(["vu: Zorgel, tél. 01 99 00 00 01"])
    assert (name.start, name.label, phone.subtype) == (4, "PER", "TEL")
    for peer, reason in (
        (("spacy", "spaCy fr md 1.1"), "1.1 qui a été jugé"),
        (("gliner", "GLiNER 1"), "inattendu"),
        (("rien", "1"), "inconnu"),
        ((), "inconnu"),
    ):
        written(*peer)
        with pytest.raises(EngineError, match=reason):
            build_detector("hybrid", folder)


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


def test_a_tool_that_is_not_installed_says_so(monkeypatch):
    def start():
        raise ImportError("No module named 'faux'")

    monkeypatch.setitem(peer_process.PEERS, "faux", start)
    answers = io.StringIO()
    assert peer_process.serve("faux", io.StringIO(), answers) == peer_process.ABSENT
    assert "No module named 'faux'" in json.loads(answers.getvalue())["absent"]


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
    with pytest.raises(PeerAbsentError, match="GLINER_DIR"):
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
    assert spec_of("eds-pseudo").ours_of("NOM") == ("PER", "NOM")


def test_without_eds_pseudo_its_rules_are_absent(monkeypatch):
    def missing(package):
        raise PackageNotFoundError(package)

    monkeypatch.setattr(peer_process, "version", missing)
    answers = io.StringIO()
    assert peer_process.serve("eds-pseudo", io.StringIO(), answers) == peer_process.ABSENT
    assert "eds-pseudo" in json.loads(answers.getvalue())["absent"]


def test_a_tool_that_is_ready_has_left_no_folder(monkeypatch):
    folders: list[Path] = []

    def vault(*, registry_path, **_rest):
        folders.append(Path(registry_path).parent)
        assert folders[0].is_dir()
        return SimpleNamespace(mask=lambda _text, observe: SimpleNamespace(entities=[]))

    surrogate = ModuleType("anonyfy.surrogate")
    surrogate.engine = SimpleNamespace()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "anonyfy.surrogate", surrogate)
    module(monkeypatch, "anonyfy", "0.1", Vault=vault)
    _told, detect = peer_process.anonyfy()
    assert not folders[0].exists()
    assert detect("Vu ce jour") == []
