"""What people made of the spans, week by week: in all, by label, type of document, service and engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final, cast

from django.db.models import Count, F, FloatField, QuerySet, Sum
from django.db.models.functions import Cast, NullIf
from django.utils import timezone

from annotation.domain.control_chart import LEARNED, LEAST, Kind, Point, Week, control_chart
from annotation.models import EntityDay
from deidweb.accounts.models import Project, User
from deidweb.accounts.roles import Permission

Axis = EntityDay.Axis
WEEKS: Final = 52  # that are looked at; the limits are learned from the first of them
SHOWN_DAYS: Final = 56
_RECENT: Final = timedelta(weeks=2)  # what came no more for longer alarms no more
_COUNTS: Final = ("notes", "accepted", "corrected", "added", "rejected")
# A figure is (count, total), both sums of counts: what was corrected of all spans, what was kept of the suggestions,
# entities a note.
_CORRECTED: Final = (
    ("corrected", "added", "rejected"),
    ("accepted", "corrected", "added", "rejected"),
)
_KEPT: Final = (("accepted",), ("accepted", "corrected", "rejected"))
_A_NOTE: Final = (("accepted", "corrected", "added"), ("notes",))
_FIGURES: Final = {Axis.ALL: _CORRECTED, Axis.ENGINE: _KEPT}
_SCATTERS: Final = {"corrected": _CORRECTED, "kept": _KEPT, "a_note": _A_NOTE}


@dataclass(frozen=True, slots=True)
class Series:
    """One figure over the weeks in which it says something. `notes` were handed in in all of them; `is_out`: it left
    its limits lately."""

    axis: str
    name: str
    kind: Kind
    points: tuple[Point, ...]
    notes: int
    is_out: bool = False

    @property
    def key(self) -> str:
        return f"{self.axis}:{self.name}"


@dataclass(frozen=True, slots=True)
class Day:
    """`count` of `total` of a series, that day."""

    day: date
    count: int
    total: int


def drift_of(user: User, project: Project) -> list[Series]:
    """Every figure of which a week says something, in the order of `EntityDay.Axis`. One query, whatever was read."""
    weeks: dict[tuple[str, str], list[Week]] = {}
    notes: Counter[tuple[str, str]] = Counter()
    for row in _by_week(_visible(user, project)):
        key = row["axis"], row["name"]
        weeks.setdefault(key, []).append(_week(row))
        notes[key] += row["week_notes"]
    watched = sum(_says_something(axis, told) for (axis, _name), told in weeks.items())
    found = []
    for (axis, name), told in weeks.items():
        kind = _kind(axis)
        if points := control_chart(told, kind, watched):
            found.append(Series(axis, name, kind, tuple(points), notes[axis, name]))
    return _alarmed(found)


def out_of_limits(user: User, project: Project) -> list[Series]:
    """Those whose newest week lies outside."""
    return [series for series in drift_of(user, project) if series.is_out]


def days_of(user: User, project: Project, series: Series) -> list[Day]:
    """Its last eight weeks, day by day; days without a note are left out."""
    since = timezone.localdate() - timedelta(days=SHOWN_DAYS)
    rows = _visible(user, project).filter(axis=series.axis, name=series.name, day__gt=since)
    count, total = _figure(series.axis)
    told = rows.filter(notes__gt=0).order_by("day").values("day", *_COUNTS)
    return [Day(row["day"], _sum(row, count), _sum(row, total)) for row in told]


def _visible(user: User, project: Project) -> QuerySet[EntityDay]:
    visible = Project.objects.visible_to(user, Permission.MANAGE_MODELS)
    return EntityDay.objects.filter(project__in=visible, project=project)


def _by_week(rows: QuerySet[EntityDay]) -> Iterable[dict[str, Any]]:
    """Added up by the database, along an index that holds all of it."""
    since = timezone.localdate() - timedelta(weeks=WEEKS)
    sums = {f"week_{name}": Sum(name) for name in _COUNTS}
    scatters = {f"{name}_scatter": _scatter(*figure) for name, figure in _SCATTERS.items()}
    told = rows.filter(monday__gte=since, notes__gt=0).order_by("axis", "name", "monday")
    by_week = told.values("axis", "name", "monday").annotate(days=Count("pk"), **sums, **scatters)
    return cast("Iterable[dict[str, Any]]", by_week)


def _scatter(count: Sequence[str], total: Sequence[str]) -> Sum:
    """Σ count² / total over the days of a week (see `Week`)."""
    above, below = (
        Cast(sum((F(name) for name in names[1:]), F(names[0])), FloatField())
        for names in (count, total)
    )
    return Sum(above * above / NullIf(below, 0.0), default=0.0, output_field=FloatField())


def _week(row: dict[str, Any]) -> Week:
    figure = _figure(row["axis"])
    [scatter] = [row[f"{name}_scatter"] for name, own in _SCATTERS.items() if own is figure]
    count, total = (_sum(row, names, "week_") for names in figure)
    return Week(row["monday"], count, total, row["days"], scatter)


def _figure(axis: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return _FIGURES.get(Axis(axis), _A_NOTE)


def _kind(axis: str) -> Kind:
    return Kind.RATE if _figure(axis) is _A_NOTE else Kind.SHARE


def _sum(row: dict[str, Any], names: Sequence[str], prefix: str = "") -> int:
    return sum(row[prefix + name] for name in names)


def _says_something(axis: str, weeks: Sequence[Week]) -> bool:
    """Limits are held against at least one week."""
    return sum(week.total >= LEAST[_kind(axis)] for week in weeks) > LEARNED


def _alarmed(found: Sequence[Series]) -> list[Series]:
    """In order, those marked that are outside and have not ended since."""
    if not found:
        return []
    since = max(series.points[-1].week.monday for series in found) - _RECENT
    rank = {axis: place for place, axis in enumerate(Axis)}
    marked = [
        replace(series, is_out=series.points[-1].is_out and series.points[-1].week.monday >= since)
        for series in found
    ]
    return sorted(marked, key=lambda series: (rank[Axis(series.axis)], series.name))
