"""gunicorn as in use, for the server's half of the bench, and who sits before it."""

from __future__ import annotations

import re
import signal
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
COMPOSE: Final = ROOT / "docker-compose.yml"


def web_command(port: int) -> list[str]:
    """What `manage.py serve` starts on SQLite, what docker-compose.yml starts on PostgreSQL."""
    from django.db import connection

    if connection.vendor == "sqlite":
        from deidweb.management.commands.serve import build_tree

        return build_tree(port)[0].command
    found = re.search(r"command: gunicorn (.+)", COMPOSE.read_text(encoding="utf-8"))
    if found is None:
        raise RuntimeError("docker-compose.yml ne dit plus comment démarrer gunicorn")
    options = re.sub(r"--bind=\S+", f"--bind=127.0.0.1:{port}", found[1])
    return [sys.executable, "-m", "gunicorn", *options.split(), "--log-level=warning"]


def installation(folder: Path) -> dict[str, str]:
    """The variables of one of its own, whose data lie in `folder`."""
    return {
        "DEIDWEB_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "deidweb.settings.embedded",
        "SECRET_KEY": "s" * 64, "AUDIT_KEY": "a" * 64,
    }  # fmt: skip


@contextmanager
def served(command: list[str], port: int) -> Iterator[None]:
    server = subprocess.Popen(command, cwd=ROOT, stdout=sys.stderr)
    try:
        _wait_for(port)
        yield
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=60)


def _wait_for(port: int) -> None:
    for _try in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("le serveur n'a pas démarré")


def session_of(person: Any) -> str:
    """Key of a signed-in session."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from deidweb.accounts.sessions import BEGAN

    store = SessionStore()
    store[SESSION_KEY] = str(person.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = person.get_session_auth_hash()
    store[BEGAN] = time.time()
    store.save()
    return str(store.session_key)


def people_of(count: int) -> list[Any]:
    from deidweb.accounts.models import User

    return list(User.objects.filter(username__startswith="p").order_by("pk")[:count])


def give_back() -> list[Any]:
    """Open readings disappear, as if nobody had begun; their notes, one entry a reading."""
    from annotation.models import Document, Layer

    given = Layer.objects.filter(kind="annotator", state="open")
    notes = list(given.values_list("document_id", flat=True))
    given.delete()
    untouched = Document.objects.filter(pk__in=notes).exclude(layers__kind="annotator")
    untouched.update(state="preannotated")
    return notes


def summary(times: list[float]) -> dict[str, Any]:
    """Median, 95th and 99th percentiles, worst; of nothing: zeros, and `count` says so."""
    if len(times) < 2:
        return {"count": len(times), "median": 0.0, "p95": 0.0, "p99": 0.0, "worst": 0.0}
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return {
        "count": len(times),
        "median": round(statistics.median(times), 1),
        "p95": round(cuts[94], 1),
        "p99": round(cuts[98], 1),
        "worst": round(max(times), 1),
    }
