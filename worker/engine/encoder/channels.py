"""What is known of the values that a network's normalisations give, before it reads anything.

Their sizes belong to the weights more than to what is read: in a few channels they are tens of
times the others', in the same ones on any pieces, for what a normalisation gives is bounded. So
pieces drawn by number show them, and no text is needed. Both runtimes look at the same pieces.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from worker.engine.encoder.arrays import F32, I64
from worker.engine.encoder.graph import GraphWriter
from worker.engine.encoder.rounding import Smoothing, rounded

SMOOTHED: Final = re.compile(
    r"heads\.|backbone\.encoder\.layer\.\d+\.(attention\.self|intermediate)\."
)
_AFTER_GELU: Final = re.compile(r"backbone\.encoder\.layer\.\d+\.output\.")
_SHARE: Final = 1.23  # 48 of 1,536
_ROWS, _PIECES = 16, 128
_SEED: Final = 0
# Of a channel's size: with 1, channels are alike; with 0, the weights stay as they are.
_POWER: Final = 0.87
_SMALLEST: Final = 1e-3  # of the largest channel
_LEAST: Final = 1e-6


def smoothing(bounds: Mapping[str, F32]) -> dict[str, Smoothing]:
    """By the inputs' names; `bounds` (2, channels) are the least and the largest values on
    `drawn_pieces`.

    Factors are powers of √2: two runtimes whose bounds differ in a last digit choose the same.
    """
    return {
        name: _smoothing(name, *both) for name, both in bounds.items() if SMOOTHED.fullmatch(name)
    }


def _smoothing(name: str, least: F32, largest: F32) -> Smoothing:
    """The heads' input keeps its place: what it says of an entity, drawn pieces seldom show."""
    is_moved = name != "heads."
    half = (largest - least) / 2 if is_moved else np.maximum(largest, -least)
    reach = np.maximum(half, max(_SMALLEST * float(half.max()), _LEAST))
    factors = np.exp2(np.round(2 * _POWER * np.log2(reach)) / 2)
    centre = (largest + least) / 2 if is_moved else np.zeros_like(half)
    return Smoothing(np.asarray(centre, np.float32), np.asarray(factors, np.float32))


def loud(bounds: Mapping[str, F32]) -> dict[str, I64]:
    """The channels with the largest values of what GELU gives, in order, by the inputs' names."""
    return {
        name: np.sort(np.argsort(-both[1])[: int(_SHARE * both.shape[1] ** 0.5)])
        for name, both in bounds.items()
        if _AFTER_GELU.fullmatch(name)
    }


def bounds_of(tensors: Mapping[str, F32], config: Mapping[str, Any], draft: Path) -> dict[str, F32]:
    """Of each product's input's channels on `drawn_pieces`, by the input's name; `tensors` and
    `config` as GraphWriter's. `draft`: a file to be written on the way."""
    import onnxruntime

    with draft.open("wb") as out:
        GraphWriter(rounded(tensors), config).probe(out)
    session = onnxruntime.InferenceSession(draft, providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    # one window after the other: less is in memory
    found = [session.run(None, {"ids": ids[None]}) for ids in drawn_pieces(config)]
    return {
        name: np.stack([np.min(seen[:, 0], axis=0), np.max(seen[:, 1], axis=0)])
        for name, seen in zip(names, map(np.stack, zip(*found, strict=True)), strict=True)
    }


def drawn_pieces(config: Mapping[str, Any]) -> I64:
    """Windows (rows, pieces) between the first and the last special piece.

    Half are drawn evenly, half as words come, the first numbers being the most common pieces.
    """
    vocabulary = int(config["vocab_size"])
    places = int(config["max_position_embeddings"]) - int(config.get("pad_token_id") or 0) - 1
    shape = (_ROWS // 2, min(_PIECES, places))
    generator = np.random.default_rng(_SEED)
    even = generator.integers(0, vocabulary, shape)
    common = np.exp(generator.uniform(0, np.log(vocabulary), shape)).astype(np.int64)
    drawn = np.minimum(np.vstack([even, common]), vocabulary - 1)
    for place, name in ((0, "bos_token_id"), (-1, "eos_token_id")):
        if config.get(name) is not None:
            drawn[:, place] = int(config[name])
    return drawn.astype(np.int64)
