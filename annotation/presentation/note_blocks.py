"""A note's pieces in blocks: what is prose wraps, what is a table keeps its columns and scrolls in its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, Protocol, TypeVar

from annotation.domain.table_lines import TableLines, table_lines, tables_among


class _Piece(Protocol):
    @property
    def text(self) -> str: ...


P = TypeVar("P", bound=_Piece)


@dataclass(frozen=True, slots=True)
class Block(Generic[P]):
    """Pieces that stand together on the page; `css` sets a table, "" is prose."""

    css: str
    pieces: tuple[P, ...]


def table_class(table: TableLines) -> str:
    """What the style sheet sets a table by (`note-table` in app.css)."""
    return f"note-table tab-{table.tab}"


def table_edges(text: str) -> dict[int, str]:
    """Offsets where a block begins, with its `css`: a table from its first line up to the `\\n` of its last, included."""
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text)]
    edges: dict[int, str] = {}
    for table in table_lines(text):
        edges |= {starts[table.first]: table_class(table), starts[table.past]: ""}
    return edges


def line_blocks(lines: Sequence[str]) -> Iterator[tuple[slice, str]]:
    """Each line alone, the lines of a table together, with the `css` of each block."""
    at = 0
    for table in tables_among(lines):
        yield from ((slice(line, line + 1), "") for line in range(at, table.first))
        yield slice(table.first, table.past), table_class(table)
        at = table.past
    yield from ((slice(line, line + 1), "") for line in range(at, len(lines)))


def blocks_of(text: str, pieces: Iterable[P]) -> list[Block[P]]:
    """Pieces that together are the text, in blocks. None may reach over one of the `table_edges`."""
    edges = table_edges(text)
    at, block, css = 0, 0, ""
    placed: list[tuple[int, str, P]] = []
    for piece in pieces:
        if at in edges:
            block, css = at, edges[at]
        placed.append((block, css, piece))
        at += len(piece.text)
    return [
        Block(css, tuple(piece for _block, _css, piece in group))
        for (_block, css), group in groupby(placed, key=lambda one: one[:2])
    ]
