"""What one measure says, and the table of all of them."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benches.results import Row


@dataclass(frozen=True, slots=True)
class Measure:
    """`value` is a median (or what `name` says) in `unit`; it must stay below `limit` when there is one.
    `bar` names it in docs/benchmarks.md; "" keeps it out."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    detail: str = ""
    bar: str = ""

    @property
    def is_met(self) -> bool:
        return self.limit is None or self.value < self.limit

    def __str__(self) -> str:
        verdict = "" if self.limit is None else ("ok" if self.is_met else "TROP LENT")
        limit = "" if self.limit is None else f"< {self.limit:g} {self.unit}"
        return f"{self.name:<58} {self.value:9.1f} {self.unit:<3} {limit:<12} {verdict:<10} {self.detail}"


def summary(
    name: str, values: Sequence[float], limit: float | None, unit: str = "ms", bar: str = ""
) -> Measure:
    """Median of `values`, with how many there are and the worst."""
    detail = f"médiane de {len(values)} ; pire {max(values):.1f}"
    return Measure(name, statistics.median(values), unit, limit, detail, bar)


def rows(measures: Sequence[Measure]) -> list[Row]:
    """Of the measures that have a bar; of several of one bar the worst."""
    worst: dict[str, Measure] = {}
    for measure in measures:
        if measure.bar and measure.value >= worst.get(measure.bar, measure).value:
            worst[measure.bar] = measure
    return [
        Row(bar, f"{one.value:.1f}", one.unit, "", "", f"< {one.limit:,.0f}" if one.limit else "",
            one.is_met if one.limit else None)
        for bar, one in worst.items()
    ]  # fmt: skip


def machine() -> str:
    """Processor, cores, system, Python."""
    cpu = platform.processor() or "?"
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = (line for line in info.read_text().splitlines() if line.startswith("model name"))
        cpu = next(lines, f"x: {cpu}").split(":", 1)[1].strip()
    load = os.getloadavg()[0]
    return (
        f"{cpu}, {os.cpu_count()} cœurs, charge {load:.1f} ; {platform.platform()} ; "
        f"Python {platform.python_version()}"
    )
