"""What row and column tell of a table's cell: a measure among measures is no date, the name of a column nobody's."""

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Final

from annotation.domain.labels import Label, Subtype
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.engine.vetoes.numbers import PRESSURE, is_no_date
from worker.engine.vetoes.words import is_common

Cells = list[tuple[int, int]]

_BETWEEN: Final = re.compile(r"[ ]*\n|[ ]*[\t|;][ ]*|[ ]{2,}")
_LEAST: Final = 3  # cells of a row, figures that can stand out of order
_ROWS: Final = 8  # above and below that are looked at
_SLASHED: Final = re.compile(r"\d{1,2}/\d{1,2}")
_FIGURE: Final = re.compile(r"[<>+-]?\d")
_PRESSURES: Final = re.compile(r"(?:[pt]\.?a|pni|pression|tension|p?as/p?ad|tas/tad)\b|systol")
_OWN: Final = 0.1  # P(O) from which a cell's fellows are asked
_DOUBTED: Final = 0.4  # mean P(O) of shares
_ORDINARY: Final = 0.5  # mean P(O) of the names of columns
_PEOPLE: Final = frozenset({Label.PER, Label.LOC, Label.ORG})


def is_no_entity(note: Note, span: Span, reading: Reading) -> bool:
    """ "13/8" in a column of pressures; "AV" above "10/10" and "9/10", beside names of other columns."""
    row, place, column = _around(note.text, span)
    if len(row) < _LEAST:
        return False
    if span.label in _PEOPLE:
        below = [cell for cell in column if cell > row[place]]
        return _is_column_name(note, span, reading, row, below)
    word = note.words(span)
    is_figure = row[place] == (span.start, span.end) and _SLASHED.fullmatch(word)
    if not is_figure or reading.least_outside(span.start, span.end) < _OWN:
        return False
    is_told = any(_PRESSURES.match(note.folded, *cell) for cell in column)
    return bool(is_told and PRESSURE.fullmatch(word)) or _are_measures(note, reading, column)


def _are_measures(note: Note, reading: Reading, cells: Cells) -> bool:
    """Some can be no date, or all are shares, out of order as days hardly are, and the network doubts them."""
    told = [cell for cell in cells if _SLASHED.fullmatch(note.text, *cell)]
    figures = [note.text[start:end] for start, end in told]
    if any(map(is_no_date, figures)):
        return True
    days = [[int(part) for part in figure.split("/")][::-1] for figure in figures]
    if len(days) < _LEAST or days in (sorted(days), sorted(days, reverse=True)):
        return False
    is_doubted = sum(reading.least_outside(*cell) for cell in told) >= _DOUBTED * len(told)
    return is_doubted and all(day <= month for month, day in days)


def _is_column_name(note: Note, span: Span, reading: Reading, row: Cells, below: Cells) -> bool:
    """An ordinary word above anything; above figures alone a doubtful word that nobody is called, or an abbreviation."""
    if any(_FIGURE.match(note.folded, *cell) for cell in row) or not below:
        return False
    others = [reading.least_outside(*cell) for cell in row if not cell[0] <= span.start < cell[1]]
    if sum(others) <= _ORDINARY * len(others):
        return False
    word = note.words(span)
    if is_common(word) or len(below) == 1 or not all(_FIGURE.match(note.folded, *c) for c in below):
        return is_common(word) and not lexicon.is_listed((word,))
    is_name = span.subtype == Subtype.INITIALES or lexicon.is_listed(note.key(span))
    is_doubted = reading.least_outside(span.start, span.end) >= _OWN
    return is_doubted and (not is_name or word in lexicon.words("column_names"))


@lru_cache(1)
def _rows(text: str) -> tuple[list[int], list[Cells]]:
    """Where each line begins, and its cells."""
    starts, rows, start = [0], [Cells()], 0
    for bar in _BETWEEN.finditer(text + "\n"):
        rows[-1].append((start, bar.start()))
        start = bar.end()
        if bar.group().endswith("\n"):
            starts.append(start)
            rows.append([])
    return starts, rows


def _around(text: str, span: Span) -> tuple[Cells, int, Cells]:
    """The row in which a span lies, its cell's place there, and the cells at this place in rows near that have as many; an
    empty row where the span lies in no cell."""
    starts, rows = _rows(text)
    line = bisect_right(starts, span.start) - 1
    row = rows[line]
    place = bisect_right(row, (span.start, len(text))) - 1
    if place < 0 or span.end > row[place][1]:
        return [], 0, []
    near = rows[max(0, line - _ROWS) : line + _ROWS + 1]
    return row, place, [other[place] for other in near if len(other) == len(row)]
