"""How an adaptation went, a line a chunk of notes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from django.utils.formats import number_format

from worker.presentation.shares import decimal, share
from worker.selectors.adapted import Adapted


@dataclass(frozen=True, slots=True)
class PassLine:
    """After `done` of the reading; `loss` in nats a piece; `choices` is e to that power: among how many pieces
    the encoder hesitates. Both of notes that taught nothing, "–" without any."""

    done: str
    loss: str
    choices: str


def pass_lines(adapted: Adapted) -> list[PassLine]:
    """Of every chunk, the first to the last."""
    return [_line(row) for row in adapted.chunks]


def _line(row: dict[str, float | None]) -> PassLine:
    done = share((row["done"] or 0) / (row["total"] or 1))
    loss = row["loss"]
    if loss is None:
        return PassLine(done, "–", "–")
    return PassLine(done, number_format(round(loss, 2), 2), decimal(math.exp(loss)))
