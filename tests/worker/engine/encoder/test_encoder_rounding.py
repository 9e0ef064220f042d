"""One set of 8-bit weights for both runtimes; channels made alike; rows with a scale each."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch

from tests.mini_model import write_mini_backbone
from worker.engine.encoder import network
from worker.engine.encoder.channels import bounds_of, drawn_pieces, loud, smoothing
from worker.engine.encoder.graph import GraphWriter
from worker.engine.encoder.onnx_file import int8_file
from worker.engine.encoder.rounding import input_of, round_columns, rounded
from worker.engine.encoder.runtime import OnnxRuntime, TorchRuntime
from worker.training.encoder.backbones import from_backbone

LOUD, GAIN = 5, 60.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Two layers of 32 with lively heads; one channel of each layer's states is 60 times the rest."""
    made = write_mini_backbone(tmp_path_factory.mktemp("loud"))
    torch.manual_seed(5)
    tagger = from_backbone(made)
    with torch.no_grad():
        tagger.heads.weight.mul_(6)
        for layer in tagger.backbone.encoder.layer:
            layer.attention.output.LayerNorm.weight[LOUD] = GAIN
            layer.output.LayerNorm.weight[LOUD] = GAIN
    network.save(tagger, made)
    return made


def writer(folder: Path, known=None) -> GraphWriter:
    from safetensors.numpy import load_file

    tensors = load_file(folder / "model.safetensors")
    config = json.loads((folder / "config.json").read_text())
    return GraphWriter(
        {name: t.astype(np.float32) for name, t in tensors.items()}, config, known or {}
    )


def known_bounds(folder: Path):
    made = writer(folder)
    return bounds_of(made.tensors, made.config, folder.parent / "probe.onnx")


def session_of(made: GraphWriter) -> onnxruntime.InferenceSession:
    made.whole(whole := BytesIO())
    return onnxruntime.InferenceSession(whole.getvalue(), providers=["CPUExecutionProvider"])


def difference(made: GraphWriter, folder: Path, ids) -> float:
    """Mean distance of the logits to PyTorch's."""
    [found] = session_of(made).run(None, {"ids": ids, "places": np.arange(ids.shape[1])})
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
    kept = plain.backbone.encoder.layer[0].output.dense.weight.detach().clone()
    made = network.round_weights(network.load(folder)).backbone.encoder.layer[0].output.dense.weight
    assert 0 < (made - kept).abs().max() <= kept.abs().max() / 127 / 2 * 1.001


def test_what_a_layer_reads_is_shared_by_query_key_and_value():
    layer = "backbone.encoder.layer.3."
    for part in ("query", "key", "value"):
        assert input_of(f"{layer}attention.self.{part}") == f"{layer}attention.self."
    assert input_of(f"{layer}intermediate.dense") == f"{layer}intermediate."
    assert input_of("heads") == "heads."


def test_channels_lose_their_centre_and_are_divided_by_powers_of_the_root_of_two():
    least, largest = np.array([-1, -5, 2], dtype=np.float32), np.array([1, 3, 6], dtype=np.float32)
    name = "backbone.encoder.layer.0.attention.self."
    within = "backbone.encoder.layer.0.intermediate."
    context = "backbone.encoder.layer.0.attention.output."
    found = smoothing(dict.fromkeys([name, within, "heads.", context], np.stack([least, largest])))
    assert list(found) == [name, within, "heads."]
    # Halves of the ranges: 1, 4, 2. 4 ** 0.87 is 3.34, nearest to 2√2 = 2.83 by its logarithm
    # (1.74 · 2 = 3.48 halves, so 3); 2 ** 0.87 is 1.83: 2.
    assert found[name].centre == pytest.approx([0, -1, 4])
    assert found[name].factors == pytest.approx([1, 2 * 2**0.5, 2])
    assert (found[within].factors == found[name].factors).all()
    # The heads' keep their place, and a scale a row: sizes 1, 5, 6; 5 ** 0.87 is 4.06, 6's 4.75.
    assert (found["heads."].centre == 0).all()
    assert found["heads."].factors == pytest.approx([1, 4, 4])


