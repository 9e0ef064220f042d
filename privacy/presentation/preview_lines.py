"""A note of the preview cut into lines and pieces, the same rows on both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from annotation.domain.notes import Note
from annotation.domain.spans import sort_spans
from annotation.models import Document
from privacy.domain.redraw import Drawn, DrawnNote, PatientNotes, link_of
from privacy.presentation.badges import NoteBadges


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line. `index` is the entity's rank in the patient's file, None for plain text; `is_link`: the
    word before that entity, which its surrogate may change."""

    text: str = field(repr=False)
    index: int | None = None
    label: str = ""
    subtype: str = ""
    is_link: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One note of the page. `rows`: for each line its pieces, with what stands on the right for each."""

    rank: int
    document: Document
    badges: NoteBadges
    rows: list[list[tuple[Piece, str]]] = field(repr=False)

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
                [(piece, _substituted(piece, note)) for piece in row]
                for row in lines_of(file.notes[note.rank], note.first)
            ],
        )
        for note, found in zip(drawn.notes, badges, strict=True)
    ]


def _substituted(piece: Piece, note: DrawnNote) -> str:
    """What stands on the right for a piece of the left."""
    if piece.index is None:
        return piece.text
    return (note.links if piece.is_link else note.surrogates)[piece.index - note.first]


def lines_of(note: Note, first: int = 0) -> list[list[Piece]]:
    """The note cut at its line ends, except those inside an entity or a link: both sides keep the same rows.

    `first`: rank in the file of the note's first entity."""
    rows: list[list[Piece]] = [[]]
    read = 0
    for index, span in enumerate(sort_spans(note.entities), first):
        kept = note.text[read : span.start]
        link = link_of(kept)
        _plain(rows, kept[: len(kept) - len(link)])
        if link:
            rows[-1].append(Piece(link, index, is_link=True))
        rows[-1].append(Piece(note.text[span.start : span.end], index, span.label, span.subtype))
        read = span.end
    _plain(rows, note.text[read:])
    return rows


def _plain(rows: list[list[Piece]], text: str) -> None:
    first, *others = text.split("\n")
    if first:
        rows[-1].append(Piece(first))
    for line in others:
        rows.append([Piece(line)] if line else [])
