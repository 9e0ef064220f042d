"""Hashed features of every token of a text, computed for all tokens at once."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from annotation.domain.tokens import TOKEN
from worker.engine.tagger import words as w
from worker.engine.tagger.words import U64, FormTable

FEATURES_VERSION: Final = 1  # raise it when a template below or a form's row changes
HASH_BITS: Final = 20
BLOCK_TOKENS: Final = 256  # no sequence is longer: decoding stays flat on a text without blank line

_TOKEN_OR_BREAK: Final = re.compile(TOKEN.pattern + r"|\n")
_SHIFT: Final = np.uint64(64 - HASH_BITS)
_P: Final = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)
_MIX: Final = np.uint64(0xD6E8FEB86659FD93)

Ids = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of a text. `breaks[i]` line ends stand before token i (3 at most)."""

    words: list[str]
    starts: list[int]
    ends: list[int]
    breaks: NDArray[np.int8]

    @classmethod
    def read(cls, text: str) -> "Tokens":
        words: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        breaks: list[int] = []
        pending = 1
        for match in _TOKEN_OR_BREAK.finditer(text):
            word = match.group()
            if word == "\n":
                pending = min(pending + 1, 3)
                continue
            words.append(word)
            starts.append(match.start())
            ends.append(match.end())
            breaks.append(pending)
            pending = 0
        return cls(words, starts, ends, np.array(breaks, dtype=np.int8))

    def __len__(self) -> int:
        return len(self.words)

    def blocks(self) -> list[tuple[int, int]]:
        """Half-open token ranges between blank lines; long ones are cut at the last line end."""
        starts = np.flatnonzero(self.breaks >= 2).tolist()
        bounds = sorted({0, *starts, len(self)})
        blocks: list[tuple[int, int]] = []
        for first, last in pairwise(bounds):
            blocks += self._cut(first, last)
        return blocks

    def _cut(self, first: int, last: int) -> list[tuple[int, int]]:
        pieces: list[tuple[int, int]] = []
        while last - first > BLOCK_TOKENS:
            line_starts = np.flatnonzero(self.breaks[first + 1 : first + BLOCK_TOKENS + 1])
            step = int(line_starts[-1]) + 1 if len(line_starts) else BLOCK_TOKENS
            pieces.append((first, first + step))
            first += step
        if last > first:
            pieces.append((first, last))
        return pieces


def _combine(*parts: U64) -> U64:
    mixed = parts[0] * np.uint64(_P[0])
    for part, prime in zip(parts[1:], _P[1:], strict=False):
        mixed = (mixed ^ (mixed >> np.uint64(29))) + part * np.uint64(prime)
    return mixed


def _at(column: U64, offset: int) -> U64:
    """The column of the token `offset` further; 1 outside the text."""
    moved = np.ones_like(column)
    if offset > 0:
        moved[:-offset] = column[offset:]
    else:
        moved[-offset:] = column[:offset]
    return moved


def _previous(column: U64, wanted: NDArray[np.bool_]) -> tuple[U64, NDArray[np.int64]]:
    """The column at the nearest earlier token that is wanted, and which token that is (or -1)."""
    positions = np.where(wanted, np.arange(len(column)), -1)
    nearest = np.concatenate(([-1], np.maximum.accumulate(positions)[:-1]))
    return np.where(nearest >= 0, column[nearest], np.uint64(1)), nearest


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where each token stands."""

    in_line: U64  # 0, 1, 2, 3 and beyond
    to_line_end: U64
    first_of_line: U64  # folded form that opens the line
    glued: U64  # nothing between this token and the one before; blank lines before
    region: U64  # tenth of the note


def _layout(tokens: Tokens, rows: U64) -> _Layout:
    n = len(tokens)
    order = np.arange(n)
    opens = tokens.breaks > 0
    line_start = np.maximum.accumulate(np.where(opens, order, 0))
    line_of = np.cumsum(opens) - 1
    line_ends = np.append(np.flatnonzero(opens)[1:], n) - 1
    starts, ends = np.array(tokens.starts), np.array(tokens.ends)
    touches = np.concatenate(([False], starts[1:] == ends[:-1]))
    return _Layout(
        in_line=np.minimum(order - line_start, 3).astype(np.uint64),
        to_line_end=np.minimum(line_ends[line_of] - order, 2).astype(np.uint64),
        first_of_line=rows[line_start, w.FOLD],
        glued=(touches + 2 * tokens.breaks).astype(np.uint64),
        region=(order * 10 // n).astype(np.uint64),
    )


def _columns(tokens: Tokens, rows: U64) -> list[U64]:
    """One column of values per template; the order is part of the model's format."""
    place = _layout(tokens, rows)
    form, folded, shape = rows[:, w.FORM], rows[:, w.FOLD], rows[:, w.SHAPE]
    gazetteer, kind = rows[:, w.GAZETTEER], rows[:, w.KIND]
    number = rows[:, w.NUMBER]
    class_ = _combine(shape, gazetteer, number)
    is_word = (kind == w.KIND_WORD) | (kind == w.KIND_LOWER)
    cue, cue_at = _previous(folded, is_word)
    cue2 = np.where(cue_at >= 0, cue[cue_at], np.uint64(1))
    lower_forms = folded[kind == w.KIND_LOWER]
    also_lower = np.isin(folded, lower_forms).astype(np.uint64)
    f = {offset: _at(folded, offset) for offset in (-2, -1, 1, 2)}
    s = {offset: _at(shape, offset) for offset in (-2, -1, 1, 2)}
    c = {offset: _at(class_, offset) for offset in (-2, -1, 1, 2)}
    return [
        *(rows[:, column] for column in range(w.KIND)),
        class_,
        *f.values(),
        *s.values(),
        *c.values(),
        _combine(f[-1], folded),
        _combine(folded, f[1]),
        _combine(f[-2], f[-1]),
        _combine(f[1], f[2]),
        _combine(f[-1], shape),
        _combine(f[1], shape),
        _combine(f[-1], class_, f[1]),
        _combine(s[-1], shape, s[1]),
        _combine(s[-2], s[-1], shape),
        _combine(shape, s[1], s[2]),
        _combine(c[-1], class_),
        _combine(class_, c[1]),
        cue,
        _combine(cue, shape),
        _combine(cue, class_, place.glued),
        _combine(cue2, cue, shape),
        _combine(place.first_of_line, shape),
        _combine(place.first_of_line, cue, shape),
        _combine(place.in_line, shape, place.to_line_end),
        _combine(place.glued, shape, s[-1]),
        _combine(place.region, shape),
        _combine(also_lower, shape, gazetteer),
        _combine(form, place.in_line),
        np.ones(len(tokens), dtype=np.uint64),
    ]


def feature_ids(tokens: Tokens, table: FormTable) -> Ids:
    """Array (tokens, templates) of numbers below 2**HASH_BITS."""
    columns = np.stack(_columns(tokens, table.rows(tokens.words)), axis=1)
    seeds = np.arange(1, columns.shape[1] + 1, dtype=np.uint64) * np.uint64(_P[1])
    mixed = (columns + seeds) * np.uint64(_P[0])
    mixed = (mixed ^ (mixed >> np.uint64(32))) * _MIX
    return (mixed >> _SHIFT).astype(np.int32)
