"""Linear layers in 8 bits, as nodes of an ONNX graph: what they read rounded, their product, float.

Each row (a piece) has its own scale: with one for all, the decisions of one entity in twenty
differed from float32's (docs/notebook/speed-2026-11-21.md). What a normalisation gives has channels whose values
are tens of times the others': they are made alike by centres and factors that biases and weights
take back (Wei et al. 2023, "Outlier Suppression+"; worker.engine.encoder.channels).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.engine.encoder.arrays import F32, I64
from worker.engine.encoder.nodes import CONTRIB, Nodes
from worker.engine.encoder.rounding import Smoothing, input_of, round_columns

F64 = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Range:
    """The 8-bit number that stands for 0, how many there are above it, what one is worth at least."""

    zero: int
    above: int
    least: float


BOTH_SIGNS: Final = Range(128, 127, 0)
# What GELU gives is never below -0.17: 32 numbers are enough for that when one is worth 0.0053.
AFTER_GELU: Final = Range(32, 223, 0.17 / 32)


@dataclass(frozen=True, slots=True)
class Rounded:
    """Names of values (rows, channels): `small` in 8 bits around `zero`, times `scale` (rows, 1)."""

    small: str
    scale: str
    zero: str


@dataclass(slots=True)
class Products:
    """`tensors` are model.safetensors' in float32; `smoothing` as GraphWriter's."""

    tensors: Mapping[str, F32]
    smoothing: Mapping[str, Smoothing]
    made: Nodes
    _rows: str = field(default="", init=False)  # before the names of what has a value a row

    def count(self, rows: str, states: str) -> None:
        """What has one value a row, for the (pieces, windows, …) of `states`."""
        self._rows = rows
        self.made.node("Shape", [states], rows + "shape", start=0, end=2)
        self.made.node("ReduceProd", [rows + "shape"], rows + "count", keepdims=1)
        for reach in (BOTH_SIGNS, AFTER_GELU):
            zero = self._zero(reach)
            self.made.node("Expand", [zero, rows + "count"], rows + zero + "s")

    def rounded(self, value: str, name: str, reach: Range = BOTH_SIGNS, part: str = "") -> Rounded:
        """`value` (rows, channels), less its centre if it has one, in 8 bits. `part` tells apart
        the nodes of two that are rounded as the same input."""
        known = self.smoothing.get(name)
        name += part
        if known is None:
            return self._by_row(value, name, reach)
        inverse = self.made.constant(name + "factors", 1 / known.factors)
        even = self.made.node("Mul", [value, inverse], name + "even")
        return self._by_row(even, name, reach)

    def _by_row(self, value: str, name: str, reach: Range) -> Rounded:
        """A row of zeros has the scale 0, and its products are 0."""
        scale = self._scale(value, name, reach)
        scales = self.made.node("Reshape", [scale, "last"], name + "scales")
        zero = self._zero(reach)
        inputs = [value, scales, f"{self._rows}{zero}s"]
        small = self.made.node("QuantizeLinear", inputs, name + "small", axis=0)
        return Rounded(small, scale, zero)

    def _scale(self, value: str, name: str, reach: Range) -> str:
        """Of each row: what one step is worth."""
        sizes = value
        if reach is BOTH_SIGNS:
            sizes = self.made.node("Abs", [value], name + "sizes")
        self.made.node("ReduceMax", [sizes], name + "top", axes=[1], keepdims=1)
        step = self.made.constant(f"step{reach.above}", np.float32(1 / reach.above))
        scale = self.made.node("Mul", [name + "top", step], name + "step")
        if not reach.least:
            return scale
        least = self.made.constant(f"least{reach.zero}", np.float32(reach.least))
        return self.made.node("Max", [scale, least], name + "scale")

    def _zero(self, reach: Range) -> str:
        return self.made.constant(f"zero{reach.zero}", np.uint8(reach.zero))

    def product(
        self,
        given: Rounded,
        layer: str,
        bias: F32,
        *,
        inputs_of: I64 | None = None,
        outputs_of: I64 | None = None,
        part: str = "",
    ) -> str:
        """A linear layer of a rounded value, in float again; only these inputs or outputs of it."""
        weight, scale = self._columns(layer)
        if inputs_of is not None:
            weight = weight[inputs_of]
        if outputs_of is not None:
            weight, scale, bias = weight[:, outputs_of], scale[outputs_of], bias[outputs_of]
        layer += part
        inputs = [
            given.small,
            self.made.constant(layer + ".weight8", weight),
            self.made.constant("one", np.float32(1)),
            self.made.constant(layer + ".columns", scale),
            given.zero,
        ]
        self.made.node("MatMulIntegerToFloat", inputs, layer + ".unscaled", CONTRIB)
        scaled = self.made.node("Mul", [layer + ".unscaled", given.scale], layer + ".scaled")
        if not bias.any():
            return scaled
        added = self.made.constant(layer + ".bias", bias)
        return self.made.node("Add", [scaled, added], layer + ".out")

    def bias(self, layer: str) -> F32:
        """Of the layer whose input has lost its centre, without which nothing changes."""
        own = self.tensors[layer + ".bias"]
        known = self.smoothing.get(input_of(layer))
        if known is None:
            return own
        return np.asarray(own + known.centre @ self.exact(layer), dtype=np.float32)

    def exact(self, layer: str) -> F64:
        """(in, out): the weights that the rounded ones stand for."""
        weight, scale = self._columns(layer)
        known = self.smoothing.get(input_of(layer))
        whole = weight.astype(np.float64) * scale
        return whole if known is None else whole / known.factors[:, None]

    def _columns(self, layer: str) -> tuple[NDArray[np.int8], F32]:
        weight = self.tensors[layer + ".weight"].T
        known = self.smoothing.get(input_of(layer))
        return round_columns(weight if known is None else weight * known.factors[:, None])


class FloatProducts(Products):
    """The same in float32; `looked_at` are the inputs whose channels' bounds the graph gives."""

    def __init__(self, tensors: Mapping[str, F32], made: Nodes) -> None:
        super().__init__(tensors, {}, made)
        self.looked_at: list[str] = []

    def rounded(self, value: str, name: str, reach: Range = BOTH_SIGNS, part: str = "") -> Rounded:
        """`value` as it is; the result `name` is (2, channels), the least and the largest."""
        self.looked_at.append(name)
        for kind in ("ReduceMin", "ReduceMax"):
            self.made.node(kind, [value], name + kind, axes=[0], keepdims=1)
        self.made.node("Concat", [name + "ReduceMin", name + "ReduceMax"], name, axis=0)
        return Rounded(value, "", "")

    def product(
        self,
        given: Rounded,
        layer: str,
        bias: F32,
        *,
        inputs_of: I64 | None = None,
        outputs_of: I64 | None = None,
        part: str = "",
    ) -> str:
        """See Products."""
        weight = self.made.constant(layer + ".weight", self.tensors[layer + ".weight"].T)
        added = self.made.constant(layer + ".bias", bias)
        return self.made.node("Gemm", [given.small, weight, added], layer + ".out")
