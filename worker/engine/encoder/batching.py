"""Windows of like length together: little padding, batches of about as many pieces each."""

from collections.abc import Iterator, Sequence

import numpy as np

from worker.engine.encoder.arrays import I64


def batches(lengths: Sequence[int], pieces: int) -> Iterator[list[int]]:
    """Indexes of windows, longest first, at most `pieces` padded pieces a batch."""
    order = sorted(range(len(lengths)), key=lambda i: (-lengths[i], i))
    first = 0
    while first < len(order):
        count = max(1, pieces // lengths[order[first]])
        yield order[first : first + count]
        first += count


def pad(rows: Sequence[Sequence[int]], padding: int) -> tuple[I64, I64]:
    """ids and mask (rows, longest row)."""
    width = max(len(row) for row in rows)
    ids = np.full((len(rows), width), padding, dtype=np.int64)
    mask = np.zeros((len(rows), width), dtype=np.int64)
    for index, row in enumerate(rows):
        ids[index, : len(row)] = row
        mask[index, : len(row)] = 1
    return ids, mask
