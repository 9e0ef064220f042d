"""A note cut at its evidence, and its codes in the order in which a person decides them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from annotation.presentation.note_blocks import Block, blocks_of, table_edges
from icdcoder.domain.chapters import Chapter, chapter_of
from icdcoder.models import CodedNote, CodePrediction

State = CodePrediction.State
_FIRST: Final = (State.ACCEPTED, State.PROPOSED, State.REJECTED)


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of text and the ids of the predictions whose evidence covers it.

    `anchors` are predictions whose evidence begins here.
    """

    text: str
    predictions: tuple[int, ...] = ()
    anchors: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownNote:
    """A note of the page, cut at its evidence, tables apart."""

    note: CodedNote
    blocks: list[Block[Segment]]


@dataclass(frozen=True, slots=True)
class CodeRow:
    """One code of the page: `head` speaks for all predictions of it (in a stay several notes may have it)."""

    head: CodePrediction
    ids: tuple[int, ...]
    passages: int
    chapter: Chapter | None


def shown_notes(
    notes: Iterable[CodedNote], predictions: Sequence[CodePrediction]
) -> list[ShownNote]:
    """Each note with the evidence that lies in it."""
    return [
        ShownNote(note, note_blocks(note.text, [p for p in predictions if p.note_id == note.pk]))
        for note in notes
    ]


def code_rows(predictions: Iterable[CodePrediction]) -> list[CodeRow]:
    """One row a code, the likeliest first, what persons added last.

    Of several predictions of one code the accepted one speaks, else the one still open, else the likeliest.
    """
    same: dict[str, list[CodePrediction]] = {}
    for prediction in predictions:
        same.setdefault(prediction.code, []).append(prediction)
    rows = [_row(own) for own in same.values()]
    return sorted(rows, key=lambda row: (-_likeliest(same[row.head.code]), row.head.code))


def written_in(rows: Iterable[CodeRow], asked: str) -> CodePrediction | None:
    """The code whose id is `asked`, as the page is told that a person has just written it; None for anything else."""
    return next((row.head for row in rows if asked in map(str, row.ids)), None)


def is_decided(rows: Iterable[CodeRow]) -> bool:
    """Whether none of the codes waits for a decision, as of a note in which none was found."""
    return all(row.head.state != State.PROPOSED for row in rows)


def _row(own: list[CodePrediction]) -> CodeRow:
    head = min(own, key=lambda p: (_FIRST.index(State(p.state)), -(p.score or 0.0), p.pk))
    return CodeRow(
        head=head,
        ids=tuple(p.pk for p in own),
        passages=sum(len(p.evidence) for p in own),
        chapter=chapter_of(head.code),
    )


def _likeliest(own: Iterable[CodePrediction]) -> float:
    return max(p.score if p.score is not None else -1.0 for p in own)


def note_blocks(text: str, predictions: Iterable[CodePrediction] = ()) -> list[Block[Segment]]:
    """The segments of a note, those of each table together."""
    return blocks_of(text, segments_of(text, predictions))


def segments_of(text: str, predictions: Iterable[CodePrediction]) -> list[Segment]:
    """Cuts the text wherever an evidence or a table begins or ends; together the segments are the text."""
    spans = [
        (max(0, evidence["start"]), min(len(text), evidence["end"]), prediction.pk)
        for prediction in predictions
        for evidence in prediction.evidence
    ]
    edges = (cut for start, end, _pk in spans for cut in (start, end))
    cuts = sorted({0, len(text), *edges, *table_edges(text)})
    segments = []
    first_seen: set[int] = set()
    for start, end in pairwise(cuts):
        covering = tuple(dict.fromkeys(pk for s, e, pk in spans if s <= start and end <= e))
        anchors = tuple(pk for pk in covering if pk not in first_seen)
        first_seen.update(covering)
        segments.append(Segment(text[start:end], covering, anchors))
    return segments
