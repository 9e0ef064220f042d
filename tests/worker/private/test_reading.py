"""Another site's two files: what is wrong with them is named, and nothing is made of them."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch
from safetensors.numpy import load, save

from tests.worker.private import tiny
from worker.private.batches import Points
from worker.private.files import material_bytes, model_bytes, sha256_of
from worker.private.learning import Recipe, new_networks, shape_of
from worker.private.network import Representation, Shape
from worker.private.reading import (
    BAD_FIELD,
    BAD_TENSOR,
    BAD_VALUES,
    MATERIAL,
    MODEL,
    NETWORK,
    NO_MANIFEST,
    NOT_ACCEPTED,
    OTHER_LABELS,
    OTHER_MODEL,
    UNREADABLE,
    BadMaterialError,
    network_dimensions,
    read_pair,
)
from worker.private.verdict import Attack, Verdict

ACCEPTED = Verdict((Attack("T1 fresh", 1, 500, 1000, 0.47, 0.53),))
RECIPE = Recipe(size=8, hidden=8)


@pytest.fixture
def pair(tmp_path):
    words, sentences = tiny.words(), tiny.sentences(4)
    points = Points(words)
    network = new_networks(points, RECIPE).representation
    model = model_bytes(network, words, shape_of(points, RECIPE))
    (tmp_path / MODEL).write_bytes(model)
    (tmp_path / MATERIAL).write_bytes(
        material_bytes(network, points, sentences, ACCEPTED, neighbours=4, model_sha256=sha256_of(model))
    )  # fmt: skip
    return tmp_path


def change(folder, name, manifest=None, arrays=None):
    """Of a good file; a model that has changed is named by the material, so that only the change is wrong."""
    path = folder / name
    raw = path.read_bytes()
    told = json.loads(
        json.loads(raw[8 : 8 + int.from_bytes(raw[:8], "little")])["__metadata__"]["manifest"]
    )
    kept = {key: value for key, value in (load(raw) | (arrays or {})).items() if value is not None}
    path.write_bytes(save(kept, {"manifest": json.dumps(told | (manifest or {}))}))
    if name == MODEL:
        change(folder, MATERIAL, {"model": sha256_of(path.read_bytes())})


def refusal(folder) -> tuple[str, str]:
    with pytest.raises(BadMaterialError) as raised:
        read_pair(folder)
    return raised.value.file, raised.value.reason


def test_a_good_pair_is_read(pair):
    material, model = read_pair(pair)
    assert material.arrays["representations"].shape[1] == model.manifest["shape"]["size"] == 8


@pytest.mark.parametrize(
    ("manifest", "reason"),
    [
        ({"format": "other"}, BAD_FIELD.format("format")),
        ({"tags": ["O", "B-X"]}, OTHER_LABELS),
        ({"verdict": None}, NOT_ACCEPTED),
        ({"verdict": ["accepted"]}, NOT_ACCEPTED),
        ({"size": "8"}, BAD_FIELD.format("size")),
        ({"size": 60_000_000}, BAD_FIELD.format("size")),
        ({"size": 6}, BAD_TENSOR.format("representations")),
        ({"sentences": 3}, BAD_TENSOR.format("lengths")),
        ({"neighbours": None}, BAD_FIELD.format("neighbours")),
        ({"model": "ab"}, OTHER_MODEL),
    ],
)
def test_a_manifest_that_says_something_else_is_named(pair, manifest, reason):
    change(pair, MATERIAL, manifest)
    assert refusal(pair) == (MODEL if reason == OTHER_MODEL else MATERIAL, reason)


@pytest.mark.parametrize(
    ("name", "wrong", "reason"),
    [
        ("representations", lambda a: a[:-1], BAD_TENSOR),
        ("representations", lambda a: a.astype("float64"), BAD_TENSOR),
        ("representations", lambda a: a * np.float32("nan"), BAD_VALUES),
        ("representations", lambda _a: None, BAD_TENSOR),
        ("tags", lambda a: a + np.uint8(200), BAD_VALUES),
        ("lengths", lambda a: a * 0, BAD_VALUES),
        ("lengths", lambda a: a * 100, BAD_VALUES),
    ],
)
def test_numbers_that_do_not_fit_are_refused(pair, name, wrong, reason):
    change(pair, MATERIAL, arrays={name: wrong(load((pair / MATERIAL).read_bytes())[name])})
    assert refusal(pair) == (MATERIAL, reason.format(name))


@pytest.mark.parametrize(
    ("manifest", "arrays", "reason"),
    [
        ({"shape": {"points": 10**9, "size": 8}}, {}, BAD_FIELD.format("points")),
        ({"shape": {"points": 14, "size": 7}}, {}, BAD_FIELD.format("shape")),
        ({"shape": {"points": 14, "size": 8, "other": 1}}, {}, BAD_FIELD.format("shape")),
        ({"words": ["a"]}, {}, BAD_TENSOR.format("vectors")),
        ({"words": [1]}, {}, BAD_FIELD.format("words")),
        ({}, {"pieces": np.zeros((0, 8), "float32")}, BAD_TENSOR.format("pieces")),
        ({}, {"network.noise_out.log_scale": None}, BAD_TENSOR.format("network.noise_out.log_scale")),
        ({}, {"more": np.zeros(1, "float32")}, BAD_TENSOR.format("more")),
    ],
)  # fmt: skip
def test_a_network_that_is_none_of_ours_is_never_made(pair, manifest, arrays, reason):
    change(pair, MODEL, manifest, arrays)
    assert refusal(pair) == (MODEL, reason)


@pytest.mark.parametrize("name", [MATERIAL, MODEL])
def test_a_torn_or_foreign_file_is_refused(pair, name):
    raw = (pair / name).read_bytes()
    (pair / name).write_bytes(raw[:-4])
    assert refusal(pair) == (name, UNREADABLE)
    (pair / name).write_bytes(save({"a": np.zeros(1, "float32")}))
    assert refusal(pair) == (name, NO_MANIFEST)


def test_the_dimensions_are_those_of_the_network():
    made = Representation(Shape(14, 50)).state_dict()
    assert network_dimensions(14, 50) == {
        NETWORK + name: tuple(value.shape) for name, value in made.items()
    }
    assert all(value.dtype == torch.float32 for value in made.values())
