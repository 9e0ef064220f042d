"""One row a method, and what each column means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from benches.ner.text import MISSING, decimal, table
from benches.results import Row
from privacy.domain.obfuscation.metrics import MEANINGS, Measures


def to_text(found: Mapping[str, Measures]) -> str:
    first = next(iter(found.values()))
    names = [name.upper() for name in asdict(first)]
    rows = [[way, *map(_cell, asdict(one).values())] for way, one in found.items()]
    meanings = "\n".join(f"{name.upper():<5} {said}" for name, said in MEANINGS.items())
    return f"{table(['méthode', *names], rows)}\n\n{meanings}"


def rows_of(found: Mapping[str, Measures], size: str) -> list[Row]:
    """For docs/benchmarks.md: a bar a method."""
    return [
        Row(way, " · ".join(f"{name.upper()} {value:.3f}" for name, value in asdict(one).items() if value is not None), n=size)
        for way, one in found.items()
    ]  # fmt: skip


def _cell(value: float | None) -> str:
    return MISSING if value is None else decimal(value, 3)
