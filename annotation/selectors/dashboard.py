"""What the dashboards ask: a handful of sums over counters, whatever the number of notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final, cast

from django.db.models import Q, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.domain.tally import Assistance
from annotation.models import AgreementReport, DayTally
from annotation.presentation.charts import Bar, LineChart, line_chart, stacked
from annotation.presentation.engine_words import engine_words
from annotation.selectors.progress import Progress, progress_of
from deidweb.accounts.models import Project, User

RECENT_DAYS: Final = 28
_SUMS: Final = {
    name: Sum(name)
    for name in ("notes", "accepted", "corrected", "added", "rejected", "active_seconds")
}


@dataclass(frozen=True, slots=True)
class Pace:
    """Notes validated and seconds of activity, over some time."""

    notes: int = 0
    active_seconds: int = 0

    @property
    def seconds_a_note(self) -> float | None:
        return self.active_seconds / self.notes if self.notes and self.active_seconds else None

    @property
    def minutes_a_note(self) -> float | None:
        seconds = self.seconds_a_note
        return None if seconds is None else seconds / 60

    @property
    def notes_an_hour(self) -> float | None:
        seconds = self.seconds_a_note
        return None if seconds is None else 3600 / seconds

    def hours_for(self, notes: int) -> float | None:
        """Hours of activity that `notes` more notes would take at this pace."""
        seconds = self.seconds_a_note
        return None if seconds is None else notes * seconds / 3600


@dataclass(frozen=True, slots=True)
class Model:
    """How one engine version's suggestions fared."""

    version: str
    notes: int
    counts: Assistance


@dataclass(frozen=True, slots=True)
class Work:
    """Of a project or of one person in it."""

    recent: Pace
    all: Pace
    counts: Assistance
    models: tuple[Model, ...]
    assistance: tuple[Bar, ...]
    notes_by_week: LineChart | None
    minutes_by_week: LineChart | None
    this_week: Assistance


@dataclass(frozen=True, slots=True)
class Dashboard:
    progress: Progress
    work: Work
    remaining: int
    remaining_hours: float | None
    report: AgreementReport | None


def dashboard_of(user: User, project: Project) -> Dashboard:
    """Of the whole project; no person is told apart."""
    progress = progress_of(user, project)
    work = _work(DayTally.objects.filter(project=project))
    remaining = progress.total - progress.gold
    pace = work.recent if work.recent.seconds_a_note else work.all
    report = AgreementReport.objects.filter(project=project).first()
    return Dashboard(progress, work, remaining, pace.hours_for(remaining), report)


def personal_page(user: User, project: Project) -> Work:
    """The person's own; shown to nobody else."""
    return _work(DayTally.objects.filter(project=project, author=user))


def _work(rows: QuerySet[DayTally]) -> Work:
    today = timezone.localdate()
    recent = rows.filter(day__gt=today - timedelta(days=RECENT_DAYS)).aggregate(
        notes=Sum("notes"), active_seconds=Sum("active_seconds")
    )
    weeks = _weeks(rows)
    versions = cast(
        "Iterable[dict[str, Any]]",
        rows.order_by()
        .values("engine_version")
        .annotate(**_SUMS)
        .filter(notes__gt=0)
        .order_by("engine_version"),
    )
    models = tuple(Model(row["engine_version"], row["notes"], _assistance(row)) for row in versions)
    monday = today - timedelta(days=today.weekday())
    total = {name: sum(row[name] for row in weeks) for name in _SUMS}
    return Work(
        recent=_pace(recent),
        all=_pace(total),
        counts=_assistance(total),
        models=models,
        assistance=_bars(models),
        notes_by_week=line_chart(
            [row["week"] for row in weeks], {_("notes validées"): [row["notes"] for row in weeks]}
        ),
        minutes_by_week=line_chart(
            [row["week"] for row in weeks],
            {_("minutes par note"): [_pace(row).minutes_a_note for row in weeks]},
        ),
        this_week=_assistance(next((row for row in weeks if row["week"] == monday), {})),
    )


def _weeks(rows: QuerySet[DayTally]) -> list[dict[str, Any]]:
    """Sums by week, weeks without any work included, so that a line's steps are equal."""
    found: dict[date, dict[str, Any]] = {}
    days = rows.order_by().values("day").annotate(**_SUMS)
    worked = days.filter(Q(notes__gt=0) | Q(active_seconds__gt=0))
    # by day in the database, then by week here: SQLite would call back for each row's week
    for row in cast("Iterable[dict[str, Any]]", worked):
        week = row["day"] - timedelta(days=row["day"].weekday())
        sums = found.setdefault(week, {"week": week, **dict.fromkeys(_SUMS, 0)})
        for name in _SUMS:
            sums[name] += row[name]
    if not found:
        return []
    first, last = min(found), max(found)
    weeks: list[date] = [first + timedelta(weeks=i) for i in range((last - first).days // 7 + 1)]
    return [found.get(week, {"week": week, **dict.fromkeys(_SUMS, 0)}) for week in weeks]


def _pace(row: dict[str, Any]) -> Pace:
    return Pace(row.get("notes") or 0, row.get("active_seconds") or 0)


def _assistance(row: dict[str, Any]) -> Assistance:
    names = ("accepted", "corrected", "added", "rejected")
    return Assistance(*(row.get(name) or 0 for name in names))


def _bars(models: tuple[Model, ...]) -> tuple[Bar, ...]:
    found = stacked(
        {
            model.version: {
                _("acceptées"): model.counts.accepted,
                _("corrigées"): model.counts.corrected,
                _("ajoutées"): model.counts.added,
                _("refusées"): model.counts.rejected,
            }
            for model in models
        }
    )
    return tuple(replace(bar, name=engine_words(bar.name), exact=bar.name) for bar in found)
