"""A BERT-like encoder as an ONNX graph in 8 bits, written by hand.

Tracing the PyTorch module gives twice the nodes: masks, shapes and transposes that a window
without padding doesn't need, and normalisations that ONNX Runtime fuses into a slow kernel. Here a
layer is what it must be: one rounding of its input shared by query, key and value, attention
without a mask that reads its heads where they lie, and plain additions and normalisations. Windows
must therefore come unpadded.

Rows are in the order of the pieces, all windows' first pieces first: so the heads of a whole
batch are one axis.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from worker.engine.encoder.arrays import F32
from worker.engine.encoder.nodes import CONTRIB, Nodes, Shape
from worker.engine.encoder.products import AFTER_GELU, FloatProducts, Products, Rounded
from worker.engine.encoder.rounding import Smoothing, round_columns

_SAME_LAYERS: Final = frozenset({"bert", "roberta", "camembert", "xlm-roberta"})
_FLOAT, _INT64 = 1, 7  # ONNX's numbers
_LAYERS: Final = "backbone.encoder.layer."
_HEADS: Final = "heads."
_IDS: Final[dict[str, tuple[int, Shape]]] = {"ids": (_INT64, ["rows", "pieces"])}


def can_write(config: Mapping[str, Any]) -> bool:
    """Whether config.json describes an encoder whose layers are BERT's."""
    return (
        config.get("model_type") in _SAME_LAYERS
        and config.get("hidden_act") == "gelu"
        and config.get("position_embedding_type", "absolute") == "absolute"
    )


def _reads(index: int) -> str:
    """The name of the input that a layer's query, key and value share."""
    return f"{_LAYERS}{index}.attention.self."


