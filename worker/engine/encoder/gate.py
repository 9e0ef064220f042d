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
# A window of which more than this share goes on goes on whole: little would be won, and what is
# found among many names would change (docs/benchmarks.md).
_MOST: Final = 0.4


@dataclass(frozen=True, slots=True)
class Gate:
    """`inner` (hidden, units) and `outer` (units): a perceptron over the states after `depth`
    layers; a score of at least `threshold` sends a word on, and `margin` words on both sides."""

    depth: int
    threshold: float
    margin: int
    inner: F32
    inner_bias: F32
    outer: F32

    def scores(self, states: F32) -> F32:
        """(words, hidden) → (words,)."""
        # Not BLAS: it would wake a thread per core for products that take half a millisecond.
        bent = np.maximum(np.einsum("wh,hu->wu", states, self.inner) + self.inner_bias, 0)
        return np.asarray(np.einsum("wu,u->w", bent, self.outer), dtype=np.float32)

    def going_on(self, states: F32, suspected: Mask | None = None) -> Mask:
        """Which words of a window go on; `suspected` ones always do. All or none of them may."""
        likely = self.scores(states) >= self.threshold
        if suspected is not None:
            likely |= suspected
        near = widened(likely, self.margin)
        return np.ones_like(near) if near.mean() > _MOST else near


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

    settings = {"depth": gate.depth, "threshold": gate.threshold, "margin": gate.margin}
    save_file(
        {"inner": gate.inner, "inner_bias": gate.inner_bias, "outer": gate.outer},
        folder / GATE,
        {name: repr(value) for name, value in settings.items()},
    )


def read_gate(folder: Path) -> Gate | None:
    """None when the model has none: every word then goes through the whole network."""
    if not (folder / GATE).is_file():
        return None
    from safetensors import safe_open

    with safe_open(folder / GATE, framework="numpy") as file:
        settings = file.metadata()
        inner, bias, outer = (file.get_tensor(name) for name in ("inner", "inner_bias", "outer"))
    return Gate(
        int(settings["depth"]),
        float(settings["threshold"]),
        int(settings["margin"]),
        inner,
        bias,
        outer,
    )


def pieces_of(words: Mask, heads: Sequence[int], pieces: int, newlines: Mask) -> Mask:
    """Which of a window's pieces belong to these words; a line break belongs to the word after
    it, the special first and last pieces always stay."""
    owner = np.searchsorted(np.asarray(heads), np.arange(pieces), side="right") - 1
    owner = np.clip(owner + newlines, 0, len(words) - 1)
    kept = words[owner]
    kept[[0, -1]] = True
    return np.asarray(kept)
