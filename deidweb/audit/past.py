"""What the sealed months say of rows that are not there any more."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass, field

from deidweb.audit.models import AuditSegment

Keyed = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Past:
    """`until_row`, `rows`, `digest`: where the erased months end. `sealed`: last row → digest of each month that is
    still there. `fault`: why the seals can't be believed; "" when they can."""

    until_row: int = 0
    rows: int = 0
    digest: str = "0" * 64
    sealed: dict[int, str] = field(default_factory=dict)
    fault: str = ""


def read_past(keyed: Keyed) -> Past:
    """Checks that the segments follow one another, each under its seal, the erased ones first."""
    past, previous = Past(), "0" * 64
    sealed: dict[int, str] = {}
    for number, segment in enumerate(AuditSegment.objects.order_by("number"), start=1):
        if segment.number != number or segment.previous != previous:
            return Past(until_row=segment.first_row, fault="un mois scellé manque")
        if not _holds(segment, keyed):
            return Past(until_row=segment.first_row, fault="le sceau d'un mois a été modifié")
        previous = segment.last_digest
        if segment.erased_at is None:
            sealed[segment.last_row] = segment.last_digest
        elif sealed:
            return Past(
                until_row=segment.first_row, fault="un mois a été effacé avant un plus ancien"
            )
        else:
            past = Past(segment.last_row, past.rows + segment.row_count, segment.last_digest)
    return Past(past.until_row, past.rows, past.digest, sealed)


def _holds(segment: AuditSegment, keyed: Keyed) -> bool:
    if not hmac.compare_digest(segment.seal, seal_of(segment, keyed)):
        return False
    return segment.erased_at is None or hmac.compare_digest(
        segment.erasure_seal, erasure_seal_of(segment, keyed)
    )


def seal_of(segment: AuditSegment, keyed: Keyed) -> str:
    """Of all that the segment says but its erasure."""
    said = [
        segment.number, segment.first_row, segment.last_row, segment.row_count,
        segment.began.timestamp(), segment.ended.timestamp(), segment.previous, segment.last_digest,
    ]  # fmt: skip
    return keyed("segment:" + ":".join(map(str, said)))


def erasure_seal_of(segment: AuditSegment, keyed: Keyed) -> str:
    moment = segment.erased_at.timestamp() if segment.erased_at else ""
    return keyed(f"erased:{segment.seal}:{moment}")
