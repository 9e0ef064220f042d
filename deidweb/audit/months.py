"""Questions of the journal's review: who read how much in a project, what of it is unusual, and which months nobody has gone
through."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db.models import Count, QuerySet, TextField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, TruncHour
from django.utils import timezone

from deidweb.audit.models import AuditEntry, AuditReview
from deidweb.audit.unusual import DAY_NOTES, Alert, Hour, by_day, unusual

READING: Final = ("note.read", "preview.opened", "agreement.spans_read", "export.findings_read",
                  "export.note_read", "icd.note_read", "blind.note_read", "patient_file.searched")  # fmt: skip
TAKING_OUT: Final = ("export.downloaded", "dataset.downloaded")
_KEPT_SECONDS: Final = 300
RECENT_DAYS: Final = 7
_HABIT_DAYS: Final = 60
_MOST_MONTHS: Final = 12


@dataclass(frozen=True, slots=True)
class Person:
    """One person's month. `notes`: different notes, hour by hour."""

    name: str
    notes: int
    days: int
    night: int
    files: int


@dataclass(frozen=True, slots=True)
class NamedAlert:
    name: str
    alert: Alert


@dataclass(frozen=True, slots=True)
class Month:
    first: date
    people: list[Person]
    alerts: list[NamedAlert]
    review: AuditReview | None


def month_of(project_ref: UUID, first: date) -> Month:
    """What the reviewer sees of the month that begins on `first`."""
    hours, alerts = _read_between(project_ref, first, next_month(first))
    files = _counts(_rows(project_ref, first, next_month(first)).filter(action__in=TAKING_OUT))
    present = {hour.actor for hour in hours} | set(files)
    names = _names(present | {alert.actor for alert in alerts})
    return Month(
        first=first,
        people=[
            _person(actor, name, hours, files) for actor, name in names.items() if actor in present
        ],
        alerts=[NamedAlert(names[alert.actor], alert) for alert in alerts],
        review=AuditReview.objects.select_related("by")
        .filter(project_ref=project_ref, month=first)
        .first(),
    )


def recent_alerts(project_ref: UUID) -> list[Alert]:
    """What is unusual in the readings of the last seven days, the newest first; found anew every five minutes at most, since
    start pages and monitoring ask all the time and a busy project takes a second."""
    tomorrow = timezone.localdate() + timedelta(days=1)
    key = f"recent-alerts-{project_ref}-{tomorrow}"
    found: list[Alert] | None = cache.get(key)
    if found is None:
        found = _read_between(project_ref, tomorrow - timedelta(days=RECENT_DAYS), tomorrow)[1]
        cache.set(key, found, _KEPT_SECONDS)
    return found


def count_recent_alerts() -> int:
    """Those of all projects."""
    begin = timezone.now() - timedelta(days=RECENT_DAYS)
    rows = AuditEntry.objects.filter(at__gte=begin, action__in=READING).order_by()
    projects = rows.values_list("project_ref", flat=True).distinct()
    return sum(len(recent_alerts(project)) for project in projects if project is not None)


def months_to_review(project_ref: UUID) -> list[date]:
    """First days of the months that are over, hold rows of the project and have no review; the newest first."""
    begun = first_month(project_ref)
    done = set(AuditReview.objects.filter(project_ref=project_ref).values_list("month", flat=True))
    months: list[date] = []
    month = last_full_month()
    while month >= begun and len(months) < _MOST_MONTHS:
        months.append(month)
        month = month_before(month)
    return [month for month in months if month not in done]


def first_month(project_ref: UUID) -> date:
    """The month of the project's first row; the one that runs, before any."""
    rows = AuditEntry.objects.filter(project_ref=project_ref).order_by("pk")
    oldest = rows.values_list("at", flat=True).first()
    return timezone.localdate(oldest).replace(day=1)


def this_month() -> date:
    return timezone.localdate().replace(day=1)


def last_full_month() -> date:
    return month_before(this_month())


def month_before(first: date) -> date:
    return (first - timedelta(days=1)).replace(day=1)


def next_month(first: date) -> date:
    return (first + timedelta(days=32)).replace(day=1)


def _rows(project_ref: UUID, begin: date, end: date) -> QuerySet[AuditEntry]:
    zone = timezone.get_default_timezone()
    start, stop = (datetime(day.year, day.month, day.day, tzinfo=zone) for day in (begin, end))
    own = AuditEntry.objects.filter(project_ref=project_ref, actor__isnull=False).order_by()
    return own.filter(at__gte=start, at__lt=stop)


def _hours(rows: QuerySet[AuditEntry]) -> list[Hour]:
    zone = timezone.get_default_timezone()
    read = rows.filter(action__in=READING)
    hours = read.annotate(hour=TruncHour("at", tzinfo=zone)).values("actor", "hour")
    # of an export the details say which of its notes was opened
    note = Coalesce(KeyTextTransform("note", "details"), "object_id", output_field=TextField())
    counted = hours.annotate(notes=Count(note, distinct=True))
    return [Hour(row["actor"], row["hour"].replace(tzinfo=None), row["notes"]) for row in counted]


def _read_between(project_ref: UUID, begin: date, end: date) -> tuple[list[Hour], list[Alert]]:
    """What was read from `begin` until before `end`, and what of it is unusual beside the readers' days before. A night is
    told whole, with the day on which it began."""
    more = _hours(_rows(project_ref, begin, end + timedelta(days=1)))
    hours = [hour for hour in more if hour.at.date() < end]
    usual: dict[int, list[int]] = defaultdict(list)
    busy = {actor for (actor, _day), notes in by_day(hours).items() if notes >= DAY_NOTES}
    if busy:  # nobody else's habit matters
        earlier = _rows(project_ref, begin - timedelta(days=_HABIT_DAYS), begin)
        for (actor, _day), notes in by_day(_hours(earlier.filter(actor__in=busy))).items():
            usual[actor].append(notes)
    return hours, [alert for alert in unusual(more, usual) if begin <= alert.day < end]


def _counts(rows: QuerySet[AuditEntry]) -> dict[int, int]:
    return dict(rows.values_list("actor").annotate(count=Count("pk")))


def _names(actors: set[int]) -> dict[int, str]:
    people = get_user_model().objects.filter(pk__in=actors).order_by("username")
    return {person.pk: person.display_name for person in people}


def _person(actor: int, name: str, hours: list[Hour], files: dict[int, int]) -> Person:
    own = [hour for hour in hours if hour.actor == actor]
    return Person(
        name=name,
        notes=sum(hour.notes for hour in own),
        days=len({hour.at.date() for hour in own}),
        night=sum(hour.notes for hour in own if hour.is_night),
        files=files.get(actor, 0),
    )
