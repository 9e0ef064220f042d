"""A BERT-like encoder as an ONNX graph in 8 bits, written by hand.

Tracing the PyTorch module gives twice the nodes: masks, shapes and transposes that a window
without padding doesn't need, and normalisations that ONNX Runtime fuses into a slow kernel. Here a
layer is what it must be: one rounding of its input shared by query, key and value, attention
without a mask, and plain additions and normalisations. Windows must therefore come unpadded.

Each row (a piece) has its own scale, and a few channels whose values are tens of times the others'
stay in float (Dettmers et al. 2022, "LLM.int8()"): with one scale for all, the decisions of one
entity in twenty differed from float32's (docs/benchmarks.md).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from worker.engine.encoder.rounding import round_columns

F32 = NDArray[np.float32]
I64 = NDArray[np.int64]

_OPSET: Final = 17
_IR_VERSION: Final = 8
_CONTRIB: Final = "com.microsoft"
_SAME_LAYERS: Final = frozenset({"bert", "roberta", "camembert", "xlm-roberta"})


@dataclass(frozen=True, slots=True)
class _Range:
    """The 8-bit number that stands for 0, how many there are above it, what one is worth at least."""

    zero: int
    above: int
    least: float


_BOTH_SIGNS: Final = _Range(128, 127, 0)
# What GELU gives is never below -0.17: 32 numbers are enough for that when one is worth 0.0053.
_AFTER_GELU: Final = _Range(32, 223, 0.17 / 32)


@dataclass(frozen=True, slots=True)
class _Rounded:
    """Names of values (rows, channels): `small` in 8 bits around `zero`, times `scale` (rows, 1).
    `far` are those of `channels` in float, then a 1 for the bias; None when there are none."""

    small: str
    scale: str
    zero: str
    far: str | None
    channels: I64


def can_write(config: Mapping[str, Any]) -> bool:
    """Whether config.json describes an encoder whose layers are BERT's."""
    return (
        config.get("model_type") in _SAME_LAYERS
        and config.get("hidden_act") == "gelu"
        and config.get("position_embedding_type", "absolute") == "absolute"
    )


