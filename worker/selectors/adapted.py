"""The starting point whose encoder has read a project's raw notes (`worker.training.adapt`)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from annotation.domain.datasets.split import Member, Part, Shares, split
from annotation.models import Document
from annotation.models.sealed import open_id
from annotation.selectors.in_force import golds_in_force
from annotation.selectors.oppositions import has_lost_patients
from deidweb.accounts.models import Project
from worker.models import ModelVersion

MOST_KEPT: Final = 300  # they are read again after every thousand that teach
TOLD: Final = "adapted.json"  # beside the weights: who may use them, and what was measured


@dataclass(frozen=True, slots=True)
class Adapted:
    """`at` is when it was ready; `chunks` as `worker.training.adapt.Chunk`, the last being the end."""

    at: datetime
    notes: int
    chunks: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class RawNotes:
    """Row ids: `taught` may teach, `kept` validate. Patients who judge a model are in neither."""

    taught: list[str]
    kept: list[str]


def adapted_folder(project: Project) -> Path:
    """Where it lies if there is one."""
    return Path(settings.MODEL_DIR) / f"adapted-{project.pk}"


def effects_seen_by(folder: Path) -> int | None:
    """How many oppositions there had been when this starting point read the raw notes; None for any other."""
    try:
        return int(json.loads((folder / TOLD).read_text(encoding="utf-8"))["effects_seen"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def raw_opposed(version: ModelVersion) -> bool:
    """Whether the version's encoder has read notes of a patient who opposes since."""
    seen = version.metrics.get("raw_seen")
    return seen is not None and has_lost_patients(version.project_id, seen)


def adapted_of(project: Project) -> Adapted | None:
    """None without one, or when it has read a patient who opposes since."""
    try:
        told = json.loads((adapted_folder(project) / TOLD).read_text(encoding="utf-8"))
        found = Adapted(datetime.fromisoformat(told["at"]), told["notes"], told["chunks"])
        seen = int(told["effects_seen"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return None if has_lost_patients(project.pk, seen) else found


def raw_notes(project: Project) -> RawNotes:
    """Every note of the project, in the parts that its data sets have: what judges a model has not been read by it,
    without its labels either."""
    everything = _members(Document.objects.filter(project=project).order_by("position"))
    gold = golds_in_force(project).values("document")
    parts = split(list(everything.values()), Shares(), 0)
    judging = split(
        [everything[row] for row in map(str, gold.values_list("document", flat=True)) if row in everything], Shares(), 0
    )  # fmt: skip
    tested = {
        member.key for member in everything.values()
        if Part.TEST in (parts[member.note], judging.get(member.note))
    }  # fmt: skip
    open_to = {row: parts[m.note] for row, m in everything.items() if m.key not in tested}
    kept = [row for row, part in open_to.items() if part is Part.VALIDATION]
    kept.sort(key=lambda row: hashlib.sha256(row.encode()).digest())
    taught = [row for row, part in open_to.items() if part is not Part.VALIDATION]
    return RawNotes(taught, kept[:MOST_KEPT])


def _members(notes: Any) -> dict[str, Member]:
    rows = notes.values_list("pk", "external_id", "patient_id", "patient__sealed_id", "project_id")
    return {
        str(pk): Member(note, open_id(project, patient, sealed) if patient else "")
        for pk, note, patient, sealed, project in rows.iterator(chunk_size=2000)
    }
