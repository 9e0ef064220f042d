"""A comparison as its page shows it: the note in pieces, each conflict with what A and B would mark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from annotation.domain.adjudication import Choice, Comparison, Conflict, Drawn, Kind
from annotation.domain.tokens import token_bounds
from annotation.models import ConflictDecision, ProjectLabel
from annotation.presentation.label_names import entity_name, mark_of
from annotation.presentation.note_blocks import Block, blocks_of, table_edges
from annotation.selectors.readings import Remark
from deidweb.sentences import localised

Names = Mapping[tuple[str, str], str]  # (label, sub-type) → name in the project
_ROWS = 3  # passages of one's own that the form has room for, at least
_AROUND = 3  # words on either side among which an edge of one's own may lie


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the note; `key` names the conflict that it belongs to, `label` what is agreed, by its
    code (for the colour), `mark` (written beside it) and `name`."""

    text: str
    key: str = ""
    label: str = ""
    name: str = ""
    mark: str = ""
    place: int = 0
    is_decided: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Words, and their label by its code and its name in the project."""

    words: str
    label: str
    name: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What one reader marked there, piece by piece."""

    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    at: int
    words: str


@dataclass(frozen=True, slots=True)
class OwnRow:
    """One passage of one's own in the form; without a label it counts for nothing."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Shown:
    conflict: Conflict
    place: int
    a: Reading
    b: Reading
    decision: ConflictDecision | None
    alike: int  # other conflicts over the same words with the same labels
    offset: int  # where it lies in the note, in percent
    rows: tuple[OwnRow, ...]

    @property
    def is_missed(self) -> bool:
        return self.conflict.kind is Kind.MISSED

    @property
    def proposed(self) -> str:
        """What Enter keeps of a conflict that is still open: "a" or "b", "" where neither goes before the other."""
        return self.conflict.default.value if self.is_missed and not self.decision else ""


@dataclass(frozen=True, slots=True)
class Said:
    """A reader's doubt, with the remark if there is one; `is_here`: about the conflict on the page."""

    reader: str
    mark: Mark
    words: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class ComparePage:
    blocks: list[Block[Piece]]
    conflicts: tuple[Shown, ...]
    current: Shown | None
    starts: tuple[Edge, ...]
    ends: tuple[Edge, ...]
    labels: tuple[tuple[str, str, str], ...]  # value, name, key
    decided: int
    said: tuple[Said, ...]  # about the conflict first

    @property
    def is_complete(self) -> bool:
        return self.decided == len(self.conflicts)


def compare_page(
    text: str,
    comparison: Comparison,
    decisions: Iterable[ConflictDecision],
    labels: Iterable[ProjectLabel],
    remarks: Iterable[Remark] = (),
    wanted: str = "",
) -> ComparePage:
    """`wanted`: the conflict to show; else the first open one, else the first. `remarks`: what the readers doubt."""
    stored = {row.key: row for row in decisions}
    labels = list(labels)
    names = {(row.label, row.subtype): localised(row.name) for row in labels}
    shown = tuple(
        Shown(
            conflict=conflict,
            place=place,
            a=_reading(text, conflict.a, names),
            b=_reading(text, conflict.b, names),
            decision=stored.get(conflict.key),
            alike=sum(c.likeness == conflict.likeness for c in comparison.conflicts) - 1,
            offset=round(100 * conflict.start / max(1, len(text))),
            rows=_rows(stored.get(conflict.key), conflict),
        )
        for place, conflict in enumerate(comparison.conflicts, start=1)
    )
    asked = next((s for s in shown if s.conflict.key == wanted), None)
    current = (
        asked or next((s for s in shown if s.decision is None), None) or next(iter(shown), None)
    )
    starts, ends = _edges(text, current.conflict) if current else ((), ())
    return ComparePage(
        blocks=blocks_of(text, _pieces(text, comparison.agreed, shown, names)),
        conflicts=shown,
        current=current,
        starts=starts,
        ends=ends,
        labels=tuple(
            (f"{row.label}/{row.subtype}", localised(row.name), row.key) for row in labels
        ),
        decided=sum(s.decision is not None for s in shown),
        said=_said(text, remarks, current, names),
    )


