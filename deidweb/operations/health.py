"""Can this installation work? Asked by a load balancer, a container's health check and `/metrics`."""

from __future__ import annotations

import logging
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from celery import current_app
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from deidweb.operations.logs import Console

logger = logging.getLogger(__name__)
_BROKER_SECONDS: Final = 2.0
_SCHEMA_SECONDS: Final = 60.0  # how long "every migration is applied" is believed
_schema_seen: dict[str, float] = {}


@dataclass(frozen=True, slots=True)
class Probe:
    """`is_vital`: without it pages fail. `word` says the state; never a message of a library."""

    name: str
    is_up: bool
    is_vital: bool
    word: str


def probes() -> list[Probe]:
    """Database, migrations, disk, broker, log, in the order in which one repairs them.

    The last two are not vital: while the broker is away pages work and jobs wait, while the log takes no line the journal
    goes on. Taking the pages away would make one failure two.
    """
    return [
        _probe("database", _database, is_vital=True),
        _probe("migrations", _migrations, is_vital=True),
        _probe("disk", _disk, is_vital=True),
        _probe("broker", _broker, is_vital=False),
        _probe("log", _log, is_vital=False),
    ]


def is_ready(found: list[Probe]) -> bool:
    return all(probe.is_up for probe in found if probe.is_vital)


def _probe(name: str, question: Callable[[], str], *, is_vital: bool) -> Probe:
    """`question` answers "" when all is well, else a word; an exception's type is the word."""
    try:
        word = question()
    except Exception as error:  # noqa: BLE001 - whatever fails, the answer says so
        word = type(error).__name__
    return Probe(name, not word, is_vital, word or "ok")


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return ""


def _migrations() -> str:
    """Reading the files of all migrations takes some 0.1 s: a good answer is kept for a minute."""
    if time.monotonic() - _schema_seen.get("at", -_SCHEMA_SECONDS) < _SCHEMA_SECONDS:
        return ""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return "missing"
    _schema_seen["at"] = time.monotonic()
    return ""


def _disk() -> str:
    """A byte can be written where the data lies, and there is room for a day's work."""
    folder = Path(settings.DATA_DIR)
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"1")
    free = shutil.disk_usage(folder).free
    return "" if free >= settings.READY_MIN_FREE_BYTES else "full"


def _broker() -> str:
    folder = settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("data_folder_in")
    if folder:
        return "" if Path(folder).is_dir() else "missing"
    with current_app.connection_for_write() as broker:
        options: dict[str, Any] = {
            "max_retries": 1,
            "interval_start": 0,
            "timeout": _BROKER_SECONDS,
        }
        broker.ensure_connection(**options)
    return ""


def _log() -> str:
    """The log's own file has room, and this process's last line was written: where one was not, another is tried."""
    own = sys.__stderr__.fileno() if sys.__stderr__ else -1
    if own >= 0 and stat.S_ISREG(os.fstat(own).st_mode) and not os.fstatvfs(own).f_bavail:
        return "full"
    if Console.lost:
        logger.warning("is the log written again?")
    return "lost" if Console.lost else ""


def forget() -> None:
    """Tests change the schema."""
    with suppress(KeyError):
        del _schema_seen["at"]
