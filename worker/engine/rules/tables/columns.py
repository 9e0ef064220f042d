"""Tables of a text: rows of cells under a row of headings, parted by tabs, bars, semicolons or blanks."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
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
    """`bar`: what parts the cells, "" for blanks."""

    bar: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, folded, and the cells below it, from the first on."""

    heading: str
    cells: tuple[Cell, ...]


def columns(doc: Document, rows: Iterable[Row | None]) -> Iterator[Column]:
    """The columns of every table, of the `rows_of` the note. A table ends with a line that is no row of its kind; a heading holds no figure but in
    brackets.

    Example: "Jour   TA     IDE\nlundi  12/7   EG" gives the columns "jour", "ta" and "ide".
    """
    table = _Table()
    for row in rows:
        is_new = row is not None and _are_headings(doc, row)
        if row is not None and row.bar == table.bar and table.heads and not is_new:
            table.add(row)
        elif row is not None or not table.heads or table.has_rows:
            # a blank line or a ruler right under the headings ends nothing
            yield from table.columns(doc)
            table = _Table(row.bar, row.cells) if row is not None and is_new else _Table()
    yield from table.columns(doc)


class _Table:
    """Cells under their headings: by their number between bars; between blanks under the heading that they overlap, or
    just miss."""

    def __init__(self, bar: str = "", heads: Sequence[Cell] = ()) -> None:
        self.bar, self.heads, self.has_rows = bar, heads, False
        self._below: list[list[Cell]] = [[] for _ in heads]
        self._starts = [head.column for head in heads]
        self._places = {column: place for place, column in enumerate(self._starts)}

    def add(self, row: Row) -> None:
        self.has_rows = True
        for cell in row.cells:
            place = self._places.get(cell.column) if self.bar else self._over(cell)
            if place is not None:
                self._below[place].append(cell)

    def columns(self, doc: Document) -> Iterator[Column]:
        for head, cells in zip(self.heads, self._below, strict=True):
            if cells:
                yield Column(doc.folded[head.start : head.end], tuple(cells))

    def _over(self, cell: Cell) -> int | None:
        begin, end = cell.column, cell.column + cell.end - cell.start
        last = max(0, bisect_right(self._starts, end + _NEAR) - 1)
        near = range(max(0, last - 1), last + 1)
        place = min(near, key=lambda place: abs(self._starts[place] - begin))
        head = self.heads[place]
        over = begin < head.column + head.end - head.start + _NEAR and head.column < end + _NEAR
        return place if over else None


def lines(doc: Document, rows: Iterable[Row | None]) -> Iterator[Column]:
    """The rows of tables that lie on their side: "IDE   EG   EG   NN" is a column whose heading stands before it."""
    for row in rows:
        if row is not None:
            head, *cells = row.cells
            yield Column(doc.folded[head.start : head.end], tuple(cells))


def _are_headings(doc: Document, row: Row) -> bool:
    """Words for the most part: "Jour", "07h", "Poids (kg)", "TA 1", but no "12/7" and no "75 mg"."""
    told = sum(_HEADING.match(doc.text, cell.start, cell.end) is not None for cell in row.cells)
    return 4 * told >= 3 * len(row.cells)


def rows_of(text: str) -> Iterator[Row | None]:
    """Every line: its row, None for what has no three cells."""
    start = 0
    for line in text.split("\n"):
        yield _row(line, start)
        start += len(line) + 1


def _row(line: str, start: int) -> Row | None:
    if _RULER.fullmatch(line):
        return None
    bar = next((bar for bar in _BARS if line.count(bar) > 1), "")
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
    return Row(bar, tuple(cells)) if len(cells) >= _LEAST_CELLS else None
