"""What a comparison found: counts and shares, nothing of a note. Without numpy, so that a page may read it."""

from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure and the middle 95 % of it over stays drawn again."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Line:
    """One condition. `loss` is the micro F1 of the originals less its own, on the same draws.

    `lost` and `gained` count right codes that the originals gave and it does not, and the other way.
    """

    condition: str
    epsilon: float | None
    figures: dict[str, Figure]
    loss: Figure
    lost: int
    gained: int


@dataclass(frozen=True, slots=True)
class Change:
    """One code under one condition: in how many stays it was right before and is no more, and the other way."""

    condition: str
    code: str
    lost: int
    gained: int


@dataclass(frozen=True, slots=True)
class Counts:
    """Of the whole file (Tchouka et al. 2024, Table 5). `entities` by label."""

    patients: int
    stays: int
    notes: int
    words: int
    codes: int
    distinct_codes: int
    entities: dict[str, int]


@dataclass(frozen=True, slots=True)
class Report:
    """`judged` stays gave the figures; `coder` says who coded. JSON and back."""

    coder: str
    seed: int
    counts: Counts
    judged: int
    lines: tuple[Line, ...]
    changes: tuple[Change, ...]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> Self:
        lines = tuple(
            Line(**{
                **row,
                "figures": {name: Figure(**own) for name, own in row["figures"].items()},
                "loss": Figure(**row["loss"]),
            })
            for row in values["lines"]
        )  # fmt: skip
        changes = tuple(Change(**row) for row in values["changes"])
        counts = Counts(**values["counts"])
        return cls(**{**values, "counts": counts, "lines": lines, "changes": changes})
