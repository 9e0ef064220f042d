"""Words that stop early: which ones, what is said of them, and that both runtimes agree."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from annotation.domain.spans import Span
from tests.mini_model import write_mini_backbone
from worker.engine.encoder import network
from worker.engine.encoder.detector import EncoderDetector
from worker.engine.encoder.files import Settings, content_hash, read_settings, write_settings
from worker.engine.encoder.gate import Gate, pieces_of, read_gate, widened, write_gate
from worker.engine.encoder.loading import load_detector
from worker.engine.encoder.onnx_file import int8_files
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.runtime import OnnxRuntime, TorchRuntime
from worker.engine.encoder.words import split_words

TEXTS = [
    "\n".join(f"ligne {n} : bracelet ab{n}, est bon" for n in range(60)),
    "Vu ce jour en salle, bracelet kelvo, bon état.\nRien.",
    "",
]
DEPTH = 1


def mask(text: str) -> np.ndarray:
    return np.array([sign == "x" for sign in text])


def gate_of(threshold: float, hidden: int = 32, margin: int = 1, most: float = 0.4) -> Gate:
    """Its score is the first state where that is positive, less the second where that is."""
    inner = np.eye(hidden, 2, dtype=np.float32)
    outer = np.array([1, -1], dtype=np.float32)
    blocks = [np.zeros(shape, dtype=np.float32) for shape in ((0, 3, 2), (0, 2), (0, 2, 2), (0, 2))]
    return Gate(threshold=threshold, depth=DEPTH, margin=margin, most=most, inner=inner,
                inner_bias=np.zeros(2, dtype=np.float32), taps=blocks[0], taps_bias=blocks[1],
                mix=blocks[2], mix_bias=blocks[3], outer=outer)  # fmt: skip


def array(*rows) -> np.ndarray:
    return np.array(rows, dtype=np.float32)


@pytest.mark.parametrize(
    ("given", "margin", "expected"),
    [
        ("..x.....", 2, "xxxxx..."),
        ("x......x", 1, "xx....xx"),
        (".x..x...", 1, "xxxxxx.."),
        ("..x.....", 0, "..x....."),
        ("........", 3, "........"),
    ],
)
def test_neighbours_go_on_too(given, margin, expected):
    assert (widened(mask(given), margin) == mask(expected)).all()


def test_a_word_goes_on_by_its_score_or_because_others_suspect_it():
    states = np.zeros((20, 32), dtype=np.float32)
    states[2, 0] = 3  # scores 3
    states[7, :2] = 3  # scores 0
    gate, nobody = gate_of(1.0), mask("." * 20)
    assert (gate.going_on(states, nobody) == mask(".xxx................")).all()
    suspected = mask(".........x..........")
    assert (gate.going_on(states, suspected) == mask(".xxx....xxx.........")).all()
    # Nine of twenty are more than 40 %: the window goes on whole.
    assert gate.going_on(states, mask(".........x...x......")).all()
    assert gate_of(1.0, most=0.1).going_on(states, nobody).all()  # three of twenty are more
    assert not gate.going_on(np.zeros((20, 32), dtype=np.float32), nobody).any()


def test_a_block_looks_at_the_neighbours_and_nowhere_beyond_the_window():
    gate = replace(
        gate_of(0),
        taps=array([[10, 0], [1, 0], [100, 0]]),  # the word before, the word, the word after
        taps_bias=array([-5, 0]),
        mix=array([[1, 0], [0, 0]]),
        mix_bias=array([0, 0]),
    )
    states = np.zeros((3, 32), dtype=np.float32)
    states[:, 0] = [1, 2, 3]
    states[:, 1] = [0, 0, 1]
    # seen: 1 + 200 - 5 = 196, 10 + 2 + 300 - 5 = 307, 20 + 3 - 5 = 18; added to 1, 2, 3 less 1
    assert gate.scores(states).tolist() == [197, 309, 20]


def test_a_line_break_follows_the_word_after_it_and_the_special_pieces_stay():
    # <s> a a <nl> b c </s>; words a (two pieces), b, c
    heads, newlines = [1, 4, 5], mask("...x...")
    assert (pieces_of(mask(".x."), heads, 7, newlines) == mask("x..xx.x")).all()
    assert (pieces_of(mask("x.."), heads, 7, newlines) == mask("xxx...x")).all()
    assert (pieces_of(mask("..x"), heads, 7, newlines) == mask("x....xx")).all()


def test_the_file_gives_the_gate_back_and_counts_for_the_version(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    assert read_gate(tmp_path) is None
    without = content_hash(tmp_path)
    write_gate(tmp_path, gate_of(-1.25, margin=4))
    found = read_gate(tmp_path)
    assert (found.depth, found.threshold, found.margin, found.most) == (DEPTH, -1.25, 4, 0.4)
    assert (found.inner == gate_of(0).inner).all()
    assert found.taps.shape == (0, 3, 2)
    assert content_hash(tmp_path) != without


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Untrained heads, so that spans are found everywhere, and a gate that lets half through."""
    folder = write_mini_backbone(tmp_path_factory.mktemp("gated"), seed=4)
    torch.manual_seed(3)
    tagger = network.from_backbone(folder)
    with torch.no_grad():
        tagger.heads.weight.mul_(6)
    network.save(tagger, folder)
    write_settings(folder, Settings(window=64, overlap=16, name="vif"))
    write_gate(folder, gate_of(1.2))
    return folder


