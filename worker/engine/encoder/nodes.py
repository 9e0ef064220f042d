"""Nodes and constants of an ONNX graph, written one by one: a model's constants are never in memory together.

A file of protocol buffers may be written in parts: what reads them joins the graphs of all parts into one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

CONTRIB: Final = "com.microsoft"
_OPSET: Final = 17
_IR_VERSION: Final = 8

Shape = Sequence[str | int | None]


@dataclass(slots=True)
class Nodes:
    """A value is known by its name; what makes one gives the name back."""

    out: BinaryIO
    _nodes: list[Any] = field(default_factory=list)
    _constants: set[str] = field(default_factory=set)

    def node(
        self, kind: str, inputs: Sequence[str], output: str, domain: str = "", **settings: Any
    ) -> str:
        """One node of one result."""
        from onnx import helper

        self._nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **settings))
        return output

    def constant(self, name: str, value: NDArray[Any] | np.generic) -> str:
        """The first value given to a name is the one that counts."""
        from onnx import GraphProto, ModelProto, numpy_helper

        if name not in self._constants:
            self._constants.add(name)
            tensor = numpy_helper.from_array(np.asarray(value, order="C"), name)
            part = ModelProto(graph=GraphProto(initializer=[tensor]))
            self.out.write(part.SerializeToString())
        return name

    def end(
        self, inputs: Mapping[str, tuple[int, Shape]], results: Mapping[str, Shape | None]
    ) -> None:
        """The rest of the model; an input has ONNX's number of its type, a result is float."""
        from onnx import TensorProto, helper

        graph = helper.make_graph(
            self._nodes,
            "encoder",
            [helper.make_tensor_value_info(n, kind, shape) for n, (kind, shape) in inputs.items()],
            [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in results.items()],
        )
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(CONTRIB, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=_IR_VERSION)
        self.out.write(model.SerializeToString())
