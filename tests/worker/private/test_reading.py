"""Another site's two files: what is wrong with them is named, and nothing is made of them."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from safetensors.numpy import load, save

from tests.worker.private import tiny
from worker.private.network import Representation, Shape
from worker.private.reading import (
    BAD_FIELD,
    BAD_TENSOR,
    BAD_VALUES,
    CONTRADICTED,
    MATERIAL,
    MODEL,
    NETWORK,
    NO_MANIFEST,
    NOT_ACCEPTED,
    OTHER_LABELS,
    OTHER_MODEL,
    SWAPPED,
    UNREADABLE,
    BadMaterialError,
    describe_pair,
    network_dimensions,
    read_pair,
)


@pytest.fixture
def pair(tmp_path):
    return tiny.write_pair(tmp_path)


def read_by(name, right):
    """One adversary's row, whose bounds and verdict say whatever they like."""
    return {"name": name, "epoch": 1, "right": right, "pairs": 1000, "low": 0.49, "high": 0.51, "passes": True}  # fmt: skip


# every adversary, none of whom reads anything
ALL = tiny.ACCEPTED.to_json()["attacks"]


def refusal(folder) -> tuple[str, str]:
    with pytest.raises(BadMaterialError) as raised:
        read_pair(folder)
    return raised.value.file, raised.value.reason


def test_a_good_pair_is_read_and_described(pair):
    told = describe_pair(pair)
    assert (told.rows, told.size, told.sentences, told.neighbours, told.vocabulary) == (
        36,
        8,
        8,
        4,
        18,
    )
    assert [one["passes"] for one in told.attacks] == [True] * 6
    material, model = read_pair(pair)
    assert material.arrays["representations"].shape[1] == model.manifest["shape"]["size"] == 8


@pytest.mark.parametrize(
    ("manifest", "reason"),
    [
        ({"format": "other"}, BAD_FIELD.format("format")),
        ({"tags": ["O", "B-X"]}, OTHER_LABELS),
        ({"verdict": None}, NOT_ACCEPTED),
        ({"verdict": ["accepted"]}, NOT_ACCEPTED),
        ({"verdict": {"accepted": True}}, BAD_FIELD.format("verdict")),
        ({"verdict": {"accepted": True, "attacks": [3]}}, BAD_FIELD.format("verdict")),
        ({"verdict": {"accepted": True, "attacks": [read_by("nobody", 500)]}}, BAD_FIELD.format("verdict")),
        ({"verdict": {"accepted": True, "attacks": [read_by("T1 fresh", 1001)]}}, BAD_FIELD.format("verdict")),
        ({"verdict": {"accepted": True, "attacks": [read_by("T1 fresh", 500.0)]}}, BAD_FIELD.format("verdict")),
        ({"verdict": {"accepted": True, "attacks": [read_by("T1 fresh", 740)]}}, CONTRADICTED),
        ({"verdict": {"accepted": True, "attacks": [read_by("T1 control", 500)]}}, CONTRADICTED),
        ({"verdict": {"accepted": True, "attacks": []}}, CONTRADICTED),
        ({"verdict": {"accepted": True, "attacks": [read_by("T1 fresh", 500)]}}, CONTRADICTED),
        ({"verdict": {"accepted": True, "attacks": ALL[:-1]}}, CONTRADICTED),
        ({"verdict": {"accepted": True, "attacks": [*ALL[:-1], ALL[0]]}}, CONTRADICTED),
        ({"verdict": {"accepted": True, "attacks": [*ALL, ALL[0]]}}, CONTRADICTED),
        ({"size": "8"}, BAD_FIELD.format("size")),
        ({"size": 60_000_000}, BAD_FIELD.format("size")),
        ({"size": 6}, BAD_TENSOR.format("representations")),
        ({"sentences": 3}, BAD_TENSOR.format("lengths")),
        ({"neighbours": None}, BAD_FIELD.format("neighbours")),
        ({"model": "ab"}, OTHER_MODEL),
    ],
)  # fmt: skip
def test_a_manifest_that_says_something_else_is_named(pair, manifest, reason):
    tiny.change(pair, MATERIAL, manifest)
    assert refusal(pair) == (MODEL if reason == OTHER_MODEL else MATERIAL, reason)


