"""How an adaptation went, a line a chunk of notes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from worker.presentation.shares import decimal, share
from worker.selectors.adapted import Adapted


@dataclass(frozen=True, slots=True)
class PassLine:
    """After `done` of the reading; `choices`: among how many pieces the encoder hesitates, e to its loss in nats. Of notes
    that taught nothing, "–" without any."""

    done: str
    choices: str


def pass_lines(adapted: Adapted) -> list[PassLine]:
    """Of every chunk, the first to the last."""
    return [_line(row) for row in adapted.chunks]


def _line(row: dict[str, float | None]) -> PassLine:
    done = share((row["done"] or 0) / (row["total"] or 1))
    loss = row["loss"]
    if loss is None:
        return PassLine(done, "–")
    return PassLine(done, decimal(math.exp(loss)))