@dataclass(slots=True)
class GraphWriter:
    """`tensors` are model.safetensors' in float32, `config` is config.json's content.

    `smoothing` is that of what the normalisations give, by the name of the products' input
    (worker.engine.encoder.channels): inside the graph these values are without their centre.
    `loud` are the channels of what GELU gives that stay in float, named likewise.
    """

    tensors: Mapping[str, F32]
    config: Mapping[str, Any]
    smoothing: Mapping[str, Smoothing] = field(default_factory=dict)
    loud: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)
    _made: Nodes = field(init=False)
    _products: Products = field(init=False)

    @property
    def layers(self) -> int:
        return int(self.config["num_hidden_layers"])

    def whole(self, out: BinaryIO) -> None:
        """Writes ids, places → the logits at these places of each window: the last layer leaves the
        others out."""
        self._begin(Products(self.tensors, self.smoothing, Nodes(out)))
        last = self.layers - 1
        states = self._layers(self._embed(_reads(0)), last)
        logits = self._head(self._layer(states, last, _HEADS, picks=True))
        rows = self._by_piece(logits, len(self.tensors["heads.bias"]), "logits")
        self._node("Transpose", [rows], "logits", perm=[1, 0, 2])
        places: tuple[int, Shape] = (_INT64, ["picked"])
        self._made.end({**_IDS, "places": places}, {"logits": ["rows", "pieces", None]})

    def states(self, out: BinaryIO) -> None:
        """Writes ids → what the last layer gives of each piece, for heads that are elsewhere (`worker.coding`)."""
        self._begin(Products(self.tensors, self.smoothing, Nodes(out)))
        given = self._layers(self._embed(_reads(0)), self.layers)
        rows = self._by_piece(given, self._hidden, "states")
        self._node("Transpose", [rows], "states", perm=[1, 0, 2])
        self._made.end(_IDS, {"states": ["rows", "pieces", None]})

    def probe(self, out: BinaryIO) -> None:
        """Writes ids → the bounds (2, channels) of each product's input, by the input's name; in float32."""
        products = FloatProducts(self.tensors, Nodes(out))
        self._begin(products)
        given = self._layers(self._embed(_reads(0)), self.layers)
        if _HEADS + "weight" in self.tensors:
            self._head(given)
        results: dict[str, Shape | None] = dict.fromkeys(products.looked_at)
        products.made.end(_IDS, results)

    def _begin(self, products: Products) -> None:
        self._products, self._made = products, products.made
        self._node("Transpose", ["ids"], "ordered", perm=[1, 0])
        self._shapes()

    @property
    def _hidden(self) -> int:
        return int(self.config["hidden_size"])

    @property
    def _heads(self) -> int:
        return int(self.config["num_attention_heads"])

    def _shapes(self) -> None:
        """What attention reads: (pieces, heads of every window, width of a head)."""
        self._products.count("", "ordered")
        self._constant("last", np.array([-1]))
        self._constant("flat_shape", np.array([-1, self._hidden]))
        self._node("Shape", ["ordered"], "windows", start=1, end=2)
        heads = self._constant("heads_each", np.array([self._heads]))
        self._node("Mul", ["windows", heads], "heads_all")
        width = self._constant("head_width", np.array([self._hidden // self._heads]))
        self._node("Concat", ["last", "heads_all", width], "heads_shape", axis=0)

    def _by_piece(self, value: str, width: int, name: str) -> str:
        """(pieces · windows, width) → (pieces, windows, width)."""
        own = self._constant(name + ".width", np.array([width]))
        self._node("Concat", ["last", "windows", own], name + ".shape", axis=0)
        return self._node("Reshape", [value, name + ".shape"], name + ".by_piece")

    def _embed(self, reader: str) -> str:
        """Word rows stay in 8 bits, with a scale each: a third of the file."""
        prefix = "backbone.embeddings."
        words = self.tensors[prefix + "word_embeddings.weight"]
        rounded, scale = round_columns(words.T)
        self._node("Gather", [self._constant("words", rounded.T), "ordered"], "word8")
        scales = self._constant("word_scales", scale[:, None])
        self._node("Gather", [scales, "ordered"], "word_scale")
        self._node("Cast", ["word8"], "word32", to=_FLOAT)
        self._node("Mul", ["word32", "word_scale"], "word")
        places = self.tensors[prefix + "position_embeddings.weight"]
        if self.config["model_type"] != "bert":  # the others count from the padding's number
            places = places[int(self.config["pad_token_id"]) + 1 :]
        kinds = self.tensors.get(prefix + "token_type_embeddings.weight")
        if kinds is not None:
            places = places + kinds[0]
        self._constant("positions", places[:, None])
        self._constant("zero", np.array([0]))
        self._node("Shape", ["ordered"], "length", start=0, end=1)
        self._node("Slice", ["positions", "zero", "length", "zero"], "place")
        self._node("Add", ["word", "place"], "embedded")
        self._node("Reshape", ["embedded", "flat_shape"], "embedded_flat")
        return self._normalise("embedded_flat", prefix + "LayerNorm", reader)

    def _layers(self, states: str, last: int) -> str:
        """The layers before `last`."""
        for index in range(last):
            following = _HEADS if index + 1 == self.layers else _reads(index + 1)
            states = self._layer(states, index, following)
        return states

    def _layer(self, states: str, index: int, reader: str, *, picks: bool = False) -> str:
        prefix = f"{_LAYERS}{index}."
        within, out = prefix + "intermediate.", prefix + "output."
        after = prefix + "attention.output."
        states, context = self._attention(states, prefix + "attention.", picks=picks)
        bias = self._shifted_bias(prefix + "attention.")
        seen = self._products.product(self._products.rounded(context, after), after + "dense", bias)
        total = self._node("Add", [seen, states], after + "sum")
        states = self._normalise(total, after + "LayerNorm", within)
        total = self._node("Add", [self._widened(states, prefix), states], out + "sum")
        total = self._added(total, prefix)
        return self._normalise(total, out + "LayerNorm", reader)

    def _widened(self, states: str, prefix: str) -> str:
        """Both layers of the wide part, but for the loud channels' share in what it gives."""
        within, out = prefix + "intermediate.", prefix + "output."
        given = self._products.rounded(states, within)
        bias = self._products.bias(within + "dense")
        loud = self.loud.get(out)
        rest = None
        if loud is not None:
            rest = np.setdiff1d(np.arange(len(bias)), loud)
            self._products.product(given, within + "dense", bias, outputs_of=loud, part=".loud")
        wide = self._products.product(given, within + "dense", bias, outputs_of=rest)
        bent = self._node("Gelu", [wide], prefix + "bent", CONTRIB)
        bias = self.tensors[out + "dense.bias"] + self._centre(within)
        return self._products.product(
            self._products.rounded(bent, out, AFTER_GELU), out + "dense", bias, inputs_of=rest
        )

    def _added(self, total: str, prefix: str) -> str:
        """With that of the loud channels, in float (Dettmers et al. 2022, "LLM.int8()")."""
        loud = self.loud.get(prefix + "output.")
        if loud is None:
            return total
        bent = self._node(
            "Gelu", [prefix + "intermediate.dense.loud.out"], prefix + "loud", CONTRIB
        )
        weight = self._products.exact(prefix + "output.dense")[loud].astype(np.float32)
        exact = self._constant(prefix + "output.exact", weight)
        return self._node("Gemm", [bent, exact, total], prefix + "output.whole")

    def _attention(self, states: str, prefix: str, *, picks: bool) -> tuple[str, str]:
        """The states that go on, and what attention gives them.

        Keys need no bias, for softmax leaves out what all keys share; values' is added after
        (`_shifted_bias`).
        """
        own = prefix + "self."
        asking = given = self._products.rounded(states, own)
        if picks:  # every piece is looked at, only these look
            states = self._pick(states, prefix + "states")
            asking = self._products.rounded(states, own, part="asking.")
        none = np.zeros(self._hidden, dtype=np.float32)
        query = self._by_head(self._linear(asking, own + "query"), own + "query")
        key = self._by_head(self._products.product(given, own + "key", none), own + "key")
        value = self._by_head(self._products.product(given, own + "value", none), own + "value")
        self._node(
            "FusedMatMul",
            [query, key],
            own + "alike",
            CONTRIB,
            transBatchA=1,
            transBatchB=1,
            transB=1,
            alpha=(self._hidden // self._heads) ** -0.5,
        )
        self._node("Softmax", [own + "alike"], own + "shares", axis=-1)
        read = [own + "shares", value]
        self._node("FusedMatMul", read, own + "context_by_head", CONTRIB, transBatchB=1)
        self._node("Transpose", [own + "context_by_head"], own + "context", perm=[1, 0, 2])
        self._node("Reshape", [own + "context", "flat_shape"], own + "context_flat")
        return states, own + "context_flat"

    def _by_head(self, value: str, name: str) -> str:
        return self._node("Reshape", [value, "heads_shape"], name + ".by_head")

    def _linear(self, given: Rounded, layer: str) -> str:
        return self._products.product(given, layer, self._products.bias(layer))

    def _shifted_bias(self, prefix: str) -> F32:
        """Attention's shares add up to 1: the values' bias comes through to the next product
        whole, and is added there; and so is the centre that the states are without."""
        layer = prefix + "output.dense"
        through = self._products.bias(prefix + "self.value") @ self._products.exact(layer)
        bias = self.tensors[layer + ".bias"] + through + self._centre(prefix + "self.")
        return np.asarray(bias, dtype=np.float32)

    def _centre(self, reader: str) -> F32:
        known = self._products.smoothing.get(reader)
        return np.zeros(self._hidden, dtype=np.float32) if known is None else known.centre

    def _pick(self, states: str, name: str) -> str:
        """The rows of the places asked for; from here on there are no others."""
        whole = self._by_piece(states, self._hidden, name)
        self._node("Gather", [whole, "places"], name + ".picked", axis=0)
        self._products.count("picked.", name + ".picked")
        return self._node("Reshape", [name + ".picked", "flat_shape"], name + ".flat")

    def _head(self, states: str) -> str:
        return self._linear(self._products.rounded(states, _HEADS), "heads")

    def _normalise(self, value: str, layer: str, reader: str) -> str:
        """Without the centre of the input `reader`: what reads it makes good for that."""
        bias = self.tensors[layer + ".bias"] - self._centre(reader)
        inputs = [
            value,
            self._constant(layer + ".weight", self.tensors[layer + ".weight"]),
            self._constant(layer + ".bias", bias),
        ]
        epsilon = float(self.config.get("layer_norm_eps", 1e-12))
        return self._node("LayerNormalization", inputs, layer + ".out", axis=-1, epsilon=epsilon)

    def _node(
        self, kind: str, inputs: Sequence[str], output: str, domain: str = "", **settings: Any
    ) -> str:
        return self._made.node(kind, inputs, output, domain, **settings)

    def _constant(self, name: str, value: NDArray[Any] | np.generic) -> str:
        return self._made.constant(name, value)
