"""A note of the preview cut into lines and pieces, the same rows on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from annotation.domain.notes import Note
from annotation.domain.spans import sort_spans
from annotation.models import Document
from annotation.presentation.label_names import entity_name, mark_of
from annotation.presentation.note_blocks import line_blocks
from privacy.domain.redraw import Drawn, DrawnNote, PatientNotes, link_of, rest_of
from privacy.presentation.badges import NoteBadges


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line. `index` is the entity's rank in the patient's file, None for plain text; `is_link`: words
    before that entity (behind the last one) that a surrogate may change, in the `line`-th of their lines."""

    text: str = field(repr=False)
    index: int | None = None
    label: str = ""
    subtype: str = ""
    is_link: bool = False
    line: int = 0

    @property
    def name(self) -> str:
        return entity_name(self.label, self.subtype)

    @property
    def mark(self) -> str:
        return mark_of(self.label, self.subtype)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One note of the page. `rows`: for each line, or for all lines of a table, what sets it (`css`) and its pieces,
    with what stands on the right for each."""

    rank: int
    document: Document
    badges: NoteBadges
    rows: list[tuple[str, list[tuple[Piece, str]]]] = field(repr=False)

    @property
    def number(self) -> int:
        """As people count."""
        return self.rank + 1


def sheets_of(
    file: PatientNotes,
    drawn: Drawn,
    badges: Sequence[NoteBadges],
    documents: Mapping[UUID, Document],
) -> list[Sheet]:
    """The notes of the page, both sides line by line."""
    return [
        Sheet(
            rank=note.rank,
            document=documents[UUID(file.notes[note.rank].id)],
            badges=found,
            rows=[
                (css, [(piece, _substituted(piece, note)) for piece in row])
                for css, row in _in_blocks(lines_of(file.notes[note.rank], note.first))
            ],
        )
        for note, found in zip(drawn.notes, badges, strict=True)
    ]


def _substituted(piece: Piece, note: DrawnNote) -> str:
    """What stands on the right for a piece of the left."""
    if piece.index is None:
        return piece.text
    at = piece.index - note.first
    return note.links[at].split("\n")[piece.line] if piece.is_link else note.surrogates[at]


def _in_blocks(rows: list[list[Piece]]) -> Iterator[tuple[str, list[Piece]]]:
    """The lines of a table in one row: both of its sides keep their columns."""
    for lines, css in line_blocks(["".join(piece.text for piece in row) for row in rows]):
        joined: list[Piece] = []
        for rank, row in enumerate(rows[lines]):
            joined += [Piece("\n"), *row] if rank else row
        yield css, joined


def link_texts(file: PatientNotes, drawn: Drawn) -> list[str]:
    """What stands on the right for the links of all notes, in the order of the page."""
    return [
        _substituted(piece, note)
        for note in drawn.notes
        for row in lines_of(file.notes[note.rank], note.first)
        for piece in row
        if piece.is_link
    ]


def lines_of(note: Note, first: int = 0) -> list[list[Piece]]:
    """The note cut at its line ends, except those inside an entity: both sides keep the same rows.

    `first`: rank in the file of the note's first entity."""
    rows: list[list[Piece]] = [[]]
    read = 0
    for index, span in enumerate(sort_spans(note.entities), first):
        kept = note.text[read : span.start]
        _kept(rows, kept, link_of(kept), index)
        rows[-1].append(Piece(note.text[span.start : span.end], index, span.label, span.subtype))
        read = span.end
    kept = note.text[read:]
    _kept(rows, kept, rest_of(kept), first + len(note.entities))
    return rows


def _kept(rows: list[list[Piece]], text: str, link: str, index: int) -> None:
    """The text between two entities; `link`: its end, line by line."""
    for line, shown in enumerate(text[: len(text) - len(link)].split("\n")):
        if line:
            rows.append([])
        if shown:
            rows[-1].append(Piece(shown))
    for line, shown in enumerate(link.split("\n") if link else ()):
        if line:
            rows.append([])
        rows[-1].append(Piece(shown, index, is_link=True, line=line))
