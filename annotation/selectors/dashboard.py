"""What the dashboards ask: a handful of sums over counters, whatever the number of notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, cast

from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from annotation.domain.tally import Assistance
from annotation.models import AgreementReport, DayTally, Document, Layer
from annotation.selectors.agreement import newest_report
from annotation.selectors.datasets import gold_growth
from annotation.selectors.progress import Progress, progress_of
from annotation.selectors.queue import work_settings
from deidweb.accounts.models import Project, User

RECENT_DAYS: Final = 28
_SUMS: Final = {
    name: Sum(name)
    for name in ("notes", "accepted", "corrected", "added", "rejected", "active_seconds")
}


@dataclass(frozen=True, slots=True)
class Pace:
    """Notes that people handed in and seconds of activity, over some time."""

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
class Week:
    monday: date
    pace: Pace
    counts: Assistance


@dataclass(frozen=True, slots=True)
class Work:
    """Of a project or of one person in it. `weeks` follow one another, those without work included."""

    recent: Pace
    all: Pace
    counts: Assistance
    models: tuple[Model, ...]
    weeks: tuple[Week, ...]
    this_week: Assistance

    @property
    def missed(self) -> int:
        """As `missed_without_people`, of these rows."""
        return sum(model.counts.added for model in self.models if model.version)


@dataclass(frozen=True, slots=True)
class Dashboard:
    """`work` counts readings: a note read by two people twice. `growth` (see `gold_growth`) and `remaining` count notes;
    `readings_left`: what people have yet to hand in, two a note where two read."""

    progress: Progress
    work: Work
    growth: Mapping[date, int]
    remaining: int
    readings_left: int
    remaining_hours: float | None
    report: AgreementReport | None


def dashboard_of(user: User, project: Project) -> Dashboard:
    """Of the whole project; no person is told apart."""
    progress = progress_of(user, project)
    work = _work(DayTally.objects.filter(project=project))
    left = _readings_left(project, progress)
    pace = work.recent if work.recent.seconds_a_note else work.all
    return Dashboard(
        progress=progress,
        work=work,
        growth=gold_growth(project),
        remaining=progress.total - progress.gold,
        readings_left=left,
        remaining_hours=pace.hours_for(left),
        report=newest_report(project),
    )


def _readings_left(project: Project, progress: Progress) -> int:
    """Notes to compare lack none."""
    handed_in = Layer.objects.filter(
        document__project=project,
        document__state=Document.State.IN_PROGRESS,
        kind=Layer.Kind.ANNOTATOR,
        submitted_at__isnull=False,
    ).count()
    places = work_settings(project).readers * (progress.waiting + progress.in_progress)
    return max(0, places - handed_in)


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
    monday = today - timedelta(days=today.weekday())
    total = {name: sum(sums[name] for sums in weeks.values()) for name in _SUMS}
    return Work(
        recent=_pace(recent),
        all=_pace(total),
        counts=_assistance(total),
        models=tuple(
            Model(row["engine_version"], row["notes"], _assistance(row)) for row in versions
        ),
        weeks=tuple(Week(day, _pace(sums), _assistance(sums)) for day, sums in weeks.items()),
        this_week=_assistance(weeks.get(monday, {})),
    )


def _weeks(rows: QuerySet[DayTally]) -> dict[date, dict[str, int]]:
    """Sums by week, weeks without any work included, so that a line's steps are equal."""
    found: dict[date, dict[str, int]] = {}
    days = rows.order_by().values("day").annotate(**_SUMS)
    worked = days.filter(Q(notes__gt=0) | Q(active_seconds__gt=0))
    # by day in the database, then by week here: SQLite would call back for each row's week
    for row in cast("Iterable[dict[str, Any]]", worked):
        monday = row["day"] - timedelta(days=row["day"].weekday())
        sums = found.setdefault(monday, dict.fromkeys(_SUMS, 0))
        for name in _SUMS:
            sums[name] += row[name]
    if not found:
        return {}
    first, last = min(found), max(found)
    mondays = [first + timedelta(weeks=i) for i in range((last - first).days // 7 + 1)]
    return {monday: found.get(monday, dict.fromkeys(_SUMS, 0)) for monday in mondays}


def _pace(row: dict[str, Any]) -> Pace:
    return Pace(row.get("notes") or 0, row.get("active_seconds") or 0)


def _assistance(row: dict[str, Any]) -> Assistance:
    names = ("accepted", "corrected", "added", "rejected")
    return Assistance(*(row.get(name) or 0 for name in names))


def missed_without_people(project: Project) -> int:
    """Identifiers that people added to what the engine had suggested to them, in the notes they handed in."""
    told = (
        DayTally.objects.filter(project=project)
        .exclude(engine_version="")
        .order_by()
        .aggregate(n=Sum("added"))
    )
    return told["n"] or 0
