"""Another site's two files: what is wrong with them is named, and nothing is made of them."""

from __future__ import annotations

import hashlib
import json
import math
import struct
from contextlib import suppress
from dataclasses import replace

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
        ({"words": ["\ud800"] * 18}, {}, BAD_FIELD.format("words")),
        ({"words": ["pe", "\udc00tit", *["a"] * 16]}, {}, BAD_FIELD.format("words")),
        ({}, {"pieces": np.zeros((0, 8), "float32")}, BAD_TENSOR.format("pieces")),
        ({}, {"network.noise_out.log_scale": None}, BAD_TENSOR.format("network.noise_out.log_scale")),
        ({}, {"more": np.zeros(1, "float32")}, BAD_TENSOR.format("more")),
        ({}, {"n" * 1_000_000: np.zeros(1, "float32")}, BAD_TENSOR.format("n" * 40 + "…")),
        ({}, {"a\u202egro\n\u200b": np.zeros(1, "float32")}, BAD_TENSOR.format("a?gro??")),
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


def _file(head: object, numbers: bytes = b"") -> bytes:
    """Of safetensors: what the head says, whatever follows."""
    told = head if isinstance(head, bytes) else json.dumps(head).encode()
    return struct.pack("<Q", len(told)) + told + numbers


def _one(dtype: str = "F32", shape: object = (1,), offsets: object = (0, 4)) -> dict[str, object]:
    return {"a": {"dtype": dtype, "shape": shape, "data_offsets": offsets}}


_TWICE = b'{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}'
# a head that lies, and what is said of it: nothing is reserved, read or run for it
HEADS = {
    "nothing": (b"", UNREADABLE),
    "three bytes": (b"abc", UNREADABLE),
    "head of 2^63 bytes": (struct.pack("<Q", 2**63) + b"{}", UNREADABLE),
    "head of 2^64 bytes": (b"\xff" * 8 + b"{}", UNREADABLE),
    "head of no byte": (b"\0" * 16, UNREADABLE),
    "head is a list": (_file([]), UNREADABLE),
    "head is deep": (_file(b"[" * 100_000), UNREADABLE),
    "head in UTF-16": (_file('{"a": 1}'.encode("utf-16")), UNREADABLE),
    "shape of 2^124 numbers": (_file(_one(shape=[2**62, 2**62]), bytes(4)), UNREADABLE),
    "shape of 2^64 numbers, which is none in 64 bits": (_file(_one(shape=[2**32, 2**32], offsets=[0, 0])), UNREADABLE),
    "negative shape": (_file(_one(shape=[-1]), bytes(4)), UNREADABLE),
    "fractional shape": (_file(_one(shape=[1.5]), bytes(4)), UNREADABLE),
    "shape is text": (_file(_one(shape="1"), bytes(4)), UNREADABLE),
    "offsets overlap": (_file({**_one(), "b": _one()["a"]}, bytes(4)), UNREADABLE),
    "offsets reversed": (_file(_one(offsets=[4, 0]), bytes(4)), UNREADABLE),
    "offsets leave a hole": (_file(_one(offsets=[4, 8]), bytes(8)), UNREADABLE),
    "offsets past the end": (_file(_one(offsets=[0, 2**40]), bytes(4)), UNREADABLE),
    "negative offsets": (_file(_one(offsets=[-4, 0]), bytes(4)), UNREADABLE),
    "more than is told": (_file(_one(), bytes(5)), UNREADABLE),
    "one tensor twice": (_file(_TWICE, bytes(4)), NO_MANIFEST),
    "unknown numbers": (_file(_one(dtype="F7"), bytes(4)), UNREADABLE),
    "metadata is a list": (_file({"__metadata__": [], **_one()}, bytes(4)), UNREADABLE),
    "manifest is a number": (_file({"__metadata__": {"manifest": 3}, **_one()}, bytes(4)), UNREADABLE),
    "half a sign": (_file(b'{"__metadata__":{"manifest":"\\ud800"}}'), UNREADABLE),
    "no metadata": (_file({"__metadata__": None, **_one()}, bytes(4)), NO_MANIFEST),
    "manifest is no JSON": (_file({"__metadata__": {"manifest": "{"}}), NO_MANIFEST),
    "manifest is deep": (_file({"__metadata__": {"manifest": "[" * 200_000}}), NO_MANIFEST),
    "manifest is a deep object": (_file({"__metadata__": {"manifest": '{"a":' * 200_000}}), NO_MANIFEST),
    "manifest is a list": (_file({"__metadata__": {"manifest": "[]"}}), NO_MANIFEST),
    "manifest has a number of 5000 digits": (_file({"__metadata__": {"manifest": '{"size":' + "9" * 5000 + "}"}}), NO_MANIFEST),
    "manifest of nobody": (_file({"__metadata__": {"manifest": "{}"}}), BAD_FIELD.format("format")),
    "a pickle": (b"\x80\x04\x95\x17\0\0\0\0\0\0\0\x8c\x05posix\x8c\x06system\x93.", UNREADABLE),
    "a zip": (b"PK\x03\x04" + bytes(100), UNREADABLE),
}  # fmt: skip


