"""Notes as windows of pieces with a gold tag at the first piece of each word."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from annotation.domain.notes import Note
from worker.engine.encoder.arrays import I64
from worker.engine.encoder.batching import pad
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.tags import encode
from worker.engine.encoder.windows import cut
from worker.engine.encoder.words import split_words

IGNORED = -100  # what PyTorch's cross entropy leaves out


@dataclass(frozen=True, slots=True)
class Example:
    """One window; `tags[i]` belongs to the piece ``heads[i]``."""

    ids: list[int]
    heads: list[int]
    tags: I64


@dataclass(frozen=True, slots=True)
class Batch:
    """(windows, pieces) each; `gold` is IGNORED but at the words' first pieces."""

    ids: I64
    mask: I64
    gold: I64


def examples(
    notes: Iterable[Note],
    encoder: PieceEncoder,
    max_length: int,
    draw: random.Random,
    check: Callable[[], None] = lambda: None,
) -> Iterator[Example]:
    """Each note cut at random places, without overlap; `check` is called before each note and
    may raise."""
    for note in notes:
        check()
        words = split_words(note.text)
        gold = encode(note.entities, words.starts, words.ends)
        shortest = max(3, max_length // 4)
        windows = cut(
            words,
            encoder.encode(words),
            encoder,
            length=max_length,
            overlap=0,
            first_length=draw.randint(shortest, max_length),
        )
        for window in windows:
            yield Example(window.ids, window.heads, gold[window.first : window.last])


def epoch_batches(
    found: Sequence[Example], size: int, padding: int, draw: random.Random
) -> Iterator[Batch]:
    """Windows of like length together, the batches in random order."""
    order = list(range(len(found)))
    draw.shuffle(order)
    chunk = size * 32
    groups: list[list[int]] = []
    for first in range(0, len(order), chunk):
        near = sorted(order[first : first + chunk], key=lambda i: len(found[i].ids))
        groups += [near[i : i + size] for i in range(0, len(near), size)]
    draw.shuffle(groups)
    for group in groups:
        yield _batch([found[i] for i in group], padding)


def _batch(chosen: Sequence[Example], padding: int) -> Batch:
    ids, mask = pad([example.ids for example in chosen], padding)
    gold = np.full(ids.shape, IGNORED, dtype=np.int64)
    for row, example in enumerate(chosen):
        gold[row, example.heads] = example.tags
    return Batch(ids, mask, gold)
