"""Nodes and constants of an ONNX graph, gathered one by one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

CONTRIB: Final = "com.microsoft"
_OPSET: Final = 17
_IR_VERSION: Final = 8

Shape = Sequence[str | int | None]


@dataclass(slots=True)
class Nodes:
    """A value is known by its name; what makes one gives the name back."""

    nodes: list[Any] = field(default_factory=list)
    constants: dict[str, Any] = field(default_factory=dict)

    def node(
        self, kind: str, inputs: Sequence[str], output: str, domain: str = "", **settings: Any
    ) -> str:
        """One node of one result."""
        from onnx import helper

        self.nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **settings))
        return output

    def constant(self, name: str, value: NDArray[Any] | np.generic) -> str:
        """The last value given to a name is the one that counts."""
        from onnx import numpy_helper

        array = np.array(value, order="C")
        self.constants[name] = numpy_helper.from_array(array, name)
        return name

    def file(
        self, inputs: Mapping[str, tuple[int, Shape]], results: Mapping[str, Shape | None]
    ) -> bytes:
        """The model; an input has ONNX's number of its type, a result is float."""
        from onnx import TensorProto, helper

        graph = helper.make_graph(
            self.nodes,
            "encoder",
            [helper.make_tensor_value_info(n, kind, shape) for n, (kind, shape) in inputs.items()],
            [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in results.items()],
            list(self.constants.values()),
        )
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(CONTRIB, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=_IR_VERSION)
        return bytes(model.SerializeToString())