@pytest.mark.parametrize("head", sorted(HEADS))
@pytest.mark.parametrize("name", [MATERIAL, MODEL])
def test_a_head_that_lies_is_refused(pair, name, head):
    raw, reason = HEADS[head]
    (pair / name).write_bytes(raw)
    assert refusal(pair) == (name, reason)


@pytest.mark.parametrize("dtype", ["BF16", "BOOL", "C64", "F16", "F4", "F64", "F8_E4M3", "F8_E5M2", "F8_E8M0", "I64", "U8"])  # fmt: skip
def test_numbers_of_another_kind_are_refused(pair, dtype):
    """Whether numpy knows them or not."""
    raw = (pair / MATERIAL).read_bytes()
    end = 8 + int.from_bytes(raw[:8], "little")
    told = json.loads(raw[8:end])
    begin, last = told["representations"]["data_offsets"]
    bits = {"BF16": 16, "BOOL": 8, "C64": 64, "F16": 16, "F4": 4, "F64": 64, "I64": 64}.get(
        dtype, 8
    )
    told["representations"] |= {"dtype": dtype, "shape": [(last - begin) * 8 // bits]}
    (pair / MATERIAL).write_bytes(_file(told, raw[end:]))
    file, reason = refusal(pair)
    assert (file, reason in (UNREADABLE, BAD_TENSOR.format("representations"))) == (MATERIAL, True)


# what a field of a manifest may be instead: other types, numbers beyond every number, half a sign, depth
ODD = [
    None, True, 0, -1, 2**31, 2**64, 10**400, 1e308, math.nan, math.inf, "", "\ud800", "1" * 1000, [], [[]], {}, {"a": 1},
    ["x"] * 3, [None],
]  # fmt: skip


def fields_of(told, path=()):
    """Each field of a manifest, as the way to it."""
    yield path
    items = told.items() if isinstance(told, dict) else enumerate(told[:2]) if isinstance(told, list) else ()  # fmt: skip
    for name, value in items:
        yield from fields_of(value, (*path, name))


def put(told, path, value):
    if not path:
        return value
    copy = json.loads(json.dumps(told))
    inner = copy
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return copy


@pytest.mark.parametrize("name", [MATERIAL, MODEL])
def test_whatever_stands_in_a_field_is_refused_in_words_or_means_nothing(pair, name):
    """Some seven hundred manifests, each with one odd value; the digest of the network is told anew, so that its own checks are met."""
    head, body = parted((pair / name).read_bytes())
    told = json.loads(head["__metadata__"]["manifest"])
    other = parted((pair / MATERIAL).read_bytes())
    good = describe_pair(pair)
    count = 0
    for path in fields_of(told):
        for value in ODD:
            raw = joined(head, body, put(told, path, value))
            (pair / name).write_bytes(raw)
            if name == MODEL:
                material = json.loads(other[0]["__metadata__"]["manifest"])
                material["model"] = hashlib.sha256(raw).hexdigest()
                (pair / MATERIAL).write_bytes(joined(*other, material))
            count += 1
            with suppress(BadMaterialError):  # always a sentence: any other error is the test's
                found = describe_pair(pair)
                assert replace(found, neighbours=4, attacks=good.attacks) == good, (path, value)
    assert count > 100


def parted(raw):
    size = int.from_bytes(raw[:8], "little")
    return json.loads(raw[8 : 8 + size]), raw[8 + size :]


def joined(head, body, manifest):
    whole = head | {"__metadata__": head["__metadata__"] | {"manifest": json.dumps(manifest)}}
    text = json.dumps(whole).encode()
    return struct.pack("<Q", len(text)) + text + body


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
