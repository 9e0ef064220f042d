"""The same spans from PyTorch and from the 8-bit file; neighbours don't matter; the choice is kept."""

import json
import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.mini_model import write_mini_backbone
from worker.engine.encoder import choice, network
from worker.engine.encoder.detector import EncoderDetector, load_detector
from worker.engine.encoder.files import (
    ModelFilesError,
    Settings,
    content_hash,
    read_settings,
    write_settings,
)
from worker.engine.encoder.onnx_file import int8_file
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.runtime import OnnxRuntime, TorchRuntime
from worker.training.encoder.backbones import from_backbone

TEXTS = [
    "Vu ce jour en salle, bracelet kelvo, bon état.",
    "Mme Durand\nNée le 3 mai 1950 à Dole",
    "\n".join(f"ligne {n} : bracelet ab{n}, est bon" for n in range(80)),
    "",
    "  \n ",
]


@pytest.fixture(scope="module")
def lively(tiny_backbone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Untrained heads, so that many spans are found everywhere."""
    folder = tmp_path_factory.mktemp("lively")
    shutil.copytree(tiny_backbone, folder, dirs_exist_ok=True)
    torch.manual_seed(3)
    tagger = from_backbone(folder)
    with torch.no_grad():
        tagger.heads.weight.mul_(6)
    network.save(tagger, folder)
    write_settings(folder, Settings(window=64, overlap=16, name="vif"))
    return folder


def spans(runtime, folder: Path, texts=TEXTS):
    detector = EncoderDetector(runtime, PieceEncoder(folder), read_settings(folder), "v")
    found = detector.detect(texts)
    return [[(s.start, s.end, s.subtype) for s in row] for row in found]


def test_torch_and_onnx_agree(lively, tmp_path):
    by_torch = spans(TorchRuntime(lively), lively)
    by_onnx = spans(OnnxRuntime(int8_file(lively, tmp_path, "d")), lively)
    all_torch = {(i, s) for i, row in enumerate(by_torch) for s in row}
    all_onnx = {(i, s) for i, row in enumerate(by_onnx) for s in row}
    assert len(all_torch) > 50
    # Random heads decide by a hair: a trained model agrees on far more (see the bench).
    assert len(all_torch & all_onnx) / len(all_torch | all_onnx) > 0.8
    assert by_onnx[3] == by_onnx[4] == []


def test_a_note_s_spans_do_not_depend_on_its_neighbours(lively, tmp_path):
    runtime = OnnxRuntime(int8_file(lively, tmp_path, "d"))
    together = spans(runtime, lively)
    alone = [spans(runtime, lively, [text])[0] for text in TEXTS]
    assert together == alone
    assert spans(runtime, lively, TEXTS[::-1]) == alone[::-1]


def test_spans_are_in_order_and_never_overlap(lively):
    for row in spans(TorchRuntime(lively), lively):
        assert all(a[1] <= b[0] for a, b in pairwise(row))


def test_the_8_bit_file_is_made_once(lively, tmp_path, monkeypatch):
    first = int8_file(lively, tmp_path, "d")
    stamp = first.stat().st_mtime_ns
    monkeypatch.setattr("worker.engine.encoder.onnx_file._made", None)
    assert int8_file(lively, tmp_path, "d") == first
    assert first.stat().st_mtime_ns == stamp
    assert [path.name for path in tmp_path.iterdir()] == ["d.int8-6.whole.onnx"]


def test_copies_made_in_a_former_way_are_removed(lively, tmp_path):
    former = [tmp_path / "d.int8.onnx", tmp_path / "d.int8-2.whole.onnx"]
    other = tmp_path / "other.int8-2.whole.onnx"
    for file in (*former, other):
        file.write_bytes(b"")
    made = int8_file(lively, tmp_path, "d")
    assert sorted(tmp_path.glob("*.onnx")) == sorted([made, other])


def test_without_bfloat16_arithmetic_nothing_is_measured(lively, tmp_path, monkeypatch):
    monkeypatch.setattr(choice, "has_cuda", lambda: False)
    monkeypatch.setattr(choice, "multiplies_bfloat16", lambda: False)
    assert choice.open_runtime(lively, tmp_path, None).name == "onnx-int8-cpu"
    assert not list(tmp_path.glob("*.choice.json"))


def test_with_it_both_are_measured_once_and_the_faster_is_kept(lively, tmp_path, monkeypatch):
    monkeypatch.setattr(choice, "has_cuda", lambda: False)
    monkeypatch.setattr(choice, "multiplies_bfloat16", lambda: True)
    seconds = {"onnx-int8-cpu": 2.0, "torch-bf16-cpu": 1.0}
    asked = []

    def measured(runtime):
        asked.append(runtime.name)
        return seconds[runtime.name]

    monkeypatch.setattr(choice, "_seconds", measured)
    assert choice.open_runtime(lively, tmp_path, None).name == "torch-bf16-cpu"
    assert choice.open_runtime(lively, tmp_path, "cpu").name == "torch-bf16-cpu"
    assert sorted(asked) == sorted(seconds)
    [record] = tmp_path.glob("*.choice.json")
    assert json.loads(record.read_text())["seconds"] == seconds
    # Another machine measures for itself.
    monkeypatch.setattr(choice, "_machine", lambda: "another")
    choice.open_runtime(lively, tmp_path, None)
    assert len(asked) == 4


def test_8_bits_are_kept_where_they_are_faster_and_a_torn_record_is_measured_again(
    lively, tmp_path, monkeypatch
):
    monkeypatch.setattr(choice, "has_cuda", lambda: False)
    monkeypatch.setattr(choice, "multiplies_bfloat16", lambda: True)
    seconds = {"onnx-int8-cpu": 1.0, "torch-bf16-cpu": 1.1}
    asked = []
    monkeypatch.setattr(
        choice, "_seconds", lambda runtime: asked.append(runtime.name) or seconds[runtime.name]
    )
    assert choice.open_runtime(lively, tmp_path, None).name == "onnx-int8-cpu"
    assert len(asked) == 2
    [record] = tmp_path.glob("*.choice.json")
    record.write_text('{"machine": ', encoding="utf-8")
    assert choice.open_runtime(lively, tmp_path, None).name == "onnx-int8-cpu"
    assert len(asked) == 4
    # A record names a runtime that this machine no longer has: 8 bits, which every one has.
    record.write_text(json.dumps({"machine": choice._machine(), "runtime": "gone"}))
    assert choice.open_runtime(lively, tmp_path, None).name == "onnx-int8-cpu"
    assert len(asked) == 4


class Clocked:
    """Reads so many pieces at once; a call lasts a second."""

    name, mixes_notes = "clocked", False

    def __init__(self, batch_pieces, clock):
        self.batch_pieces, self.clock, self.shapes = batch_pieces, clock, []

    def logits(self, ids, mask):
        self.clock[0] += 1.0
        self.shapes.append(ids.shape)


def test_both_are_measured_on_the_same_twelve_windows(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(choice, "perf_counter", lambda: clock[0])
    alone, fours = Clocked(1, clock), Clocked(512, clock)
    # A warm-up, then three rounds of twelve windows: one by one, or four at once.
    assert choice._seconds(alone) == 12.0
    assert alone.shapes == [(1, 128)] * 37
    assert choice._seconds(fours) == 3.0
    assert fours.shapes == [(4, 128)] * 10


def test_the_measure_is_a_time(lively):
    assert 0 < choice._seconds(TorchRuntime(lively)) < 60


def test_settings_survive_the_file_and_strangers_are_refused(tmp_path):
    settings = Settings(window=96, overlap=8, temperature=1.3, threshold=0.9, name="x")
    write_settings(tmp_path, settings)
    assert read_settings(tmp_path) == settings
    content = json.loads((tmp_path / "ner.json").read_text())
    for change, reason in (
        ({"labels": ["PER"]}, "d'autres étiquettes"),
        ({"version": 9}, "ner.json : « version » vaut 9"),
        ({"merge": "x"}, "ner.json : « merge » vaut x"),
        ({"decoding": "x"}, "ner.json : « decoding » vaut x"),
        ({"form": "x"}, "ner.json : « form » vaut x"),
        ({"inconnu": 1}, "illisible"),
    ):
        (tmp_path / "ner.json").write_text(json.dumps(content | change))
        with pytest.raises(ModelFilesError, match=reason):
            read_settings(tmp_path)
    (tmp_path / "ner.json").write_text("{")
    with pytest.raises(ModelFilesError, match="illisible"):
        read_settings(tmp_path)


def test_the_hash_follows_what_decides(lively, tmp_path):
    shutil.copytree(lively, tmp_path / "m")
    assert content_hash(tmp_path / "m") == content_hash(lively)
    (tmp_path / "m" / "README.md").write_text("x")
    assert content_hash(tmp_path / "m") == content_hash(lively)
    write_settings(tmp_path / "m", Settings(threshold=0.7))
    assert content_hash(tmp_path / "m") != content_hash(lively)


def test_the_version_names_the_content(lively, tmp_path):
    detector = load_detector(lively, "cpu", cache=tmp_path)
    assert detector.version == f"vif-{content_hash(lively)[:12]}"
    [row] = detector.detect([TEXTS[0]])
    assert {span.source for span in row} == {f"model:{detector.version}"}
    assert all(0 < span.score <= 1 for span in row)


def test_weights_are_half_precision(lively):
    from safetensors.numpy import load_file

    tensors = load_file(lively / "model.safetensors")
    assert {t.dtype for t in tensors.values()} == {np.dtype(np.float16)}


@pytest.mark.parametrize("kind", ["roberta", "camembert", "bert"])
def test_the_graph_written_by_hand_is_the_network(kind, tmp_path):
    """Other families count positions from the padding's number."""
    from transformers import AutoConfig, AutoModel

    write_mini_backbone(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    settings = {**config, "pad_token_id": 1, "max_position_embeddings": 140, "type_vocab_size": 1}
    settings.pop("model_type")
    torch.manual_seed(1)
    backbone = AutoModel.from_config(
        AutoConfig.for_model(kind, **settings), add_pooling_layer=False
    )
    tagger = network.EncoderTagger(backbone)
    network.save(tagger, tmp_path)
    runtime = OnnxRuntime(int8_file(tmp_path, tmp_path / "cache", kind), 1)
    ids = np.array([[0, 9, 14, 20, 33, 41, 2]], dtype=np.int64)
    plain = TorchRuntime(tmp_path).logits(ids, np.ones_like(ids))
    rounded = runtime.logits(ids, np.ones_like(ids))
    assert np.corrcoef(plain.ravel(), rounded.ravel())[0, 1] > 0.998


def test_another_network_is_traced(lively, tmp_path):
    folder = tmp_path / "m"
    shutil.copytree(lively, folder)
    content = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**content, "hidden_act": "relu"}))
    traced = spans(OnnxRuntime(int8_file(folder, tmp_path, "d"), 1), folder)
    plain = spans(TorchRuntime(folder), folder)
    shared = {(i, s) for i, row in enumerate(traced) for s in row}
    other = {(i, s) for i, row in enumerate(plain) for s in row}
    assert len(shared & other) / len(shared | other) > 0.8
