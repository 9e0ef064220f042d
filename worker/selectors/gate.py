"""What the gate says of a version now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from deidweb.accounts.models import Project, User
from worker.models import GateWaiver, ModelVersion
from worker.selectors.shipped import shipped_hash
from worker.selectors.versions import promoted_hash

UNJUDGED: Final = "unjudged"  # a version of before the gate
# compared with another engine than the one in service, or asked fewer questions
STALE: Final = "stale"
# of `worker.training.gate.checks`, which a page does not load
QUESTIONS: Final = (
    "reference", "redacted", "labels", "named", "precision", "corrections", "shipped",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Gate:
    """`checks` as the training's job stored them (`worker.training.gate.Check.to_json`); `failed` names those
    answered with no, and what makes the comparison void."""

    checks: tuple[dict[str, Any], ...]
    failed: tuple[str, ...]
    shipped_hash: str

    @property
    def is_open(self) -> bool:
        return not self.failed

    @property
    def is_void(self) -> bool:
        """Nothing was compared, or with another engine: a new comparison answers."""
        return bool({UNJUDGED, STALE} & set(self.failed))


def gate_of(version: ModelVersion) -> Gate:
    """Asked anew each time: a promotion in between makes a comparison stale."""
    return _gate(version, promoted_hash(version.project_id))


def _gate(version: ModelVersion, promoted: str) -> Gate:
    """`promoted`: the model that the project reads with now."""
    told = version.metrics.get("gate")
    shipped = shipped_hash()
    if told is None:
        return Gate((), (UNJUDGED,), shipped)
    failed = [check["name"] for check in told["checks"] if not check["passed"]]
    unasked = set(QUESTIONS) - {check["name"] for check in told["checks"]}  # by an earlier release
    if told["against"] != promoted or told["shipped"] != shipped or unasked:
        failed.append(STALE)
    return Gate(tuple(told["checks"]), tuple(failed), shipped)


def open_waiver(version: ModelVersion) -> GateWaiver | None:
    """The one that waits for a second person."""
    waivers = GateWaiver.objects.filter(version=version, state=GateWaiver.State.ASKED)
    return waivers.select_related("asked_by").first()


def waivers_of(version: ModelVersion) -> list[GateWaiver]:
    """All of them, the newest first."""
    found = GateWaiver.objects.filter(version=version).select_related("asked_by", "decided_by")
    return list(found)


def refused_among(project: Project, versions: Iterable[ModelVersion]) -> set[UUID]:
    """Candidates of the project that the gate keeps out."""
    candidates = [v for v in versions if v.state == ModelVersion.State.CANDIDATE]
    promoted = promoted_hash(project.pk)
    return {version.pk for version in candidates if not _gate(version, promoted).is_open}


def waived_among(versions: Iterable[ModelVersion]) -> set[UUID]:
    """Those whose waiver waits for a second person."""
    asked = GateWaiver.objects.filter(version__in=list(versions), state=GateWaiver.State.ASKED)
    return set(asked.values_list("version", flat=True))


def is_asker(user: User, version: ModelVersion) -> bool:
    """Whether the waiver that waits is this person's own: another one decides."""
    waiver = open_waiver(version)
    return waiver is not None and waiver.asked_by_id == user.pk
