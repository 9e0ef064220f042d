"""What is counted while an export is built: figures of its manifest, its leaks. Never an original value."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from annotation.domain.labels import Label
from privacy.domain.leakscan import KINDS, scan, sensitive_strings
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.source_file import SourceFile
from privacy.domain.substitute import PatientResult, Replacement, SubstitutedNote
from privacy.domain.tables import Tables

SMALL: Final = 11  # smaller counts are not written: they single people out
KEPT_FINDINGS: Final = 200
DERIVED: Final = "derived"
TAGGED: Final = "tag"
RANDOM: Final = "random"
LONE: Final = "note sans patient : son compte de confidentialité est celui de son texte"


@dataclass(slots=True)
class Tally:
    """Running totals over the patients of one export."""

    digest: Any = field(default_factory=hashlib.sha256)
    size: int = 0
    notes: int = 0
    patients: int = 0
    elements: int = 0
    most_elements: int = 0
    replaced: Counter[tuple[str, str]] = field(default_factory=Counter)
    warnings: Counter[str] = field(default_factory=Counter)
    engines: set[str] = field(default_factory=set)
    findings: list[dict[str, Any]] = field(default_factory=list)
    finding_count: int = 0

    def add_line(self, line: bytes) -> None:
        self.digest.update(line)
        self.size += len(line)
        self.notes += 1

    def add_patient(
        self, result: PatientResult, source: SourceFile, policy: SubstitutionPolicy
    ) -> None:
        self.patients += 1
        if source.is_lone:
            self.warnings[LONE] += 1
        self.elements += len(result.elements)
        self.most_elements = max(self.most_elements, len(result.elements))
        self.engines |= source.engines
        for note in result.notes:
            for replacement in note.replacements:
                self.replaced[replacement.label, mechanism_of(replacement, policy)] += 1
                if replacement.warning:
                    self.warnings[replacement.warning] += 1

    def add_findings(self, found: Iterable[dict[str, Any]]) -> None:
        for finding in found:
            self.finding_count += 1
            if len(self.findings) < KEPT_FINDINGS:
                self.findings.append(finding)


def mechanism_of(replacement: Replacement, policy: SubstitutionPolicy) -> str:
    """Name of what replaced a mention: `tag`, `derived`, a mechanism of the policy, or `random`."""
    if replacement.label in policy.tags:
        return TAGGED
    if replacement.derived:
        return DERIVED
    if replacement.label in (Label.DATE, Label.AGE):
        return str(policy.dates)
    return str(policy.places) if replacement.label == Label.LOC else RANDOM


def suppressed(count: int) -> int | None:
    """The count, or None when it is small enough to single somebody out."""
    return count if count >= SMALL else None


def counts_of(tally: Tally) -> dict[str, Any]:
    """The manifest's counts of at least 11."""
    return {
        "notes": suppressed(tally.notes),
        "patients": suppressed(tally.patients),
        "elements": suppressed(tally.elements),
        "most_elements": suppressed(tally.most_elements),
        "replaced": [
            {"label": label, "mechanism": mechanism, "count": suppressed(count)}
            for (label, mechanism), count in sorted(tally.replaced.items())
        ],
        "warnings": [
            {"kind": kind, "count": suppressed(count)}
            for kind, count in sorted(tally.warnings.items())
        ],
        "engines": sorted(tally.engines),
    }


def leaks(
    source: SourceFile, written: Sequence[SubstitutedNote], tables: Tables
) -> list[dict[str, Any]]:
    """Originals of the patient (entities, structured identity) still readable in what was written.

    Offsets point into the exported text; the strings themselves are not kept.
    """
    originals = {source.public_id: sensitive_strings(source.notes)}
    outputs = ((source.public_id, note) for note in written)
    found: dict[tuple[str, int, int, str], tuple[str, str]] = {}
    for finding in scan(originals, outputs, ordinary_words=tables.ordinary_words):
        place = (finding.note_id, finding.start, finding.end, finding.label)
        # one stretch is one leak, told as the plainest of its matches
        told = (finding.kind, finding.level)
        found[place] = min(found.get(place, told), told, key=lambda one: KINDS.index(one[0]))
    return [
        {
            "public_id": note_id,
            "start": start,
            "end": end,
            "kind": kind,
            "label": label,
            "level": level,
        }
        for (note_id, start, end, label), (kind, level) in found.items()
    ]
