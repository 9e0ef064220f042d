"""A table as rows of cells, each cell a fragment with its marks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from worker.training.corpus.marked import Fragment, Piece

Row = list[Fragment]


@dataclass(slots=True)
class Grid:
    """`head` may be empty; rows may be shorter than it."""

    rows: list[Row]
    head: Row = field(default_factory=list)

    @property
    def lines(self) -> list[Row]:
        """The heading, when there is one, and the rows."""
        return [self.head, *self.rows] if self.head else self.rows

    def without_empty_columns(self) -> "Grid":
        """Columns whose cells are all empty below the heading are dropped."""
        width = max((len(row) for row in self.rows), default=0)
        kept = [at for at in range(width) if any(text_of(cell_at(row, at)) for row in self.rows)]
        return Grid(
            [[cell_at(row, at) for at in kept] for row in self.rows],
            [cell_at(self.head, at) for at in kept] if self.head else [],
        )


def cell(text: str) -> Fragment:
    """A cell without marks."""
    return (Piece(text),) if text else ()


def cell_at(row: Row, at: int) -> Fragment:
    return row[at] if at < len(row) else ()


def text_of(fragment: Iterable[Piece]) -> str:
    return "".join(piece.text for piece in fragment)


def is_marked(fragment: Iterable[Piece]) -> bool:
    return any(piece.subtype for piece in fragment)


def joined(fragments: Sequence[Fragment], joint: str) -> list[Piece]:
    """The fragments with `joint` between each two."""
    pieces: list[Piece] = []
    for place, fragment in enumerate(fragments):
        if place:
            pieces.append(Piece(joint))
        pieces += fragment
    return pieces
