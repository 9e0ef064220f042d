"""What has been read of an export's sample, by whom, and what it tells of the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deidweb.accounts.models import User
from privacy.domain.reading.bound import leak_rate_bound
from privacy.domain.reading.sample import Why
from privacy.models import ExportReading, ExportRequest


@dataclass(frozen=True, slots=True)
class SampleReading:
    """One person's reading of the sample of the present build. `flagged`: the notes in which anybody, he or another
    reader, recognises somebody."""

    export: ExportRequest
    verdicts: dict[str, str]
    flagged: frozenset[str]

    def ids(self, why: Why) -> list[str]:
        return [one["public_id"] for one in self.export.sample if one["why"] == why]

    def unread(self, why: Why) -> list[str]:
        return [one for one in self.ids(why) if one not in self.verdicts]

    def figures(self) -> dict[str, Any]:
        """Counts, and `bound`: the largest share of notes that may leak; None until the whole draw is read."""
        census, drawn = self.ids(Why.RISK), self.ids(Why.DRAW)
        is_whole = bool(census) and not self.unread(Why.RISK) and not self.unread(Why.DRAW)
        bound = is_whole and leak_rate_bound(
            notes=self.export.document_count,
            census=len(census),
            census_leaks=len(self.flagged.intersection(census)),
            drawn=len(drawn),
            seen=len(self.flagged.intersection(drawn)),
        )
        return {
            "census": len(census),
            "drawn": len(drawn),
            "read": len(self.verdicts),
            "leaks": len(self.flagged),
            "bound": float(bound) if is_whole else None,
        }


def reading_of(export: ExportRequest, reader: User) -> SampleReading:
    """The person's own reading: nobody approves on somebody else's eyes; what anybody has recognised counts."""
    rows = ExportReading.objects.filter(export=export, sha256=export.sha256)
    known = {one["public_id"] for one in export.sample}
    verdicts: dict[str, str] = {}
    flagged: set[str] = set()
    for public_id, reader_id, told in rows.values_list("public_id", "reader", "verdict"):
        if public_id in known and told == ExportReading.Verdict.RECOGNISED:
            flagged.add(public_id)
        if public_id in known and reader_id == reader.pk:
            verdicts[public_id] = told
    return SampleReading(export, verdicts, frozenset(flagged))


def flagged_notes(export: ExportRequest) -> int:
    """Notes of the present build in which anybody recognises somebody."""
    rows = ExportReading.objects.filter(export=export, sha256=export.sha256)
    flagged = rows.filter(verdict=ExportReading.Verdict.RECOGNISED)
    return flagged.values("public_id").distinct().count()
