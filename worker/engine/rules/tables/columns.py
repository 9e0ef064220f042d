"""Tables of a text: rows of cells under a row of headings, parted by tabs, bars, semicolons or blanks."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from worker.engine.text.document import Document

# The first of them that a line holds twice, or a tab, parts its cells; else two blanks.
_BARS: Final = ("\t", "|", ";")
_BLANKS: Final = re.compile(r"[ \t\u00a0]{2,}")
_RULER: Final = re.compile(r"[\s\-=_+|:.*]*")
_HEADING: Final = re.compile(r"[^\d]*[^\W\d_].*|\d{1,2}\s?[hH](?![^\W\d_]).*", re.DOTALL)
_LEAST_CELLS: Final = 3
_NEAR: Final = 2  # characters by which a cell may stand beside its heading


@dataclass(frozen=True, slots=True)
class Cell:
    """`start:end` of the text, without the blanks around it; `column`: its place among the cells of the line, or where
    it stands in the line when blanks part them."""

    start: int
    end: int
    column: int


@dataclass(frozen=True, slots=True)
class Row:
    """`bar`: what parts the cells, "" for blanks; `at`: where the line begins."""

    bar: str
    at: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, folded, and the cells below it, from the first on."""

    heading: str
    cells: tuple[Cell, ...]


def columns(doc: Document) -> Iterator[Column]:
    """The columns of every table. A table ends with a line that is no row of its kind; a heading holds no figure but in
    brackets.

    Example: "Jour   TA     IDE\\nlundi  12/7   EG" gives the columns "jour", "ta" and "ide".
    """
    heads: list[Cell] = []
    below: list[list[Cell]] = []
    bar = ""
    for row in _rows(doc.text):
        if row is not None and row.bar == bar and heads and not _are_headings(doc, row):
            for cell, place in _placed(heads, row):
                below[place].append(cell)
            continue
        if row is None and heads and not any(below):
            continue  # a blank line or a ruler under the headings
        yield from _read(doc, heads, below)
        heads, below, bar = [], [], ""
        if row is not None and _are_headings(doc, row):
            heads, below, bar = list(row.cells), [[] for _ in row.cells], row.bar
    yield from _read(doc, heads, below)


def lines(doc: Document) -> Iterator[Column]:
    """The rows of tables that lie on their side: "IDE   EG   EG   NN" is a column whose heading stands before it."""
    for row in _rows(doc.text):
        if row is not None:
            head, *cells = row.cells
            yield Column(doc.folded[head.start : head.end], tuple(cells))


def _read(doc: Document, heads: Sequence[Cell], below: Sequence[list[Cell]]) -> Iterator[Column]:
    for head, cells in zip(heads, below, strict=True):
        if cells:
            yield Column(doc.folded[head.start : head.end], tuple(cells))


def _are_headings(doc: Document, row: Row) -> bool:
    """Words for the most part: "Jour", "07h", "Poids (kg)", "TA 1", but no "12/7" and no "75 mg"."""
    told = sum(_HEADING.match(doc.text, cell.start, cell.end) is not None for cell in row.cells)
    return 4 * told >= 3 * len(row.cells)


def _rows(text: str) -> Iterator[Row | None]:
    """Every line: its row, None for what has no three cells."""
    start = 0
    for line in text.split("\n"):
        yield _row(line, start)
        start += len(line) + 1


def _row(line: str, start: int) -> Row | None:
    if _RULER.fullmatch(line):
        return None
    bar = next((bar for bar in _BARS if line.count(bar) > 1), "")
    edges = [0]
    if bar:
        places = [at for at, char in enumerate(line) if char == bar]
        edges = [0, *(edge for at in places for edge in (at, at + 1)), len(line)]
    else:
        found = [match.span() for match in _BLANKS.finditer(line)]
        edges = [0, *(edge for span in found for edge in span), len(line)]
    cells = []
    for place, (first, last) in enumerate(zip(edges[::2], edges[1::2], strict=True)):
        words = line[first:last].strip(" \t\u00a0\"'")
        if words:
            at = line.index(words, first)
            cells.append(Cell(start + at, start + at + len(words), place if bar else at))
    return Row(bar, start, tuple(cells)) if len(cells) >= _LEAST_CELLS else None


def _placed(heads: Sequence[Cell], row: Row) -> Iterator[tuple[Cell, int]]:
    """Each cell with the place of its heading: the same number between bars; between blanks the heading that it
    overlaps, or that it just misses."""
    if row.bar:
        of_column = {head.column: place for place, head in enumerate(heads)}
        for cell in row.cells:
            if cell.column in of_column:
                yield cell, of_column[cell.column]
        return
    starts = [head.column for head in heads]
    for cell in row.cells:
        begin, end = cell.column, cell.column + cell.end - cell.start
        last = max(0, bisect_right(starts, end + _NEAR) - 1)
        near = [place for place in (last - 1, last) if place >= 0]
        place = min(near, key=lambda place: abs(starts[place] - begin))
        head = heads[place]
        if begin < head.column + head.end - head.start + _NEAR and head.column < end + _NEAR:
            yield cell, place