def _said(
    text: str, remarks: Iterable[Remark], current: Shown | None, names: Names
) -> tuple[Said, ...]:
    """What the readers doubt, the conflict on the page first; it says nothing about who they are."""
    said = (
        Said(
            reader=remark.reader,
            mark=_mark(text, remark.drawn, names),
            words=remark.words,
            is_here=current is not None and remark.drawn.overlaps(current.conflict),
        )
        for remark in remarks
    )
    return tuple(sorted(said, key=lambda one: not one.is_here))


def _rows(decision: ConflictDecision | None, conflict: Conflict) -> tuple[OwnRow, ...]:
    """What was kept under "own", else the whole conflict with its first label; then empty rows."""
    if decision is not None and decision.choice == Choice.OWN:
        kept = [OwnRow(start, end, f"{label}/{sub}") for start, end, label, sub in decision.spans]
    else:
        drawn = (*conflict.a, *conflict.b)[0]
        kept = [OwnRow(conflict.start, conflict.end, f"{drawn.label}/{drawn.subtype}")]
    empty = OwnRow(conflict.start, conflict.end, "")
    return (*kept, *[empty] * max(1, _ROWS - len(kept)))


def _name(span: Drawn, names: Names) -> str:
    """As in the canvas; the code where the project no longer knows the label."""
    return names.get((span.label, span.subtype)) or entity_name(span.label, span.subtype)


def _mark(text: str, span: Drawn, names: Names) -> Mark:
    return Mark(text[span.start : span.end], span.label, _name(span, names))


def _reading(text: str, spans: tuple[Drawn, ...], names: Names) -> Reading:
    return Reading(tuple(_mark(text, span, names) for span in spans))


def _pieces(
    text: str, agreed: tuple[Drawn, ...], shown: tuple[Shown, ...], names: Names
) -> list[Piece]:
    """The text cut at every edge, those of tables too. A conflict wins over what is agreed inside it."""
    marks: list[tuple[int, int, Piece]] = [
        (
            s.start,
            s.end,
            Piece("", label=s.label, name=_name(s, names), mark=mark_of(s.label, s.subtype)),
        )
        for s in agreed
    ]
    marks += [
        (
            s.conflict.start,
            s.conflict.end,
            Piece("", key=s.conflict.key, place=s.place, is_decided=s.decision is not None),
        )
        for s in shown
    ]
    ends = (edge for mark in marks for edge in mark[:2])
    edges = sorted({0, len(text), *ends, *table_edges(text)})
    pieces: list[Piece] = []
    for start, end in pairwise(edges):
        over = [m[2] for m in marks if m[0] <= start and end <= m[1]]
        over.sort(key=lambda piece: not piece.key)
        mark = over[0] if over else Piece("")
        pieces.append(replace(mark, text=text[start:end]))
    return pieces


def _edges(text: str, conflict: Conflict) -> tuple[tuple[Edge, ...], tuple[Edge, ...]]:
    """Where a passage of one's own may begin and end: words of the conflict and around it."""
    bounds = token_bounds(text)
    near = [i for i, (s, e) in enumerate(bounds) if s < conflict.end and e > conflict.start]
    first, last = max(0, near[0] - _AROUND), min(len(bounds), near[-1] + 1 + _AROUND)
    starts = {s for s, _e in bounds[first:last]} | {d.start for d in (*conflict.a, *conflict.b)}
    ends = {e for _s, e in bounds[first:last]} | {d.end for d in (*conflict.a, *conflict.b)}
    return (
        tuple(Edge(at, _words(text[at : at + 24])) for at in sorted(starts)),
        tuple(Edge(at, _words(text[max(0, at - 24) : at])) for at in sorted(ends)),
    )


def _words(text: str) -> str:
    return " ".join(text.split())
