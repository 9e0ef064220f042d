"""The riskiest notes of an export, and notes drawn among the others with the same chance for each."""

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from privacy.domain.randomness import StudyKey
from privacy.domain.reading.risk import NoteRisk

CENSUS: Final = 10
DRAWN: Final = 20


class Why(StrEnum):
    RISK = "risk"
    DRAW = "draw"


@dataclass(slots=True)
class Sampler:
    """Sees each note once and keeps some thirty. Who lacks the study's key can't foresee the draw; the same build
    draws the same notes again."""

    key: StudyKey
    export_id: str
    _riskiest: list[tuple[float, str, NoteRisk]] = field(default_factory=list)
    _drawn: list[tuple[int, str, NoteRisk]] = field(default_factory=list)

    def add(self, note: NoteRisk) -> None:
        _keep(self._riskiest, (note.risk, note.public_id, note), CENSUS)
        # some of those may be among the riskiest: enough are left
        _keep(self._drawn, (-self._rank(note.public_id), note.public_id, note), CENSUS + DRAWN)

    def surely_chosen(self, public_ids: Iterable[str]) -> frozenset[str]:
        """Of all notes those that are chosen however risky they are: by the draw, if not among the riskiest."""
        return frozenset(heapq.nsmallest(DRAWN, public_ids, key=self._rank))

    def _rank(self, public_id: str) -> int:
        return int(self.key.opaque_id("reading", self.export_id, public_id), 16)

    def chosen(self) -> list[tuple[Why, NoteRisk]]:
        """The riskiest first, then the draw."""
        census = [one[-1] for one in sorted(self._riskiest, key=lambda one: one[:2], reverse=True)]
        known = {note.public_id for note in census}
        others = [one[-1] for one in sorted(self._drawn, key=lambda one: one[:2], reverse=True)]
        drawn = [note for note in others if note.public_id not in known][:DRAWN]
        return [(Why.RISK, note) for note in census] + [(Why.DRAW, note) for note in drawn]


def _keep(heap: list[Any], one: tuple[Any, ...], most: int) -> None:
    """The `most` largest; names decide between equals, so that two notes are never compared."""
    if len(heap) < most:
        heapq.heappush(heap, one)
    elif one[:2] > heap[0][:2]:
        heapq.heapreplace(heap, one)
