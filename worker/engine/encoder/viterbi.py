"""The best well-formed BIOES sequence of many stretches at once.

A type's I and E follow its own B or I; O, B and S follow O, E, S or the start; the end comes
after O, E or S. Because of that shape a step costs O(tags), not O(tags²). With learned transitions
(`worker.engine.encoder.transitions`) every step looks at every pair.
"""

from typing import Final

import numpy as np

from worker.engine.encoder.arrays import F32, I64

_NEVER: Final = np.float32(-1e9)


def decode(scores: F32, lengths: I64) -> I64:
    """Best tags (stretches, words) of log-scores (stretches, words, 1 + 4·types); beyond a
    stretch's length the values mean nothing."""
    stretches, words, tags = scores.shape
    types = (tags - 1) // 4
    begin = 1 + 4 * np.arange(types)
    closing = np.concatenate([[0], begin + 2, begin + 3])
    rows = np.arange(stretches)
    best = np.empty_like(scores)
    from_open = np.zeros((stretches, words, types), dtype=np.int64)  # the B or I before an I or E
    from_closed = np.zeros((stretches, words), dtype=np.int64)  # the O, E or S before an O, B or S
    best[:, 0] = scores[:, 0]
    best[:, 0, begin + 1] = best[:, 0, begin + 2] = _NEVER
    for word in range(1, words):
        before = best[:, word - 1]
        from_closed[:, word] = closing[before[:, closing].argmax(axis=1)]
        free = before[rows, from_closed[:, word]][:, None]
        is_inside = before[:, begin + 1] > before[:, begin]
        from_open[:, word] = begin + is_inside
        opened = np.maximum(before[:, begin], before[:, begin + 1])
        now = scores[:, word]
        best[:, word] = now + free
        best[:, word, begin + 1] = now[:, begin + 1] + opened
        best[:, word, begin + 2] = now[:, begin + 2] + opened
    return _backtrack(best, from_open, from_closed, closing, lengths)


def decode_by(table: F32, scores: F32, lengths: I64) -> I64:
    """The same by log-scores and `table`, (tags + 2, tags + 2): the last two are start and end."""
    stretches, words, tags = scores.shape
    inner = table[:tags, :tags]
    best = scores[:, 0] + table[tags, :tags]
    kept = np.zeros((stretches, words, tags), dtype=np.int64)
    finals = best.copy()
    for word in range(1, words):
        every = best[:, :, None] + inner[None]
        kept[:, word] = every.argmax(axis=1)
        best = every.max(axis=1) + scores[:, word]
        finals = np.where((lengths > word)[:, None], best, finals)
    path = np.zeros((stretches, words), dtype=np.int64)
    rows = np.arange(stretches)
    path[rows, lengths - 1] = (finals + table[:tags, tags + 1]).argmax(axis=1)
    for word in range(words - 2, -1, -1):
        before = kept[rows, word + 1, path[:, word + 1]]
        path[:, word] = np.where(lengths - 1 > word, before, path[:, word])
    return path


def _backtrack(best: F32, from_open: I64, from_closed: I64, closing: I64, lengths: I64) -> I64:
    stretches, words, _tags = best.shape
    rows = np.arange(stretches)
    path = np.zeros((stretches, words), dtype=np.int64)
    last = best[rows, lengths - 1][:, closing]
    path[rows, lengths - 1] = closing[last.argmax(axis=1)]
    for word in range(words - 2, -1, -1):
        after = path[:, word + 1]
        kind, role = np.divmod(np.maximum(after - 1, 0), 4)
        continues = (after > 0) & ((role == 1) | (role == 2))
        before = np.where(continues, from_open[rows, word + 1, kind], from_closed[:, word + 1])
        path[:, word] = np.where(lengths - 1 > word, before, path[:, word])
    return path
