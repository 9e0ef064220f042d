"""Cuts a note of any length into overlapping windows and merges what is said of each word."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from worker.engine.encoder.arrays import F32, I64
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.words import Words


@dataclass(frozen=True, slots=True)
class Window:
    """Words `first:last` of a note; `ids` with both special pieces, `heads[i]` is the place of
    the first piece of word ``first + i``."""

    first: int
    last: int
    ids: list[int]
    heads: list[int]


def cut(
    words: Words,
    pieces: Sequence[list[int]],
    encoder: PieceEncoder,
    *,
    length: int,
    overlap: int,
    first_length: int | None = None,
) -> list[Window]:
    """Windows of at most `length` pieces, `overlap` pieces shared by two neighbours.

    A window ends where a line ends if one does in its last third, and then shares half as much:
    a line's start is a natural cut. `first_length` shortens the first one (training cuts at
    random places).
    """
    marked = _marked(pieces, encoder.marks(words))
    costs = [len(own) for own in marked]
    windows: list[Window] = []
    first, limit = 0, (first_length or length) - 2
    while first < len(words):
        last, is_line_end = _fill(words, costs, first, limit)
        windows.append(_window(marked, pieces, encoder, first, last))
        if last == len(words):
            break
        first = _step_back(costs, first, last, overlap // 2 if is_line_end else overlap)
        limit = length - 2
    return windows


def _fill(words: Words, costs: Sequence[int], first: int, limit: int) -> tuple[int, bool]:
    """One past the last word that fits, and whether a line ends there."""
    last, used = first, 0
    while last < len(words) and used + costs[last] <= limit:
        used += costs[last]
        last += 1
    if last == len(words):
        return last, True
    last = max(last, first + 1)
    for end in range(last, first + (last - first) * 2 // 3, -1):
        if words.line_starts[end]:
            return end, True
    return last, False


def _step_back(costs: Sequence[int], first: int, last: int, overlap: int) -> int:
    """Where the next window begins: always after `first`."""
    start, shared = last, 0
    while start - 1 > first and shared + costs[start - 1] <= overlap:
        start -= 1
        shared += costs[start]
    return start


def _marked(pieces: Sequence[list[int]], marks: Sequence[int | None]) -> list[list[int]]:
    """The pieces of each word behind the layout's piece, if it has one."""
    return [own if mark is None else [mark, *own] for own, mark in zip(pieces, marks, strict=True)]


def _window(
    marked: Sequence[list[int]],
    pieces: Sequence[list[int]],
    encoder: PieceEncoder,
    first: int,
    last: int,
) -> Window:
    ids, heads = [encoder.first], []
    for index in range(first, last):
        ids += marked[index]
        heads.append(len(ids) - len(pieces[index]))
    ids.append(encoder.last)
    return Window(first, last, ids, heads)


def merge(words: int, windows: Sequence[Window], scores: Sequence[F32]) -> F32:
    """(words, tags): each word's row from the window in which it has most context on its
    poorer side. `scores[i]` is (words of window i, tags)."""
    if len(windows) == 1:
        return scores[0]
    merged = np.empty((words, scores[0].shape[1]), dtype=np.float32)
    best = np.full(words, -1, dtype=np.int64)
    for window, rows in zip(windows, scores, strict=True):
        context = context_of(window, words)
        own = best[window.first : window.last]
        better = context > own
        own[better] = context[better]
        merged[window.first : window.last][better] = rows[better]
    return merged


def context_of(window: Window, words: int) -> I64:
    """Words between each word and the nearer cut; the note's own ends cut nothing."""
    count = window.last - window.first
    position = np.arange(count)
    left = position if window.first else np.full(count, words)
    right = count - 1 - position if window.last < words else np.full(count, words)
    nearer: I64 = np.minimum(left, right)
    return nearer
