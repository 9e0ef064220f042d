"""What became of the engines' suggestions, week by week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, cast

from django.db.models import Sum

from annotation.domain.control_chart import Point, Week, control_chart
from annotation.models import DayTally
from deidweb.accounts.models import Project, User
from deidweb.accounts.roles import Permission

_SUMS: Final = {name: Sum(name) for name in ("notes", "accepted", "corrected", "added", "rejected")}


@dataclass(frozen=True, slots=True)
class EngineWork:
    """Suggestions of one engine version that people kept, of all that they decided."""

    version: str
    notes: int
    kept: int
    decided: int


def drift_of(user: User, project: Project) -> list[Point]:
    """Share of the spans that people had to add, remove or change, with limits learned from the first weeks."""
    visible = Project.objects.visible_to(user, Permission.MANAGE_MODELS)
    rows = DayTally.objects.filter(project__in=visible, project=project).order_by("day")
    told = cast("Iterable[dict[str, Any]]", rows.values("day").annotate(**_SUMS))
    wrong: Counter[date] = Counter()
    total: Counter[date] = Counter()
    for row in told:
        monday = row["day"] - timedelta(days=row["day"].weekday())
        changed = row["corrected"] + row["added"] + row["rejected"]
        wrong[monday] += changed
        total[monday] += row["accepted"] + changed
    return control_chart([Week(monday, wrong[monday], total[monday]) for monday in sorted(total)])


def engines_at_work(user: User, project: Project) -> list[EngineWork]:
    """By engine version, as the suggestions name it."""
    visible = Project.objects.visible_to(user, Permission.MANAGE_MODELS)
    rows = DayTally.objects.filter(project__in=visible, project=project).exclude(engine_version="")
    told = cast(
        "Iterable[dict[str, Any]]",
        rows.order_by("engine_version").values("engine_version").annotate(**_SUMS),
    )
    return [_engine(row) for row in told if row["notes"]]


def _engine(row: dict[str, Any]) -> EngineWork:
    decided = row["accepted"] + row["corrected"] + row["rejected"]
    return EngineWork(row["engine_version"], row["notes"], row["accepted"], decided)


def drifts(user: User, project: Project) -> bool:
    """Whether the newest week with enough spans lies outside the limits."""
    points = drift_of(user, project)
    return bool(points) and points[-1].is_out
