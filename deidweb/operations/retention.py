"""What has served its time goes: sessions, old jobs, refused sign-ins, words of old exports,
what killed processes have left, the journal's sealed past."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.utils import timezone

from annotation.models import DatasetFile
from annotation.services.dataset_source import forget_learned
from annotation.services.purge_uploads import purge_uploads
from annotation.services.reseal_identities import retire_all_old_keys
from deidweb.accounts.models import PasswordTry
from deidweb.audit.segments import erasable_rows, erase_sealed, seal_past
from deidweb.audit.services import record
from deidweb.jobs.models import Job
from privacy.models import ExportRequest
from privacy.selectors.export_files import learned_paths
from worker.tasks.leftovers import remove_leftovers


@dataclass(frozen=True, slots=True)
class Purged:
    sessions: int
    jobs: int
    sign_ins: int
    words: int
    journal: int


def foresee_purge() -> Purged:
    """What `purge` would remove; the journal's part supposes that it is sealed first."""
    return Purged(
        _sessions().count(),
        _jobs().count(),
        _sign_ins().count(),
        len(_words()) + _learned().count(),
        erasable_rows(),
    )


def purge() -> Purged:
    """Each kind in a transaction of its own: on SQLite a long one would keep every page waiting."""
    sessions, _each = _sessions().delete()
    with transaction.atomic():
        jobs = _jobs().count()
        _jobs().delete()
    sign_ins, _each = _sign_ins().delete()
    words = _purge_words()
    remove_leftovers()
    purge_uploads()
    retire_all_old_keys()
    seal_past()
    journal = erase_sealed()
    done = Purged(sessions, jobs, sign_ins, words, journal)
    record(
        "retention.purged",
        actor=None,
        sessions=sessions,
        jobs=jobs,
        sign_ins=sign_ins,
        words=words,
        rows=journal,
    )
    return done


def _sessions() -> models.QuerySet[Session]:
    return Session.objects.filter(expire_date__lt=timezone.now())


def _jobs() -> models.QuerySet[Job]:
    """Ended long ago. What they made names them no longer; the journal keeps that they ran."""
    before = timezone.now() - timedelta(days=settings.JOB_RETENTION_DAYS)
    return Job.objects.filter(state__in=Job.FINISHED, finished_at__lt=before)


def _words() -> list[Path]:
    """Learned from exports that are downloaded no more."""
    exports = ExportRequest.objects.past_their_date()
    return [path for export in exports for path in learned_paths(export) if path.is_file()]


def _learned() -> models.QuerySet[DatasetFile]:
    """Networks of data sets that hold the words of such an export, and what they made."""
    return DatasetFile.objects.filter(
        source_id__in=ExportRequest.objects.past_their_date().values("pk")
    )


def _purge_words() -> int:
    paths = _words()
    for path in paths:
        path.unlink(missing_ok=True)
    sources = set(_learned().values_list("source_id", flat=True))
    return len(paths) + sum(forget_learned(source) for source in sources if source)


def _sign_ins() -> models.QuerySet[PasswordTry]:
    """They carry addresses."""
    before = timezone.now() - timedelta(days=settings.SIGN_IN_RETENTION_DAYS)
    return PasswordTry.objects.filter(at__lt=before)
