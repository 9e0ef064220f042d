"""How an export lives: the table of allowed moves, and nothing else."""

from __future__ import annotations

from typing import Final

from privacy.models import ExportRequest

State = ExportRequest.State

MOVES: Final[dict[str, frozenset[str]]] = {
    State.REQUESTED: frozenset({State.BUILT, State.QUARANTINED, State.FAILED}),
    # a failed build may be tried again
    State.FAILED: frozenset({State.REQUESTED, State.BUILT, State.QUARANTINED, State.FAILED}),
    State.BUILT: frozenset({State.RELEASED, State.REFUSED, State.QUARANTINED}),
    # lifted in writing, refused, or built again once the notes are corrected
    State.QUARANTINED: frozenset({State.RELEASED, State.REFUSED, State.REQUESTED}),
    # the file is no longer the one that was approved
    State.RELEASED: frozenset({State.QUARANTINED}),
    State.REFUSED: frozenset(),
}


def may_move(before: str, after: str) -> bool:
    """True when the table allows it."""
    return after in MOVES[before]