@dataclass(slots=True)
class GraphWriter:
    """`tensors` are model.safetensors' in float32, `config` is config.json's content.

    `channels` names those of a product's input that stay in float, by the input's name
    (`inputs`); see worker.engine.encoder.channels.
    """

    tensors: Mapping[str, F32]
    config: Mapping[str, Any]
    channels: Mapping[str, I64] = field(default_factory=dict)
    _nodes: list[Any] = field(default_factory=list)
    _constants: dict[str, Any] = field(default_factory=dict)
    _probed: list[str] | None = None
    _rows: str = ""  # before the names of what has a value a row

    @property
    def layers(self) -> int:
        return int(self.config["num_hidden_layers"])

    def whole(self) -> bytes:
        """ids, places → the logits at these places of each window: the last layer leaves the
        others out."""
        return self._file("ids", "logits", self._picked)

    def lower(self, depth: int) -> bytes:
        """ids → states after `depth` layers."""
        return self._file("ids", "states", lambda: self._layers(self._embed(), 0, depth))

    def upper(self, depth: int) -> bytes:
        """states after `depth` layers → logits."""
        return self._file("states", "logits", lambda: self._head(self._layers("flat", depth)))

    def probe(self) -> bytes:
        """ids → the largest value of each channel of each product's input, by the input's name."""
        self._probed = []
        try:
            return self._file("ids", "logits", lambda: self._head(self._layers(self._embed(), 0)))
        finally:
            self._probed = None

    def _picked(self) -> str:
        states = self._layers(self._embed(), 0, self.layers - 1)
        return self._head(self._layer(states, self._layer_name(self.layers - 1), picks=True))

    def _file(self, given: str, result: str, body: Callable[[], str]) -> bytes:
        from onnx import TensorProto, helper

        self._nodes, self._constants = [], {}
        hidden = int(self.config["hidden_size"])
        self._node("Shape", [given], "shape", start=0, end=2)
        self._constant("last", np.array([-1], dtype=np.int64))
        self._constant("flat_shape", np.array([-1, hidden], dtype=np.int64))
        self._count("")
        if given == "states":
            self._node("Reshape", [given, "flat_shape"], "flat")
        self._rows = ""
        self._unflatten(body(), result)
        shape: list[str | int | None] = ["rows", "pieces"]
        kind = TensorProto.INT64 if given == "ids" else TensorProto.FLOAT
        width: list[str | int | None] = [] if given == "ids" else [hidden]
        results = {result: [*shape, None]} if self._probed is None else dict.fromkeys(self._probed)
        inputs = [helper.make_tensor_value_info(given, kind, shape + width)]
        if self._rows:
            inputs.append(helper.make_tensor_value_info("places", TensorProto.INT64, ["picked"]))
        graph = helper.make_graph(
            self._nodes,
            "encoder",
            inputs,
            [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in results.items()],
            list(self._constants.values()),
        )
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_CONTRIB, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=_IR_VERSION)
        return bytes(model.SerializeToString())

    def _count(self, rows: str) -> None:
        """What has one value a row, for the (windows, pieces) of `rows`.shape."""
        self._rows = rows
        self._node("ReduceProd", [rows + "shape"], rows + "count", keepdims=1)
        for reach in (_BOTH_SIGNS, _AFTER_GELU):
            zero = self._constant(f"zero{reach.zero}", np.uint8(reach.zero))
            self._node("Expand", [zero, rows + "count"], f"{rows}zeros{reach.zero}")
        single = self._constant("single", np.array([1]))
        self._node("Concat", [rows + "count", single], rows + "column", axis=0)
        one = self._constant("one", np.float32(1))
        self._node("Expand", [one, rows + "column"], rows + "ones")

    def _pick(self, states: str) -> str:
        """The states at the places asked for; from here on there are no other rows."""
        self._node("Gather", [self._unflatten(states, "all_states"), "places"], "picked", axis=1)
        self._node("Shape", ["picked"], "picked.shape", start=0, end=2)
        self._count("picked.")
        return self._node("Reshape", ["picked", "flat_shape"], "picked.flat")

    def _embed(self) -> str:
        """Word rows stay in 8 bits, with a scale each: a third of the file."""
        prefix = "backbone.embeddings."
        words = self.tensors[prefix + "word_embeddings.weight"]
        rounded, scale = round_columns(words.T)
        self._node("Gather", [self._constant("words", rounded.T), "ids"], "word8")
        self._node("Gather", [self._constant("word_scales", scale[:, None]), "ids"], "word_scale")
        self._node("Cast", ["word8"], "word32", to=1)
        self._node("Mul", ["word32", "word_scale"], "word")
        places = self.tensors[prefix + "position_embeddings.weight"]
        if self.config["model_type"] != "bert":  # the others count from the padding's number
            places = places[int(self.config["pad_token_id"]) + 1 :]
        kinds = self.tensors.get(prefix + "token_type_embeddings.weight")
        if kinds is not None:
            places = places + kinds[0]
        self._constant("positions", places)
        self._constant("zero", np.array([0], dtype=np.int64))
        self._node("Shape", ["ids"], "length", start=1, end=2)
        self._node("Slice", ["positions", "zero", "length", "zero"], "place")
        self._node("Add", ["word", "place"], "embedded")
        self._node("Reshape", ["embedded", "flat_shape"], "embedded_flat")
        return self._normalise("embedded_flat", prefix + "LayerNorm")

    def _layers(self, states: str, first: int, last: int | None = None) -> str:
        for index in range(first, self.layers if last is None else last):
            states = self._layer(states, self._layer_name(index))
        return states

    @staticmethod
    def _layer_name(index: int) -> str:
        return f"backbone.encoder.layer.{index}."

    def _layer(self, states: str, prefix: str, *, picks: bool = False) -> str:
        after = prefix + "attention.output."
        context = self._attention(states, prefix + "attention.self.", picks=picks)
        if picks:
            states = self._pick(states)
        seen = self._product(self._rounded(context, after), after + "dense")
        states = self._normalise(
            self._node("Add", [seen, states], after + "sum"), after + "LayerNorm"
        )
        within = prefix + "intermediate."
        wide = self._product(self._rounded(states, within), within + "dense")
        bent = self._node("Gelu", [wide], prefix + "bent", _CONTRIB)
        out = prefix + "output."
        narrow = self._product(self._rounded(bent, out, _AFTER_GELU), out + "dense")
        return self._normalise(self._node("Add", [narrow, states], out + "sum"), out + "LayerNorm")

    def _attention(self, states: str, own: str, *, picks: bool) -> str:
        from onnx import helper

        names = [own + name for name in ("query", "key", "value")]
        joined = self._unflatten(self._product(self._rounded(states, own), *names), own + "joined")
        self._nodes.append(helper.make_node("Split", [joined], names, axis=2))
        if picks:  # every piece is looked at, only these look
            names[0] = self._node("Gather", [names[0], "places"], own + "picked", axis=1)
        heads = int(self.config["num_attention_heads"])
        context = self._node(
            "MultiHeadAttention", names, own + "context", _CONTRIB, num_heads=heads
        )
        return self._node("Reshape", [context, "flat_shape"], own + "context_flat")

    def _head(self, states: str) -> str:
        return self._product(self._rounded(states, "heads."), "heads")

    def _rounded(self, value: str, name: str, reach: _Range = _BOTH_SIGNS) -> _Rounded:
        """`value` in 8 bits, a scale to each row, but for the channels that stay in float."""
        channels = self.channels.get(name, np.zeros(0, dtype=np.int64))
        if self._probed is not None:
            self._probed.append(name)
            self._node("Abs", [value], name + "whole_sizes")
            self._node("ReduceMax", [name + "whole_sizes"], name, axes=[0], keepdims=0)
        far = None
        if len(channels):
            chosen = self._constant(name + "channels", channels)
            self._node("Gather", [value, chosen], name + "chosen", axis=1)
            far = self._node("Concat", [name + "chosen", self._rows + "ones"], name + "far", axis=1)
        scale = self._scale(value, name, reach, channels)
        self._node("Reshape", [scale, "last"], name + "scales")
        inputs = [value, name + "scales", f"{self._rows}zeros{reach.zero}"]
        small = self._node("QuantizeLinear", inputs, name + "small", axis=0)
        return _Rounded(small, scale, f"zero{reach.zero}", far, channels)

    def _scale(self, value: str, name: str, reach: _Range, channels: I64) -> str:
        """Of each row: what one step is worth. `channels` don't count: beyond the range they are
        cut, and their weights are 0."""
        steps = np.full(self._width(name), 1 / reach.above, dtype=np.float32)
        steps[channels] = 0
        sizes = value
        if reach is _BOTH_SIGNS:
            sizes = self._node("Abs", [value], name + "sizes")
        self._node("Mul", [sizes, self._constant(name + "steps", steps)], name + "near")
        top = self._node("ReduceMax", [name + "near"], name + "top", axes=[1], keepdims=1)
        if not reach.least:  # a row of zeros has the scale 0, and its products are 0
            return top
        return self._node(
            "Max", [top, self._constant("least", np.float32(reach.least))], name + "scale"
        )

    def _width(self, name: str) -> int:
        after_gelu = name.endswith(".output.") and "attention" not in name
        return int(self.config["intermediate_size" if after_gelu else "hidden_size"])

    def _product(self, given: _Rounded, *layers: str) -> str:
        """Linear layers of a rounded value, one after the other in each row, in float again."""
        weight, scale = round_columns(self._joined(layers, "weight").T)
        bias = self._joined(layers, "bias")
        exact = np.vstack([weight[given.channels] * scale, bias])
        weight[given.channels] = 0
        own = layers[0]
        inputs = [
            given.small,
            self._constant(own + ".weight8", weight),
            "one",
            self._constant(own + ".columns", scale),
            given.zero,
        ]
        self._node("MatMulIntegerToFloat", inputs, own + ".unscaled", _CONTRIB)
        near = self._node("Mul", [own + ".unscaled", given.scale], own + ".scaled")
        if given.far is None:
            return self._node("Add", [near, self._constant(own + ".bias", bias)], own + ".out")
        inputs = [given.far, self._constant(own + ".exact", exact), near]
        return self._node("Gemm", inputs, own + ".out")

    def _joined(self, layers: Sequence[str], part: str) -> F32:
        return np.concatenate([self.tensors[f"{layer}.{part}"] for layer in layers])

    def _normalise(self, value: str, layer: str) -> str:
        inputs = [
            value,
            self._constant(layer + ".weight", self.tensors[layer + ".weight"]),
            self._constant(layer + ".bias", self.tensors[layer + ".bias"]),
        ]
        epsilon = float(self.config.get("layer_norm_eps", 1e-12))
        return self._node("LayerNormalization", inputs, layer + ".out", axis=-1, epsilon=epsilon)

    def _unflatten(self, value: str, result: str) -> str:
        """(rows · pieces, n) → (rows, pieces, n)."""
        self._node("Concat", [self._rows + "shape", "last"], result + ".shape", axis=0)
        return self._node("Reshape", [value, result + ".shape"], result)

    def _node(
        self, kind: str, inputs: Sequence[str], output: str, domain: str = "", **settings: Any
    ) -> str:
        from onnx import helper

        self._nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **settings))
        return output

    def _constant(self, name: str, value: NDArray[Any] | np.generic) -> str:
        from onnx import numpy_helper

        array = np.array(value, order="C")
        self._constants[name] = numpy_helper.from_array(array, name)
        return name
