"""Text with gold spans, and the one way to change it that keeps them exact."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Piece(NamedTuple):
    """A stretch of a note as it is written; `subtype` is "" when it identifies nobody."""

    text: str
    subtype: str = ""
    form: str = ""


Fragment = tuple[Piece, ...]


class Mark(NamedTuple):
    """Half-open code-point bounds of a mention, its sub-type and the name of its written form."""

    start: int
    end: int
    subtype: str
    form: str = ""


class Edit(NamedTuple):
    """``text[start:end]`` becomes `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Marked:
    """`marks` are in reading order and don't overlap."""

    text: str
    marks: tuple[Mark, ...]

    def surface(self, mark: Mark) -> str:
        return self.text[mark.start : mark.end]


def join(pieces: Iterable[Piece]) -> Marked:
    """The pieces one after the other; edges of a mark never hold blanks."""
    texts: list[str] = []
    marks: list[Mark] = []
    at = 0
    for text, subtype, form in pieces:
        if subtype and (inner := text.strip()):
            start = at + len(text) - len(text.lstrip())
            marks.append(Mark(start, start + len(inner), subtype, form))
        texts.append(text)
        at += len(text)
    return Marked("".join(texts), tuple(marks))


def edit(marked: Marked, edits: Sequence[Edit]) -> Marked:
    """Applies edits that don't overlap (any order); what is inserted at a mark's edge stays outside.

    A mark that loses all its characters vanishes; blanks at its edges fall outside it. What
    replaces a stretch across two marks belongs to the first.
    """
    if not edits:
        return marked
    ordered = sorted(edits)
    texts: list[str] = []
    position = shift = 0
    starts: list[int] = []
    ends: list[int] = []
    shifts = [0]
    for start, end, text in ordered:
        if start < position:
            raise ValueError("edits overlap")
        texts += (marked.text[position:start], text)
        position = end
        shift += len(text) - (end - start)
        starts.append(start)
        ends.append(end)
        shifts.append(shift)
    texts.append(marked.text[position:])
    changed = "".join(texts)
    mapping = _Mapping(ordered, starts, ends, shifts)
    marks: list[Mark] = []
    last = 0
    for mark in marked.marks:
        start = max(last, mapping.start(mark.start))
        if moved := _trimmed(changed, mark._replace(start=start, end=mapping.end(mark.end))):
            marks.append(moved)
            last = moved.end
    return Marked(changed, tuple(marks))


class _Mapping(NamedTuple):
    edits: Sequence[Edit]
    starts: list[int]
    ends: list[int]
    shifts: list[int]  # shifts[i]: how far what follows the i first edits has moved

    def start(self, at: int) -> int:
        """Where a mark that starts at `at` starts now: after what is inserted before it."""
        done = bisect_right(self.ends, at)
        if done < len(self.edits) and self.starts[done] < at:  # inside an edit
            return self.starts[done] + self.shifts[done]
        return at + self.shifts[done]

    def end(self, at: int) -> int:
        """Where a mark that ends at `at` ends now: before what is inserted after it."""
        done = bisect_left(self.starts, at)
        if done and self.ends[done - 1] > at:  # inside an edit
            return self.ends[done - 1] + self.shifts[done]
        return at + self.shifts[done]


def _trimmed(text: str, mark: Mark) -> Mark | None:
    """The mark without blanks at its edges; None when nothing else is left."""
    start, end = mark.start, mark.end
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Mark(start, end, mark.subtype, mark.form) if start < end else None
