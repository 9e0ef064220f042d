"""Words that a few layers prove ordinary stop there; the others go on through the whole network.

Early exit (Xin et al. 2020, "DeeBERT") word by word: a small network reads the states after
`depth` layers and says how likely a word is part of an entity; words near a likely one go on with
it, as its context. Chosen for recall: see worker.training.gate.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
Mask = NDArray[np.bool_]

GATE: Final = "gate.safetensors"
_NAMES: Final = ("inner", "inner_bias", "taps", "taps_bias", "mix", "mix_bias", "outer")


@dataclass(frozen=True, slots=True)
class Gate:
    """A small network over the states after `depth` layers; a score of at least `threshold` sends
    a word on, and `margin` words on both sides. A window of which more than the share `most` would
    go on goes on whole.

    `inner` (hidden, units) with `inner_bias` reads each word. Each block then looks at the words
    around it, unit by unit (`taps` (blocks, places, units), an odd number of places, and
    `taps_bias` (blocks, units)), and adds what it makes of that (`mix` (blocks, units, units),
    `mix_bias`). `outer` (units) gives the score.
    """

    depth: int
    threshold: float
    margin: int
    most: float
    inner: F32
    inner_bias: F32
    taps: F32
    taps_bias: F32
    mix: F32
    mix_bias: F32
    outer: F32

    def scores(self, states: F32) -> F32:
        """(words of a window, hidden) → (words,)."""
        # Not BLAS: it would wake a thread per core for products that take half a millisecond.
        units = _bent(np.einsum("wh,hu->wu", states, self.inner) + self.inner_bias)
        for taps, bias, mix, mix_bias in zip(
            self.taps, self.taps_bias, self.mix, self.mix_bias, strict=True
        ):
            seen = _bent(_around(units, taps) + bias)
            units = _bent(units + np.einsum("wu,uv->wv", seen, mix) + mix_bias)
        return np.asarray(np.einsum("wu,u->w", units, self.outer), dtype=np.float32)

    def going_on(self, states: F32, suspected: Mask) -> Mask:
        """Which words of a window go on; `suspected` ones always do. All or none of them may."""
        return self.near(self.scores(states), suspected)

    def near(self, scores: F32, suspected: Mask) -> Mask:
        """The same from the scores."""
        near = widened((scores >= self.threshold) | suspected, self.margin)
        return np.ones_like(near) if near.mean() > self.most else near


def _bent(values: F32) -> F32:
    return np.maximum(values, 0)


def _around(units: F32, taps: F32) -> F32:
    """Sum over a word's neighbours and itself, each weighed by its own row of `taps`; beyond the
    window's ends there is nothing."""
    reach = len(taps) // 2
    padded = np.pad(units, ((reach, reach), (0, 0)))
    found = np.zeros_like(units)
    for place, row in enumerate(taps):
        found += padded[place : place + len(units)] * row
    return found


def widened(mask: Mask, margin: int) -> Mask:
    """True also within `margin` places of a True."""
    places = np.flatnonzero(mask)
    edges = np.zeros(len(mask) + 1, dtype=np.int64)
    np.add.at(edges, np.maximum(places - margin, 0), 1)
    np.add.at(edges, np.minimum(places + margin + 1, len(mask)), -1)
    return np.asarray(edges[:-1].cumsum() > 0)


def write_gate(folder: Path, gate: Gate) -> None:
    """Beside the weights; replaces a former one."""
    from safetensors.numpy import save_file

    settings = ("depth", "threshold", "margin", "most")
    save_file(
        {name: getattr(gate, name) for name in _NAMES},
        folder / GATE,
        {name: repr(getattr(gate, name)) for name in settings},
    )


def read_gate(folder: Path) -> Gate | None:
    """None when the model has none: every word then goes through the whole network."""
    if not (folder / GATE).is_file():
        return None
    from safetensors import safe_open

    with safe_open(folder / GATE, framework="numpy") as file:
        settings = file.metadata()
        if not set(_NAMES) <= set(file.keys()):
            return None  # of a former kind, which found less
        tensors = {name: file.get_tensor(name) for name in _NAMES}
    return Gate(
        int(settings["depth"]),
        float(settings["threshold"]),
        int(settings["margin"]),
        float(settings["most"]),
        **tensors,
    )


def pieces_of(words: Mask, heads: Sequence[int], pieces: int, newlines: Mask) -> Mask:
    """Which of a window's pieces belong to these words; a line break belongs to the word after
    it, the special first and last pieces always stay."""
    owner = np.searchsorted(np.asarray(heads), np.arange(pieces), side="right") - 1
    owner = np.clip(owner + newlines, 0, len(words) - 1)
    kept = words[owner]
    kept[[0, -1]] = True
    return np.asarray(kept)
