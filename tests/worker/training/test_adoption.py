"""What of a classifier of others' is taken over, and what is refused."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command
from safetensors.torch import load_file, save_file

from tests.mini_model import write_mini_tagger
from tests.peers import interpreter
from worker.engine.build import EngineError, build_detector
from worker.engine.encoder.files import read_settings
from worker.training.adoption import AdoptionError, adopt


@pytest.fixture
def source(tmp_path):
    return write_mini_tagger(tmp_path / "tiny", {"PER": "PRENOM", "MISC": ""}, found="B-PER")


def test_the_command_writes_a_folder_that_other_commands_read(source, tmp_path):
    call_command("adopt_tagger", str(source), output=tmp_path / "model")
    assert read_settings(tmp_path / "model").label_map == (("MISC", ""), ("PER", "PRENOM"))
    ((span,),) = build_detector("model", tmp_path / "model").detect(["bracelet"])
    assert (span.start, span.end, span.label, span.subtype) == (0, 8, "PER", "PRENOM")
    assert 0.8 < span.score < 0.95
    assert span.source.startswith("model:tiny-")
    with pytest.raises(CommandError, match="existe"):
        call_command("adopt_tagger", str(source), output=tmp_path / "model")
    with pytest.raises(CommandError, match=r"dossier introuvable : .*ailleurs"):
        call_command("adopt_tagger", str(tmp_path / "ailleurs"), output=tmp_path / "other")


def test_the_rules_alone_and_a_tool_are_folders_too(tmp_path, monkeypatch):
    call_command("adopt_tagger", "engine:rules", output=tmp_path / "rules")
    with pytest.raises(CommandError, match="--project"):
        call_command("adopt_tagger", "engine:crf", output=tmp_path / "crf")
    text = "Zorgel, tél. 01 99 00 00 01"
    alone = build_detector("hybrid", tmp_path / "rules")
    assert alone.version == "hybrid(rules-3, sans modèle)"
    assert [span.subtype for span in alone.detect([text])[0]] == ["TEL"]
    with pytest.raises(EngineError, match="aucun modèle"):
        build_detector("model", tmp_path / "rules")
    monkeypatch.setenv("PEERS_PYTHON", interpreter(tmp_path, [[0, 6, "PER"]]))
    call_command("adopt_tagger", "peer:spacy", output=tmp_path / "spacy")
    both = build_detector("hybrid", tmp_path / "spacy").detect([text])
    assert [span.subtype for span in both[0]] == ["NOM", "TEL"]
    call_command("adopt_tagger", "peer:spacy", "--alone", output=tmp_path / "alone")
    alone = build_detector("hybrid", tmp_path / "alone")
    assert alone.version.startswith("spacy-")
    assert [span.subtype for span in alone.detect([text])[0]] == ["NOM"]
    for absent in ("peer:gliner", "peer:rien"):
        with pytest.raises(CommandError, match="ne répond pas"):
            call_command("adopt_tagger", absent, output=tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def changed(name, **changes):
    def change(folder):
        told = json.loads((folder / name).read_text())
        (folder / name).write_text(json.dumps(told | changes))

    return change


def more_pieces(folder):
    told = json.loads((folder / "tokenizer.json").read_text())
    told["model"]["vocab"].append(["▁bijou", -2.0])
    (folder / "tokenizer.json").write_text(json.dumps(told))


def linked(folder):
    (folder / "tokenizer.json").rename(folder.parent / "elsewhere.json")
    (folder / "tokenizer.json").symlink_to(folder.parent / "elsewhere.json")


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda folder: (folder / "model.safetensors").rename(folder / "pytorch_model.bin"), "missing"),
        (lambda folder: (folder / "labels.json").unlink(), "missing"),
        (lambda folder: (folder / "labels.json").write_text('{"PER": "PER"}'), "labels"),
        (changed("labels.json", MISC="HUMAN"), "map"),
        (lambda folder: (folder / "labels.json").write_text('{"PER": "", "MISC": ""}'), "map"),
        (changed("config.json", auto_map={"AutoModel": "evil.py"}), "code"),
        (changed("config.json", id2label=None), "unreadable"),
        (lambda folder: (folder / "model.safetensors").write_bytes(b"pickle"), "unreadable"),
        (changed("config.json", model_type="none"), "unreadable"),
        (changed("config.json", id2label={"0": "O", "5": "B-PER", "2": "B-MISC"}), "unreadable"),
        (more_pieces, "unreadable"),
        (linked, "unreadable"),
    ],
    ids=["pickle", "no map", "a label without", "a label of nobody", "nothing identifies", "code", "no labels", "no weights", "no type", "numbers with a gap", "pieces without weights", "a link"],
)  # fmt: skip
def test_what_is_no_such_folder_is_refused(source, tmp_path, spoil, code):
    spoil(source)
    with pytest.raises(AdoptionError) as refused:
        adopt(source, tmp_path / "model")
    assert refused.value.code == code


def test_a_short_window_leaves_no_word_unread(source, tmp_path):
    """Windows of 20 pieces: 64 shared ones are more than there are."""
    backbone = load_file(source / "model.safetensors")
    key = "bert.embeddings.position_embeddings.weight"
    save_file(
        backbone | {key: backbone[key][:22].clone()}, source / "model.safetensors", {"format": "pt"}
    )
    changed("config.json", max_position_embeddings=22)(source)
    adopt(source, tmp_path / "model")
    text = " ".join(["bracelet"] * 60)
    (spans,) = build_detector("model", tmp_path / "model").detect([text])
    assert len(spans) == 60