def detector(folder: Path, runtime, gate: Gate | None) -> EncoderDetector:
    return EncoderDetector(runtime, PieceEncoder(folder), read_settings(folder), "v", gate)


def onnx(folder: Path, cache: Path, depth: int | None = DEPTH) -> OnnxRuntime:
    return OnnxRuntime(int8_files(folder, cache, "d", depth), 1)


def read(detector: EncoderDetector, texts=TEXTS):
    """Asked by somebody who suspects nothing."""
    return detector.read(texts, [()] * len(texts))


def found(detector: EncoderDetector, texts=TEXTS):
    return [[(s.start, s.end, s.subtype) for s in row.spans] for row in read(detector, texts)]


def test_an_open_gate_changes_nothing(lively, tmp_path):
    ungated = found(detector(lively, onnx(lively, tmp_path, None), None))
    gated = found(detector(lively, onnx(lively, tmp_path), gate_of(-1e9)))
    assert gated == ungated
    assert len(ungated[0]) > 50


def test_a_shut_gate_finds_nothing_but_where_others_suspect(lively, tmp_path):
    shut = detector(lively, onnx(lively, tmp_path), gate_of(1e9))
    assert found(shut) == [[], [], []]
    [reading] = read(shut, [TEXTS[1]])
    assert np.allclose(reading.outside, 0.99)
    start = TEXTS[1].index("kelvo")
    [reading] = shut.read([TEXTS[1]], [[Span(start, start + 5, "PER")]])
    went_on = ~np.isclose(reading.outside, 0.99)
    words = split_words(TEXTS[1]).surfaces
    assert [words[i] for i in np.flatnonzero(went_on)] == ["bracelet", "kelvo", ","]


def test_nothing_stops_where_nobody_else_looked(lively, tmp_path):
    ungated = detector(lively, onnx(lively, tmp_path, None), None)
    shut = detector(lively, onnx(lively, tmp_path), gate_of(1e9))
    assert shut.detect(TEXTS) == ungated.detect(TEXTS)


def test_neighbouring_notes_change_nothing(lively, tmp_path):
    gated = detector(lively, onnx(lively, tmp_path), read_gate(lively))
    stopped = ~np.isclose(read(gated, TEXTS[:1])[0].outside, 0.99)
    assert 0 < stopped.mean() < 1, "the gate neither stops all nor none"
    together = found(gated)
    assert together == [found(gated, [text])[0] for text in TEXTS]
    assert found(gated, TEXTS[::-1]) == together[::-1]
    assert found(gated) == together


def test_pytorch_takes_the_same_decisions(lively, tmp_path):
    by_torch = detector(lively, TorchRuntime(lively, depth=DEPTH), read_gate(lively))
    by_onnx = detector(lively, onnx(lively, tmp_path), read_gate(lively))
    one, other = read(by_torch), read(by_onnx)
    same = [
        np.isclose(a.outside, 0.99) == np.isclose(b.outside, 0.99)
        for a, b in zip(one, other, strict=True)
    ]
    assert np.concatenate(same).mean() > 0.97


def test_the_halves_make_the_whole_in_pytorch(lively):
    runtime = TorchRuntime(lively, depth=DEPTH)
    ids = np.array([[0, 9, 14, 20, 2], [0, 7, 2, 1, 1]], dtype=np.int64)
    attended = np.array([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]], dtype=np.int64)
    whole = runtime.logits(ids, attended)
    halves = runtime.upper(runtime.lower(ids, attended), attended)
    assert np.allclose(whole[attended == 1], halves[attended == 1], atol=1e-5)


def test_a_model_with_a_gate_is_loaded_with_it(lively, tmp_path):
    loaded = load_detector(lively, "cpu", 1, tmp_path)
    assert found(loaded) == found(detector(lively, onnx(lively, tmp_path), read_gate(lively)))
    assert sorted(
        path.name.partition(".")[2] for path in tmp_path.glob(f"{content_hash(lively)}*")
    ) == [
        "int8-5.lower.onnx",
        "int8-5.upper.onnx",
    ]


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
    runtime = OnnxRuntime(int8_files(tmp_path, tmp_path / "cache", kind), 1)
    ids = np.array([[0, 9, 14, 20, 33, 41, 2]], dtype=np.int64)
    plain = TorchRuntime(tmp_path).logits(ids, np.ones_like(ids))
    rounded = runtime.logits(ids, np.ones_like(ids))
    assert np.corrcoef(plain.ravel(), rounded.ravel())[0, 1] > 0.998


def test_another_network_is_traced_and_has_no_halves(lively, tmp_path):
    folder = tmp_path / "m"
    shutil.copytree(lively, folder)
    content = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**content, "hidden_act": "relu"}))
    spans = found(detector(folder, onnx(folder, tmp_path, None), None))
    plain = found(detector(folder, TorchRuntime(folder), None))
    shared = {(i, s) for i, row in enumerate(spans) for s in row}
    other = {(i, s) for i, row in enumerate(plain) for s in row}
    assert len(shared & other) / len(shared | other) > 0.8
    with pytest.raises(ValueError, match="ne se coupe pas"):
        int8_files(folder, tmp_path, "e", DEPTH)
