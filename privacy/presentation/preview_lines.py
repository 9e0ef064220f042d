"""A note of the preview cut into lines and pieces, the same rows on both sides."""

from __future__ import annotations

from dataclasses import dataclass, field

from annotation.domain.notes import Note
from annotation.domain.spans import sort_spans
from privacy.domain.redraw import link_of


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line. `index` is the entity's rank in the patient's file, None for plain text; `is_link`: the
    word before that entity, which its surrogate may change."""

    text: str = field(repr=False)
    index: int | None = None
    label: str = ""
    subtype: str = ""
    is_link: bool = False


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
