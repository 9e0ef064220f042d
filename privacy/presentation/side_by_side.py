"""A text before and after, cut into the same lines, with what is marked in each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from annotation.presentation.label_names import entity_name, mark_of
from annotation.presentation.note_blocks import line_blocks

LEAK: Final = "leak"
DOUBT: Final = "doubt"


class Place(NamedTuple):
    """`text[start:end]` and what is said of it: `label` and `mark` for an entity, `LEAK` or `DOUBT`, a sentence for
    `title`."""

    start: int
    end: int
    label: str = ""
    flag: str = ""
    title: str = ""
    mark: str = ""


def entity(start: int, end: int, label: str, subtype: str) -> Place:
    """An entity as every page of two texts marks it."""
    return Place(start, end, label, "", entity_name(label, subtype), mark_of(label, subtype))


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one line that is marked alike."""

    text: str = field(repr=False)
    label: str = ""
    flag: str = ""
    title: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of both texts, or all lines of a table: `css` sets it."""

    before: list[Piece] = field(repr=False)
    after: list[Piece] = field(repr=False)
    css: str = ""


def rows_of(before: list[list[Piece]], after: list[list[Piece]]) -> list[Row]:
    """Line beside line, a table beside a table; where the lines are not as many, all of one beside all of the other."""
    if len(before) != len(after):
        return [Row(_joined(before), _joined(after))]
    told = ["".join(piece.text for piece in line) for line in before]
    return [
        Row(_joined(before[lines]), _joined(after[lines]), css) for lines, css in line_blocks(told)
    ]


def lines_of(
    text: str, entities: Iterable[Place], flags: Iterable[Place] = ()
) -> list[list[Piece]]:
    """The text by lines. `entities` lie apart; `flags` may lie anywhere, also in one another."""
    marked, flagged = _Sorted(entities), _Sorted(_apart(flags))
    cuts = sorted({0, len(text), *marked.edges(len(text)), *flagged.edges(len(text))})
    lines: list[list[Piece]] = [[]]
    for start, end in pairwise(cuts):
        found, flag = marked.at(start) or _PLAIN, flagged.at(start) or _PLAIN
        title = " · ".join(one.title for one in (found, flag) if one.title)
        for rank, shown in enumerate(text[start:end].split("\n")):
            if rank:
                lines.append([])
            if shown:
                lines[-1].append(Piece(shown, found.label, flag.flag, title, found.mark))
    return lines


def _apart(flags: Iterable[Place]) -> Iterator[Place]:
    """A leak before a doubt, the longer before the shorter; what is flagged already is left out."""
    taken: list[Place] = []
    for one in sorted(flags, key=lambda f: (f.flag != LEAK, f.start - f.end, f.start)):
        at = bisect_right(taken, one)
        is_free = at == 0 or taken[at - 1].end <= one.start
        if is_free and (at == len(taken) or one.end <= taken[at].start):
            taken.insert(at, one)
            yield one


_PLAIN: Final = Place(0, 0)


class _Sorted:
    """Places apart from one another, asked by position."""

    def __init__(self, places: Iterable[Place]) -> None:
        self._places: Sequence[Place] = sorted(places)
        self._starts = [place.start for place in self._places]

    def edges(self, size: int) -> Iterator[int]:
        for place in self._places:
            yield from (min(place.start, size), min(place.end, size))

    def at(self, position: int) -> Place | None:
        rank = bisect_right(self._starts, position) - 1
        return self._places[rank] if rank >= 0 and self._places[rank].end > position else None


def _joined(lines: list[list[Piece]]) -> list[Piece]:
    found: list[Piece] = []
    for rank, line in enumerate(lines):
        found += [Piece("\n"), *line] if rank else line
    return found
