"""How an export lives: its states and the moves allowed between them, and nothing else."""

from enum import StrEnum
from typing import Final


class ExportState(StrEnum):
    REQUESTED = "requested"
    BUILT = "built"
    QUARANTINED = "quarantined"
    FAILED = "failed"
    RELEASED = "released"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


MOVES: Final[dict[ExportState, frozenset[ExportState]]] = {
    ExportState.REQUESTED: frozenset(
        {ExportState.BUILT, ExportState.QUARANTINED, ExportState.FAILED, ExportState.WITHDRAWN}
    ),
    # a failed build may be tried again
    ExportState.FAILED: frozenset(
        {
            ExportState.REQUESTED,
            ExportState.BUILT,
            ExportState.QUARANTINED,
            ExportState.FAILED,
            ExportState.WITHDRAWN,
        }
    ),
    ExportState.BUILT: frozenset(
        {ExportState.RELEASED, ExportState.REFUSED, ExportState.QUARANTINED, ExportState.WITHDRAWN}
    ),
    # lifted in writing, refused, or built again once the notes are corrected
    ExportState.QUARANTINED: frozenset(
        {ExportState.RELEASED, ExportState.REFUSED, ExportState.REQUESTED, ExportState.WITHDRAWN}
    ),
    # the file is no longer the one that was approved
    ExportState.RELEASED: frozenset({ExportState.QUARANTINED}),
    ExportState.REFUSED: frozenset(),
    ExportState.WITHDRAWN: frozenset(),
}


def may_move(before: str, after: str) -> bool:
    """True when the table allows it. Raises ValueError for no state at all."""
    return ExportState(after) in MOVES[ExportState(before)]