@pytest.mark.parametrize(
    ("name", "wrong", "reason"),
    [
        ("representations", lambda a: a[:-1], BAD_TENSOR),
        ("representations", lambda a: a.astype("float64"), BAD_TENSOR),
        ("representations", lambda a: a * np.float32("nan"), BAD_VALUES),
        ("representations", lambda a: a + np.float32(2e6), BAD_VALUES),
        ("representations", lambda _a: None, BAD_TENSOR),
        ("tags", lambda a: a + np.uint8(200), BAD_VALUES),
        ("lengths", lambda a: a * 0, BAD_VALUES),
        ("lengths", lambda a: a * 100, BAD_VALUES),
    ],
)
def test_numbers_that_do_not_fit_are_refused(pair, name, wrong, reason):
    tiny.change(pair, MATERIAL, arrays={name: wrong(load((pair / MATERIAL).read_bytes())[name])})
    assert refusal(pair) == (MATERIAL, reason.format(name))


@pytest.mark.parametrize(
    ("manifest", "arrays", "reason"),
    [
        ({"shape": {"points": 10**9, "size": 8}}, {}, BAD_FIELD.format("points")),
        ({"shape": {"points": 14, "size": 7}}, {}, BAD_FIELD.format("shape")),
        ({"shape": {"points": 14, "size": 8, "other": 1}}, {}, BAD_FIELD.format("shape")),
        ({"shape": {"points": 14, "size": 8, "floor": math.inf}}, {}, BAD_FIELD.format("shape")),
        ({"shape": {"points": 14, "size": 8, "floor": 10**400}}, {}, BAD_FIELD.format("shape")),
        ({"words": ["a"]}, {}, BAD_TENSOR.format("vectors")),
        ({"words": [1]}, {}, BAD_FIELD.format("words")),
        ({}, {"pieces": np.zeros((0, 8), "float32")}, BAD_TENSOR.format("pieces")),
        ({}, {"network.noise_out.log_scale": None}, BAD_TENSOR.format("network.noise_out.log_scale")),
        ({}, {"more": np.zeros(1, "float32")}, BAD_TENSOR.format("more")),
    ],
)  # fmt: skip
def test_a_network_that_is_none_of_ours_is_never_made(pair, manifest, arrays, reason):
    tiny.change(pair, MODEL, manifest, arrays)
    assert refusal(pair) == (MODEL, reason)


@pytest.mark.parametrize("name", [MATERIAL, MODEL])
def test_a_torn_or_foreign_file_is_refused(pair, name):
    raw = (pair / name).read_bytes()
    (pair / name).write_bytes(raw[:-4])
    assert refusal(pair) == (name, UNREADABLE)
    (pair / name).write_bytes(save({"a": np.zeros(1, "float32")}))
    assert refusal(pair) == (name, NO_MANIFEST)


def test_files_in_each_others_place_are_told_so(pair):
    material, model = ((pair / name).read_bytes() for name in (MATERIAL, MODEL))
    (pair / MATERIAL).write_bytes(model)
    assert refusal(pair) == (MATERIAL, SWAPPED)
    (pair / MATERIAL).write_bytes(material)
    (pair / MODEL).write_bytes(material)
    assert refusal(pair) == (MODEL, SWAPPED)


def test_the_dimensions_are_those_of_the_network():
    made = Representation(Shape(14, 50)).state_dict()
    assert network_dimensions(14, 50) == {
        NETWORK + name: tuple(value.shape) for name, value in made.items()
    }
    assert all(value.dtype == torch.float32 for value in made.values())
