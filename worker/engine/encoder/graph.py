"""A BERT-like encoder as an ONNX graph in 8 bits, written by hand.

Tracing the PyTorch module gives twice the nodes: masks, shapes and transposes that a window
without padding doesn't need, and normalisations that ONNX Runtime fuses into a slow kernel. Here a
layer is what it must be: one rounding of its input shared by query, key and value, attention
without a mask, and plain additions and normalisations. Windows must therefore come unpadded.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
I8 = NDArray[np.int8]

_OPSET: Final = 17
_IR_VERSION: Final = 8
_CONTRIB: Final = "com.microsoft"
_SAME_LAYERS: Final = frozenset({"bert", "roberta", "camembert", "xlm-roberta"})
_LARGEST: Final = np.float32(127)


def can_write(config: Mapping[str, Any]) -> bool:
    """Whether config.json describes an encoder whose layers are BERT's."""
    return (
        config.get("model_type") in _SAME_LAYERS
        and config.get("hidden_act") == "gelu"
        and config.get("position_embedding_type", "absolute") == "absolute"
    )


def round_columns(weight: F32) -> tuple[I8, F32]:
    """(in, out) to 8 bits, symmetric, and each column's scale: weight ≈ rounded · scale."""
    scale = np.abs(weight).max(axis=0) / _LARGEST
    scale[scale == 0] = 1
    return np.rint(weight / scale).astype(np.int8), scale.astype(np.float32)


@dataclass(slots=True)
class GraphWriter:
    """`tensors` are model.safetensors' in float32, `config` is config.json's content."""

    tensors: Mapping[str, F32]
    config: Mapping[str, Any]
    _nodes: list[Any] = field(default_factory=list)
    _constants: dict[str, Any] = field(default_factory=dict)

    @property
    def layers(self) -> int:
        return int(self.config["num_hidden_layers"])

    def whole(self) -> bytes:
        """ids → logits."""
        return self._file("ids", "logits", lambda: self._head(self._layers(self._embed(), 0)))

    def lower(self, depth: int) -> bytes:
        """ids → states after `depth` layers."""
        return self._file("ids", "states", lambda: self._layers(self._embed(), 0, depth))

    def upper(self, depth: int) -> bytes:
        """states after `depth` layers → logits."""
        return self._file("states", "logits", lambda: self._head(self._layers("states", depth)))

    def _file(self, given: str, result: str, body: Callable[[], str]) -> bytes:
        from onnx import TensorProto, helper

        self._nodes, self._constants = [], {}
        last = body()
        if last != result:
            self._nodes.append(helper.make_node("Identity", [last], [result]))
        kind = TensorProto.INT64 if given == "ids" else TensorProto.FLOAT
        shape: list[str | int] = ["rows", "pieces"]
        width: list[str | int] = [] if given == "ids" else [int(self.config["hidden_size"])]
        graph = helper.make_graph(
            self._nodes,
            "encoder",
            [helper.make_tensor_value_info(given, kind, shape + width)],
            [helper.make_tensor_value_info(result, TensorProto.FLOAT, [*shape, None])],
            list(self._constants.values()),
        )
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_CONTRIB, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=_IR_VERSION)
        return bytes(model.SerializeToString())

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
        self._constant("places", places)
        self._constant("zero", np.array([0], dtype=np.int64))
        self._node("Shape", ["ids"], "length", start=1, end=2)
        self._node("Slice", ["places", "zero", "length", "zero"], "place")
        self._node("Add", ["word", "place"], "embedded")
        return self._normalise("embedded", prefix + "LayerNorm")

    def _layers(self, states: str, first: int, last: int | None = None) -> str:
        for index in range(first, self.layers if last is None else last):
            states = self._layer(states, f"backbone.encoder.layer.{index}.")
        return states

    def _layer(self, states: str, prefix: str) -> str:
        own = prefix + "attention.self."
        rounded = self._rounded(states, own)
        parts = [self._product(rounded, own + name) for name in ("query", "key", "value")]
        context = self._node(
            "MultiHeadAttention",
            parts,
            own + "context",
            _CONTRIB,
            num_heads=int(self.config["num_attention_heads"]),
        )
        after = prefix + "attention.output."
        seen = self._product(self._rounded(context, after), after + "dense")
        states = self._normalise(
            self._node("Add", [seen, states], after + "sum"), after + "LayerNorm"
        )
        wide = self._product(
            self._rounded(states, prefix + "intermediate."), prefix + "intermediate.dense"
        )
        bent = self._node("Gelu", [wide], prefix + "bent", _CONTRIB)
        out = prefix + "output."
        narrow = self._product(self._rounded(bent, out), out + "dense")
        return self._normalise(self._node("Add", [narrow, states], out + "sum"), out + "LayerNorm")

    def _head(self, states: str) -> str:
        return self._product(self._rounded(states, "heads."), "heads")

    def _rounded(self, value: str, prefix: str) -> list[str]:
        """8-bit values, their scale and their zero."""
        from onnx import helper

        names = [prefix + part for part in ("in8", "in_scale", "in_zero")]
        self._nodes.append(helper.make_node("DynamicQuantizeLinear", [value], names))
        return names

    def _product(self, rounded: list[str], layer: str) -> str:
        """A linear layer of a rounded value, in float again."""
        weight, scale = round_columns(self.tensors[layer + ".weight"].T)
        value, value_scale, value_zero = rounded
        inputs = [
            value,
            self._constant(layer + ".weight8", weight),
            value_scale,
            self._constant(layer + ".scale", scale),
            value_zero,
            self._constant(layer + ".zero", np.zeros_like(scale, dtype=np.int8)),
            self._constant(layer + ".bias", self.tensors[layer + ".bias"]),
        ]
        return self._node("MatMulIntegerToFloat", inputs, layer + ".out", _CONTRIB)

    def _normalise(self, value: str, layer: str) -> str:
        inputs = [
            value,
            self._constant(layer + ".weight", self.tensors[layer + ".weight"]),
            self._constant(layer + ".bias", self.tensors[layer + ".bias"]),
        ]
        epsilon = float(self.config.get("layer_norm_eps", 1e-12))
        return self._node("LayerNormalization", inputs, layer + ".out", axis=-1, epsilon=epsilon)

    def _node(
        self, kind: str, inputs: list[str], output: str, domain: str = "", **settings: Any
    ) -> str:
        from onnx import helper

        self._nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **settings))
        return output

    def _constant(self, name: str, value: NDArray[Any]) -> str:
        from onnx import numpy_helper

        self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name
