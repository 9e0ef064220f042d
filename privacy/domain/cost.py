"""What an export would cost."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(slots=True)
class Cost:
    """`over` patients would pass the cap; `most` is the highest account after the export, "p/q"; `lone`: notes without
    a patient, each of which counts as a person."""

    notes: int = 0
    patients: int = 0
    lone: int = 0
    elements: int = 0
    new_elements: int = 0
    charged_patients: int = 0
    over: int = 0
    most: str = "0"
    cap: str = "0"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> Self:
        return cls(**{name: values[name] for name in cls.__slots__ if name in values})
