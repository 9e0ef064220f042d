"""Weights in 8 bits, and the same weights in float32 for the runtime that multiplies in float.

A model is its rounded weights wherever it runs: what it finds in a note must not depend on the
machine. What is left to differ between two runtimes is how each rounds what it computes.
"""

import re
from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
I8 = NDArray[np.int8]

_LARGEST: Final = np.float32(127)
_WORDS: Final = "backbone.embeddings.word_embeddings.weight"
_PRODUCTS: Final = re.compile(
    r"heads\.weight|backbone\.encoder\.layer\.\d+\."
    r"(attention\.self\.(query|key|value)|(attention\.output|intermediate|output)\.dense)\.weight"
)


def round_columns(weight: F32) -> tuple[I8, F32]:
    """(in, out) to 8 bits, symmetric, and each column's scale: weight ≈ rounded · scale."""
    scale = np.abs(weight).max(axis=0) / _LARGEST
    scale[scale == 0] = 1
    return np.rint(weight / scale).astype(np.int8), scale.astype(np.float32)


def rounded(tensors: Mapping[str, F32]) -> dict[str, F32]:
    """A BERT-like model's tensors by name, with those that the 8-bit graph rounds as it does."""
    return {
        name: _on_grid(tensor) if name == _WORDS or _PRODUCTS.fullmatch(name) else tensor
        for name, tensor in tensors.items()
    }


def _on_grid(weight: F32) -> F32:
    """(out, in), one scale a row: a row is what one output is made of, or one word's vector."""
    small, scale = round_columns(weight.T)
    return np.ascontiguousarray((small * scale).T)