def test_the_loudest_channels_after_gelu_stay_in_float(folder):
    largest = np.arange(64, dtype=np.float32)[::-1]
    bounds = np.stack([-largest, largest])
    layer = "backbone.encoder.layer.0."
    found = loud({f"{layer}output.": bounds, f"{layer}attention.output.": bounds})
    # 1.23 · √64 is 9.8.
    assert {name: own.tolist() for name, own in found.items()} == {
        f"{layer}output.": list(range(9))
    }
    known = known_bounds(folder)
    plain = writer(folder, smoothing(known))
    apart = writer(folder, smoothing(known))
    apart.loud = loud(known)
    assert difference(apart, folder, IDS) < 1.2 * difference(plain, folder, IDS)


def test_a_channel_that_never_moves_divides_by_nothing():
    still = np.zeros((2, 3), dtype=np.float32)
    [found] = smoothing({"backbone.encoder.layer.0.attention.self.": still}).values()
    assert (found.factors > 0).all()


def test_weights_are_multiplied_before_they_are_rounded_and_divided_after():
    weight = np.array([[1, 0.3]], dtype=np.float32)  # (out, in)
    layer = "backbone.encoder.layer.0.intermediate."
    known = smoothing({layer: np.array([[-1, -4], [1, 4]], dtype=np.float32)})
    made = rounded({f"{layer}dense.weight": weight}, known)[f"{layer}dense.weight"]
    # 0.3 · 2√2 = 0.8485 is 107.76 steps of 1/127.
    assert made == pytest.approx(np.array([[1, 108 / 127 / (2 * 2**0.5)]]))


def test_pieces_are_drawn_between_the_special_ones(folder):
    config = writer(folder).config | {"bos_token_id": 3, "eos_token_id": 4}
    drawn = drawn_pieces(config)
    assert (drawn[:, 0] == 3).all()
    assert (drawn[:, -1] == 4).all()
    assert drawn.min() >= 0
    assert drawn.max() < config["vocab_size"]
    assert (drawn == drawn_pieces(config)).all()
    places = config["max_position_embeddings"] - config["pad_token_id"] - 1
    assert drawn.shape == (16, min(128, places))


def test_both_runtimes_see_the_same_bounds(folder):
    by_onnx = known_bounds(folder)
    plain = network.load(folder)
    network._put(plain, rounded({name: t.numpy() for name, t in plain.state_dict().items()}))
    by_torch = network._bounds(plain)
    assert len(by_torch) == 5
    for name, bounds in by_torch.items():
        assert by_onnx[name] == pytest.approx(bounds, rel=1e-4, abs=1e-4)


def test_the_loud_channel_is_divided_by_more_than_the_others(folder):
    found = smoothing(known_bounds(folder))
    name = "backbone.encoder.layer.1.attention.self."
    assert found[name].factors.argmax() == LOUD
    # 60 times as loud, to the power 0.87.
    assert found[name].factors[LOUD] > 20 * np.median(found[name].factors)


def test_channels_made_alike_bring_the_graph_nearer_to_float32(folder):
    every, chosen = writer(folder), writer(folder, smoothing(known_bounds(folder)))
    assert difference(chosen, folder, IDS) < difference(every, folder, IDS) / 2


def test_centres_and_biases_that_move_change_nothing(folder):
    """Whatever the centres are, only roundings differ."""
    known = smoothing(known_bounds(folder))
    moved = known | {
        name: replace(own, centre=own.centre + np.float32(0.5))
        for name, own in known.items()
        if name != "heads."
    }
    assert difference(writer(folder, moved), folder, IDS) < 3 * difference(
        writer(folder, known), folder, IDS
    )


def test_a_window_s_logits_do_not_depend_on_those_beside_it(folder, tmp_path):
    runtime = OnnxRuntime(int8_file(folder, tmp_path, "d"), 1)
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
    blank = GraphWriter(tensors, made.config, smoothing(known_bounds(folder)))
    [found] = session_of(blank).run(None, {"ids": IDS, "places": np.arange(40)})
    assert found == pytest.approx(np.broadcast_to(tensors["heads.bias"], found.shape), abs=1e-6)


def test_only_the_places_asked_for_are_finished(folder, tmp_path):
    runtime = OnnxRuntime(int8_file(folder, tmp_path, "d"), 1)
    places = [1, 4, 5, 31]
    some = runtime.picked(IDS, places)
    assert some.shape[:2] == (3, 4)
    assert some == pytest.approx(runtime.logits(IDS, np.ones_like(IDS))[:, places], abs=1e-4)
