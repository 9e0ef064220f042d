"""The documents of a stay to segments of pieces, and which of their states stand for the whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.engine.encoder.arrays import I64
from worker.engine.encoder.batching import pad
from worker.engine.encoder.pieces import PieceEncoder
from worker.engine.encoder.windows import Window, cut
from worker.engine.encoder.words import split_words

NO_WORD: Final = -1


@dataclass(frozen=True, slots=True)
class Segmented:
    """A stay as the network reads it.

    `ids` are the segments. State number t of the stacked stay is piece `columns[t]` of segment `rows[t]` and belongs to
    word `words[t]` (NO_WORD for none); word w is `spans[w]` = (document, start, end), code points, half-open.
    Each word is read once: where two segments share words, each gives those that are farther from its own edge.
    """

    ids: list[list[int]]
    rows: I64
    columns: I64
    words: I64
    spans: list[tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Limits:
    """In pieces; `most` segments of a stay are read, the rest is left out."""

    length: int = 512
    overlap: int = 64
    most: int = 24


USUAL: Final = Limits()


def segment(texts: Sequence[str], encoder: PieceEncoder, limits: Limits) -> Segmented:
    """Segments never cross documents. A stay without a word is read as its first special piece.

    Example: one note of 900 pieces, length 512, overlap 64 → two segments, 900 states.
    """
    ids: list[list[int]] = []
    places: list[tuple[int, int, int]] = []
    spans: list[tuple[int, int, int]] = []
    for number, text in enumerate(texts):
        words = split_words(text)
        pieces = encoder.encode(words)
        windows = cut(words, pieces, encoder, length=limits.length, overlap=limits.overlap)
        windows = windows[: limits.most - len(ids)]
        for window, (first, last) in zip(windows, _owned(windows), strict=True):
            for word in range(first, last):
                head = window.heads[word - window.first]
                own = range(head, head + len(pieces[word]))
                places += [(len(ids), column, len(spans) + word) for column in own]
            ids.append(window.ids)
        spans += [(number, *span) for span in zip(words.starts, words.ends, strict=True)]
    if not places:
        ids, places = [[encoder.first, encoder.last]], [(0, 0, NO_WORD)]
    rows, columns, owners = np.asarray(places, dtype=np.int64).T
    return Segmented(ids, rows, columns, owners, spans)


def _owned(windows: Sequence[Window]) -> list[tuple[int, int]]:
    """The words of each window that are read in it: shared words are halved between two neighbours.

    Example: words 0:10 and 6:14 → (0, 8), (8, 14).
    """
    owned, first = [], windows[0].first if windows else 0
    for index, window in enumerate(windows):
        last = window.last
        if index + 1 < len(windows):
            last = max(first, (windows[index + 1].first + window.last + 1) // 2)
        owned.append((first, last))
        first = last
    return owned


@dataclass(frozen=True, slots=True)
class Batch:
    """Several stays: `ids` and `mask` (segments, pieces); `rows`, `columns` and `kept` (stays, states)."""

    ids: I64
    mask: I64
    rows: I64
    columns: I64
    kept: NDArray[np.bool_]


def batch_of(stays: Sequence[Segmented], padding: int, *, is_first_only: bool = False) -> Batch:
    """`is_first_only` leaves all but the first segment of each stay out (truncation)."""
    chosen = [first_of(stay) for stay in stays] if is_first_only else list(stays)
    ids, mask = pad([row for stay in chosen for row in stay.ids], padding)
    width = max(len(stay.rows) for stay in chosen)
    rows, columns = (np.zeros((len(chosen), width), dtype=np.int64) for _ in range(2))
    kept = np.zeros((len(chosen), width), dtype=np.bool_)
    before = 0
    for number, stay in enumerate(chosen):
        count = len(stay.rows)
        rows[number, :count] = stay.rows + before
        columns[number, :count] = stay.columns
        kept[number, :count] = True
        before += len(stay.ids)
    return Batch(ids, mask, rows, columns, kept)


def first_of(stay: Segmented) -> Segmented:
    """Its first segment alone (truncation)."""
    own = stay.rows == 0
    return Segmented(stay.ids[:1], stay.rows[own], stay.columns[own], stay.words[own], stay.spans)
