"""What a steward does before he approves: reads the riskiest notes of the built export."""

from __future__ import annotations

from deidweb.accounts.models import User
from privacy.models import ExportRequest
from privacy.services.read_sample import read_sampled
from privacy.services.tick_note import tick_note


def read_sample(
    reader: User, export: ExportRequest, *, verdict: str = "clear", why: str = "risk"
) -> None:
    """Opens and ticks each note of the sample that was chosen for this reason."""
    for rank, chosen in enumerate(export.sample, 1):
        if chosen["why"] == why:
            note = read_sampled(actor=reader, export=export, rank=rank)
            tick_note(
                actor=reader,
                export=export,
                public_id=note.public_id,
                seal=note.seal,
                verdict=verdict,
            )
