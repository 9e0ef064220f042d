"""How an export lives: the table of allowed moves, and nothing else."""

from __future__ import annotations

from typing import Final

from privacy.models import ExportRequest

State = ExportRequest.State

MOVES: Final[dict[str, frozenset[str]]] = {
    State.REQUESTED: frozenset({State.BUILT, State.QUARANTINED, State.FAILED, State.WITHDRAWN}),
    # a failed build may be tried again
    State.FAILED: frozenset(
        {State.REQUESTED, State.BUILT, State.QUARANTINED, State.FAILED, State.WITHDRAWN}
    ),
    State.BUILT: frozenset({State.RELEASED, State.REFUSED, State.QUARANTINED, State.WITHDRAWN}),
    # lifted in writing, refused, or built again once the notes are corrected
    State.QUARANTINED: frozenset({State.RELEASED, State.REFUSED, State.REQUESTED, State.WITHDRAWN}),
    # the file is no longer the one that was approved
    State.RELEASED: frozenset({State.QUARANTINED}),
    State.REFUSED: frozenset(),
    State.WITHDRAWN: frozenset(),
}


def may_move(before: str, after: str) -> bool:
    """True when the table allows it."""
    return after in MOVES[before]
