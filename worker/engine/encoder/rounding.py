"""Weights in 8 bits, and the same weights in float32 for the runtime that multiplies in float.

A model is its rounded weights wherever it runs: what it finds in a note must not depend on the
machine. What is left to differ between two runtimes is how each rounds what it computes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.engine.encoder.arrays import F32

I8 = NDArray[np.int8]

_LARGEST: Final = np.float32(127)
_WORDS: Final = "backbone.embeddings.word_embeddings.weight"
_PRODUCTS: Final = re.compile(
    r"heads\.weight|backbone\.encoder\.layer\.\d+\."
    r"(attention\.self\.(query|key|value)|(attention\.output|intermediate|output)\.dense)\.weight"
)


@dataclass(frozen=True, slots=True)
class Smoothing:
    """Makes alike the channels of a product's input: they lose their `centre` and are divided by
    `factors` (> 0)."""

    centre: F32
    factors: F32


def input_of(layer: str) -> str:
    """What a linear layer reads: query, key and value read the same."""
    return (layer.rpartition(".")[0] or layer) + "."


def round_columns(weight: F32) -> tuple[I8, F32]:
    """(in, out) to 8 bits, symmetric, and each column's scale: weight ≈ rounded · scale."""
    scale = np.abs(weight).max(axis=0) / _LARGEST
    scale[scale == 0] = 1
    return np.rint(weight / scale).astype(np.int8), scale.astype(np.float32)


class MadeWhenAsked(Mapping[str, F32]):
    """Tensors by name, of which only those that are looked at are in memory: each is made anew."""

    def __init__(self, names: Iterable[str], make: Callable[[str], F32]) -> None:
        self._names, self._make = dict.fromkeys(names), make

    def __getitem__(self, name: str) -> F32:
        if name not in self._names:
            raise KeyError(name)
        return self._make(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def rounded(
    tensors: Mapping[str, F32], smoothing: Mapping[str, Smoothing] | None = None
) -> Mapping[str, F32]:
    """A BERT-like model's tensors by name, with those that the 8-bit graph rounds as it does.

    `smoothing` by the names of the products' inputs: weights are multiplied by its factors before
    they are rounded, and divided again.
    """

    def made(name: str) -> F32:
        if name != _WORDS and not _PRODUCTS.fullmatch(name):
            return tensors[name]
        known = (smoothing or {}).get(input_of(name.removesuffix(".weight")))
        return _on_grid(tensors[name], np.float32(1) if known is None else known.factors)

    return MadeWhenAsked(tensors, made)


def _on_grid(weight: F32, factors: F32 | np.float32) -> F32:
    """(out, in), one scale a row: a row is what one output is made of, or one word's vector."""
    small, scale = round_columns((weight * factors).T)
    return np.ascontiguousarray((small * scale).T / factors)
