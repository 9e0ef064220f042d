"""Figures for Prometheus: counts and ages, read from the database when they are asked for.

No name, no id, no project: labels take words of our own lists only. The database owns every job, so
one web process can answer for all workers, and nothing is counted twice.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from annotation.models import Document
from deidweb.audit.models import AuditEntry
from deidweb.audit.months import count_recent_alerts
from deidweb.jobs.kinds import KINDS
from deidweb.jobs.models import Job
from deidweb.operations.backup_age import last_backup_at
from deidweb.operations.health import Probe, probes
from privacy.models import ExportRequest


def metrics_text() -> bytes:
    """The page in Prometheus' text format."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Installation())
    return generate_latest(registry)


class _Installation(Collector):
    def collect(self) -> Iterable[Metric]:
        found = probes()
        yield _labelled("deidweb_up", "1 while a part answers", "part", _ups(found))
        yield from _disk()
        yield from _backups()
        if any(probe.name == "database" and not probe.is_up for probe in found):
            return
        try:
            yield from _work()
        except DatabaseError:  # gone meanwhile: what is known is said
            return


def _ups(found: list[Probe]) -> Iterator[tuple[str, float]]:
    for probe in found:
        yield probe.name, float(probe.is_up)


def _disk() -> Iterator[Metric]:
    usage = shutil.disk_usage(settings.DATA_DIR)
    yield _plain("deidweb_disk_free_bytes", "Room on the data's disk", usage.free)
    yield _plain("deidweb_disk_size_bytes", "Size of the data's disk", usage.total)


def _backups() -> Iterator[Metric]:
    made = last_backup_at()
    if made is not None:
        text = "When the last backup was complete"
        yield _plain("deidweb_last_backup_timestamp_seconds", text, made.timestamp())


def _work() -> Iterator[Metric]:
    yield _jobs()
    queued = Job.objects.filter(state=Job.State.QUEUED)
    oldest = queued.aggregate(oldest=Min("created_at"))["oldest"]
    yield _plain(
        "deidweb_oldest_queued_job_seconds", "Age of the job that waits longest", _age(oldest)
    )
    late = Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=timezone.now())
    yield _plain("deidweb_silent_jobs", "Running jobs whose worker gives no sign", late.count())
    running = Job.objects.filter(state=Job.State.RUNNING)
    still = sum(job.is_still for job in running.only("kind", "state", "progressed_at"))
    yield _plain("deidweb_still_jobs", "Running jobs that do not get on", still)
    notes, exports = _by(Document.objects.all()), _by(ExportRequest.objects.all())
    yield _labelled("deidweb_notes", "Notes by state", "state", notes)
    yield _labelled("deidweb_exports", "Exports by state", "state", exports)
    live = Session.objects.filter(expire_date__gt=timezone.now())
    yield _plain("deidweb_sessions", "Sessions that have not expired", live.count())
    yield _plain("deidweb_audit_rows", "Rows of the journal", AuditEntry.objects.count())
    text = "Unusual readings of notes in the last seven days"
    yield _plain("deidweb_unusual_readings", text, count_recent_alerts())


def _jobs() -> Metric:
    family = GaugeMetricFamily("deidweb_jobs", "Jobs by kind and state", labels=["kind", "state"])
    counts = Job.objects.order_by().values_list("kind", "state").annotate(count=Count("pk"))
    for kind, state, count in counts:
        family.add_metric([kind if kind in KINDS else "other", state], count)
    return family


def _by(rows: QuerySet[Any]) -> Iterator[tuple[str, float]]:
    yield from rows.order_by().values_list("state").annotate(count=Count("pk"))


def _age(since: datetime | None) -> float:
    return 0.0 if since is None else max(0.0, (timezone.now() - since).total_seconds())


def _plain(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=value)


def _labelled(name: str, text: str, label: str, rows: Iterable[tuple[str, float]]) -> Metric:
    family = GaugeMetricFamily(name, text, labels=[label])
    for word, value in rows:
        family.add_metric([word], value)
    return family
