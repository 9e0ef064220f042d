"""One set of 8-bit weights for both runtimes; rows with a scale each; channels that stand out."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch

from tests.mini_model import write_mini_backbone
from worker.engine.encoder import network
from worker.engine.encoder.channels import outstanding
from worker.engine.encoder.graph import GraphWriter
from worker.engine.encoder.onnx_file import int8_files
from worker.engine.encoder.rounding import round_columns, rounded
from worker.engine.encoder.runtime import OnnxRuntime, TorchRuntime

LOUD, GAIN = 5, 60.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Two layers of 32 with lively heads; one channel of each layer's states is 60 times the rest."""
    made = write_mini_backbone(tmp_path_factory.mktemp("loud"))
    torch.manual_seed(5)
    tagger = network.from_backbone(made)
    with torch.no_grad():
        tagger.heads.weight.mul_(6)
        for layer in tagger.backbone.encoder.layer:
            layer.attention.output.LayerNorm.weight[LOUD] = GAIN
            layer.output.LayerNorm.weight[LOUD] = GAIN
    network.save(tagger, made)
    return made


def writer(folder: Path, channels=None) -> GraphWriter:
    from safetensors.numpy import load_file

    tensors = load_file(folder / "model.safetensors")
    config = json.loads((folder / "config.json").read_text())
    return GraphWriter(
        {name: t.astype(np.float32) for name, t in tensors.items()}, config, channels or {}
    )


def difference(made: GraphWriter, folder: Path, ids) -> float:
    """Mean distance of the logits to PyTorch's."""
    session = onnxruntime.InferenceSession(made.whole(), providers=["CPUExecutionProvider"])
    [found] = session.run(None, {"ids": ids, "places": np.arange(ids.shape[1])})
    return float(np.abs(found - TorchRuntime(folder).logits(ids, np.ones_like(ids))).mean())


IDS = np.random.default_rng(1).integers(5, 60, (3, 40)).astype(np.int64)


def test_a_column_s_largest_weight_becomes_127():
    small, scale = round_columns(np.array([[0.5, 0, -2], [-1, 0, 1]], dtype=np.float32))
    # 0.5 is 63.5 steps of 1/127, and halves go to the even number.
    assert small.tolist() == [[64, 0, -127], [-127, 0, 64]]
    assert scale == pytest.approx([1 / 127, 1, 2 / 127])


def test_products_and_words_are_rounded_and_nothing_else():
    weight = np.array([[1, 0.3], [0.1, -0.2]], dtype=np.float32)  # (out, in)
    names = [
        "backbone.encoder.layer.3.attention.self.key.weight",
        "backbone.encoder.layer.0.attention.output.dense.weight",
        "backbone.encoder.layer.0.intermediate.dense.weight",
        "backbone.encoder.layer.0.output.dense.weight",
        "backbone.embeddings.word_embeddings.weight",
        "heads.weight",
    ]
    others = [
        "backbone.encoder.layer.0.output.LayerNorm.weight",
        "backbone.embeddings.position_embeddings.weight",
        "heads.bias",
    ]
    made = rounded(dict.fromkeys([*names, *others], weight))
    # 0.3 · 127 = 38.1 steps of 1/127; 0.1 is 63.5 steps of 0.2/127.
    expected = np.array([[1, 38 / 127], [64 * 0.2 / 127, -0.2]])
    for name in names:
        assert made[name] == pytest.approx(expected)
    for name in others:
        assert made[name] is weight


def test_rounding_twice_changes_nothing(folder):
    once = rounded(writer(folder).tensors)
    twice = rounded(once)
    assert all(twice[name] == pytest.approx(once[name], rel=1e-6) for name in once)


def test_pytorch_runs_the_rounded_weights(folder):
    plain = network.load(folder)
    kept = plain.heads.weight.detach().clone()
    made = network.round_weights(network.load(folder)).heads.weight
    assert 0 < (made - kept).abs().max() <= kept.abs().max() / 127 / 2 * 1.001


def test_the_channel_that_stands_out_is_found_where_it_is_loud(folder):
    found = outstanding(writer(folder))
    states = [f"backbone.encoder.layer.{n}.intermediate." for n in range(2)]
    states += ["backbone.encoder.layer.1.attention.self.", "heads."]
    assert all(LOUD in found[name].tolist() for name in states)
    # 0.41 · √32 is 2.3; 0.41 · √64 is 3.3, of what GELU gives; attention's result has none.
    sizes = {name.split(".")[-2]: len(chosen) for name, chosen in found.items()}
    assert sizes == {"self": 2, "intermediate": 2, "output": 3, "heads": 2}
    assert not any("attention.output" in name for name in found)


def test_channels_in_float_bring_the_graph_nearer_to_float32(folder):
    every, chosen = writer(folder), writer(folder, outstanding(writer(folder)))
    assert difference(chosen, folder, IDS) < difference(every, folder, IDS) / 3


def test_a_window_s_logits_do_not_depend_on_those_beside_it(folder, tmp_path):
    runtime = OnnxRuntime(int8_files(folder, tmp_path, "d"), 1)
    together = runtime.logits(IDS, np.ones_like(IDS))
    for row, ids in zip(together, IDS, strict=True):
        alone = runtime.logits(ids[None], np.ones_like(ids[None]))[0]
        assert row == pytest.approx(alone, abs=1e-4)


def test_a_row_of_zeros_gives_the_bias(folder):
    """Its scale would be 0: nothing is divided by it in vain."""
    made = writer(folder)
    tensors = dict(made.tensors)
    for part in ("weight", "bias"):  # the heads read zeros
        name = f"backbone.encoder.layer.1.output.LayerNorm.{part}"
        tensors[name] = np.zeros_like(tensors[name])
    blank = GraphWriter(tensors, made.config, outstanding(made))
    session = onnxruntime.InferenceSession(blank.whole(), providers=["CPUExecutionProvider"])
    [found] = session.run(None, {"ids": IDS, "places": np.arange(40)})
    assert found == pytest.approx(np.broadcast_to(tensors["heads.bias"], found.shape), abs=1e-6)


def test_only_the_places_asked_for_are_finished(folder, tmp_path):
    runtime = OnnxRuntime(int8_files(folder, tmp_path, "d"), 1)
    places = [1, 4, 5, 31]
    some = runtime.picked(IDS, places)
    assert some.shape[:2] == (3, 4)
    assert some == pytest.approx(runtime.logits(IDS, np.ones_like(IDS))[:, places], abs=1e-4)
