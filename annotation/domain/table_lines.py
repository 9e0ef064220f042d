"""Which lines of a note are rows of a table: they keep their columns on every page, whatever its width."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

# What parts two cells: tabs and bars; blanks only where cells of neighbouring lines stand below one another.
_BAR: Final = re.compile(r"[|¦│]|(?<=\S)\t\s*(?=\S)")
_BLANKS: Final = re.compile(r"(?<=\S)[ \u00a0]{2,}(?=\S)")
_BULLET: Final = re.compile(r"\s*(?:[^\w\s|¦│]+|\d{1,2}[.)/°-]+|o)\s+")
_RULER: Final = re.compile(r"(?=.*(?:---|___|===|–––|———))[\s\-–—=_+|¦│:.*]+")
# Longer cells are prose: "…du matin.  Le soir…" between blanks, a remark between bars; the last of three may be a remark.
_LONGEST: Final = {_BAR: 120, _BLANKS: 60}
_REMARK: Final = 120
_PARTED: Final = re.compile(r"[|¦│\t]|[ \u00a0]{2}")
_NO_ROW: Final[frozenset[tuple[str, int]]] = frozenset()
_TAB_STOPS: Final = (8, 12, 16, 20, 24, 32)


@dataclass(frozen=True, slots=True)
class TableLines:
    """Lines `first` up to `past`, that one left out, counted from 0 between `\\n`. Every `tab` characters a tab stops:
    no cell reaches beyond one, but the very longest."""

    first: int
    past: int
    tab: int


def table_lines(text: str) -> list[TableLines]:
    """The tables of a note: two rows at least, and the rulers that touch them.

    Example: "Biologie\\nNa    140\\nK     4,1\\nBon état." gives its lines 1 and 2.
    """
    return tables_among(text.split("\n"))


def tables_among(lines: Sequence[str]) -> list[TableLines]:
    """The same of a note that is cut into lines already."""
    is_ruler = [_RULER.fullmatch(line) is not None for line in lines]
    inside: set[int] = set()
    rows = ((at, _row(line)) for at, line in enumerate(lines) if not is_ruler[at])
    for (above, one), (below, other) in pairwise(rows):
        # nothing but a ruler between them
        if below - above <= 2 and not one.isdisjoint(other):
            inside.update(range(above, below + 1))
    inside |= {at for at, ruler in enumerate(is_ruler) if ruler and {at - 1, at + 1} & inside}
    firsts = sorted(at for at in inside if at - 1 not in inside)
    pasts = sorted(at + 1 for at in inside if at + 1 not in inside)
    return [
        TableLines(first, past, _tab(lines[first:past]))
        for first, past in zip(firsts, pasts, strict=True)
    ]


def _row(line: str) -> frozenset[tuple[str, int]]:
    """What rows of one table have in common: that bars part their cells, or where their cells begin or end."""
    if not _PARTED.search(line):
        return _NO_ROW  # as most lines
    return frozenset({("bar", 0)} if _cells(_BAR, line) else ()) | _edges(line)


def _cells(part: re.Pattern[str], line: str) -> list[tuple[int, int]]:
    """Where the cells lie, when there are two or more and none is too long."""
    bullet = _BULLET.match(line)
    at = bullet.end() if bullet else 0
    cells = []
    for gap in part.finditer(line, at):
        cells.append((at, gap.start()))
        at = gap.end()
    cells.append((at, len(line.rstrip())))
    sizes = [end - start for start, end in cells]
    is_short = max(sizes) <= _LONGEST[part]
    has_remark = len(cells) > 2 and max(sizes[:-1]) <= _LONGEST[part] and sizes[-1] <= _REMARK
    return cells if len(cells) > 1 and (is_short or has_remark) else []


def _edges(line: str) -> set[tuple[str, int]]:
    """Where cells behind blanks begin, and where they end: figures stand flush right."""
    cells = _cells(_BLANKS, line)[1:]
    return {("begin", start) for start, _end in cells} | {("end", end) for _start, end in cells}


def _tab(lines: Sequence[str]) -> int:
    longest = max((len(cell) for line in lines for cell in line.split("\t")[:-1]), default=0)
    return next((stop for stop in _TAB_STOPS if stop > longest), _TAB_STOPS[-1])
