"""One database of the server's half: fills it, serves it as in use, measures. Prints one JSON line.

``python -m benches.ui.server_scene`` is started by `benches.ui.server` with the settings of one
installation in the environment: Django knows one database a process.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import platform
import re
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import django

ROOT: Final = Path(__file__).resolve().parents[2]
COMPOSE: Final = ROOT / "docker-compose.yml"
WARM_UP: Final = 8  # readers at once, twice the processes of either server
PAGE_QUERIES: Final = 3  # how often a page is opened in this process before its queries are counted


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("notes", "spans", "annotators", "pages"):
        parser.add_argument(f"--{name}", type=int, required=True)
    parser.add_argument("--pause", type=float, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    args = parser.parse_args(arguments)
    django.setup()
    logging.disable(logging.CRITICAL)
    result = measure(args)
    sys.stdout.write(json.dumps(result) + "\n")
    return 0


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Times in milliseconds; `failures` holds what did not answer as it should."""
    from django.core.management import call_command

    from benches.ui.big_base import Size, fill
    from deidweb.accounts.models import Project

    call_command("migrate", verbosity=0)
    size = Size(args.notes, args.spans, max(args.annotators, args.pages + 1))
    began = time.perf_counter()
    project = Project.objects.filter(name="Banc").first() or fill(size)
    filled = time.perf_counter() - began
    _run_jobs(project)
    _give_back()  # what a former run on this base left open
    port = _free_port()
    command = _web_command(port)
    with _served(command, port):
        pages = _pages(project, port, args.pages)
        saves = _saves(project, port, args)
    return {
        "versions": _versions(),
        "web": " ".join(part for part in command[1:] if part.startswith("--w") or "thread" in part),
        "filled_seconds": round(filled, 1),
        **_sizes(project),
        "saves": saves,
        "pages": pages,
    }


def _run_jobs(project: Any) -> None:
    """The measure of agreement and a data set, as their jobs make them: pages show what these kept."""
    from django.db import transaction

    from annotation.models import AgreementReport, DatasetSnapshot
    from annotation.services import agreement, datasets

    person = _people(1)[0]
    if not AgreementReport.objects.filter(project=project).exists():
        result = agreement.measure(project, lambda _done, _total: None)
        with transaction.atomic():
            agreement.publish_report(project=project, actor=person, result=result)
    if not DatasetSnapshot.objects.filter(project=project).exists():
        order = datasets.Order()
        draft = datasets.write_draft(
            project, order, name="banc", on_progress=lambda _done, _total: None
        )
        with transaction.atomic():
            datasets.publish_snapshot(project=project, actor=person, order=order, draft=draft)


def _sizes(project: Any) -> dict[str, int]:
    """What is there, counted, not what was asked for."""
    from annotation.models import Document, LayerSpan

    return {
        "notes": Document.objects.filter(project=project).count(),
        "spans": LayerSpan.objects.count(),
    }


def _versions() -> str:
    from django.db import connection

    asked = "select sqlite_version()" if connection.vendor == "sqlite" else "show server_version"
    with connection.cursor() as cursor:
        cursor.execute(asked)
        found = cursor.fetchone()[0]
    return (
        f"{connection.vendor} {found}, Python {platform.python_version()}, Django "
        f"{django.__version__}, gunicorn {version('gunicorn')}"
    )


# --- the server, as in use


def _web_command(port: int) -> list[str]:
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


@contextmanager
def _served(command: list[str], port: int) -> Iterator[None]:
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


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _session(person: Any) -> str:
    """Key of a signed-in session."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    store = SessionStore()
    store[SESSION_KEY] = str(person.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = person.get_session_auth_hash()
    store.save()
    return str(store.session_key)


# --- saving


def _saves(project: Any, port: int, args: argparse.Namespace) -> dict[str, Any]:
    """Everybody on their own note at once. What was acknowledged must be there afterwards."""
    from annotation.models import Layer, SpanOp
    from benches.ui.people import at_work

    seats, layers = _seats(project, args.annotators)
    loads = []
    with at_work(port, seats, args.pause) as people:
        until = time.monotonic() + args.seconds
        while time.monotonic() < until and not any(one.times.failures for one in people):
            time.sleep(min(5.0, args.seconds))
            loads.append(os.getloadavg()[0])
    times = [one for person in people for one in person.times.milliseconds]
    failures = [one for person in people for one in person.times.failures]
    for person, layer in zip(people, layers, strict=True):
        kept = Layer.objects.get(pk=layer.pk).rev
        rows = SpanOp.objects.filter(layer=layer).count()
        if (kept, rows) != (person.rev, person.rev):
            failures.append(f"perdu : {person.rev} accusés, révision {kept}, {rows} opérations")
    return {
        "annotators": len(seats),
        "seconds": args.seconds,
        "load": round(statistics.mean(loads), 1),
        "failures": failures,
        **_summary(times),
    }


def _seats(project: Any, count: int) -> tuple[list[Any], list[Any]]:
    from django.urls import reverse

    from annotation.models import Document
    from annotation.services import start_annotation
    from benches.ui.big_base import SENTENCE, SENTENCES
    from benches.ui.people import Seat

    begin = SENTENCE.index("mieux")
    places = tuple((begin + i * len(SENTENCE), begin + i * len(SENTENCE) + 5) for i in range(SENTENCES))  # fmt: skip
    notes = Document.objects.filter(project=project, state="preannotated").order_by("-position")
    people = _people(count)
    seats, layers = [], []
    for person, note in zip(people, notes[:count], strict=True):
        layer = start_annotation(actor=person, document=note)
        path = reverse("annotation-api:layer-ops", args=[project.pk, layer.pk])
        seats.append(Seat(_session(person), path, places))
        layers.append(layer)
    return seats, layers


def _people(count: int) -> list[Any]:
    from deidweb.accounts.models import User

    return list(User.objects.filter(username__startswith="p").order_by("pk")[:count])


# --- pages


def _pages(project: Any, port: int, times: int) -> dict[str, Any]:
    """Each page `times` times, one reader, nobody else at work; first with one reader a note and
    notes by age, then with two readers and the riskiest first."""
    from annotation.models import WorkSettings
    from benches.ui.people import Browser

    person = _people(1)[0]
    browser = Browser(port, _session(person))
    found: dict[str, Any] = {}
    for title, readers, order in (("", 1, "oldest"), (" (2 lecteurs, par risque)", 2, "risk")):
        WorkSettings.objects.filter(project=project).update(readers=readers, order=order)
        for name, path in _addresses(project, is_short=bool(title)).items():
            queries = _queries(person, path)
            _warm(browser, path)
            answers = [browser.send("GET", path) for _time in range(times)]
            found[name + title] = {"queries": queries, **_told(answers, 200)}
        found["note suivante" + title] = _next_notes(project, port, times, readers)
    WorkSettings.objects.filter(project=project).update(readers=1, order="oldest")
    return found


def _warm(browser: Any, path: str) -> None:
    """Each process of the server has compiled the page's templates once."""
    with ThreadPoolExecutor(WARM_UP) as pool:
        list(pool.map(lambda _number: browser.send("GET", path), range(2 * WARM_UP)))


def _addresses(project: Any, *, is_short: bool) -> dict[str, str]:
    from django.urls import reverse

    from annotation.models import DatasetSnapshot, Document

    def page(name: str, *rest: object) -> str:
        return reverse(f"annotation:{name}", args=[project.pk, *rest])

    note = Document.objects.filter(project=project, state="preannotated")[0]
    some = {"accueil": reverse("home"), "une note": page("document-detail", note.pk)}
    if is_short:
        return some
    listing = page("document-list")
    return {
        "projet (notes)": listing,
        "notes, page 1900": f"{listing}?page=1900",
        "notes d'un type, par date": f"{listing}?doc_type=TYPE3&sort=-date",
        "notes d'un état, par type": f"{listing}?state=preannotated&sort=type",
        **some,
        "suivi": page("dashboard"),
        "suivi, moi": page("dashboard-personal"),
        "accord": page("agreement"),
        "jeux": page("dataset-list"),
        "un jeu": page("dataset-detail", DatasetSnapshot.objects.get(project=project).pk),
        "répartition": page("work"),
        "à comparer": page("adjudication-list"),
    }


def _queries(person: Any, path: str) -> int:
    """Counted in this process, once the caches that every process keeps are warm."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    settings.ALLOWED_HOSTS = ["testserver"]
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    for _time in range(PAGE_QUERIES):
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
    return len(queries)


def _next_notes(project: Any, port: int, times: int, readers: int) -> dict[str, Any]:
    """« Annoter la note suivante », each time by somebody with nothing open; given back afterwards."""
    from django.urls import reverse

    from benches.ui.people import Browser

    path = reverse("annotation:queue-next", args=[project.pk])
    people = _people(times + 1)[1:]
    answers = [Browser(port, _session(person)).send("POST", path) for person in people]
    notes = _give_back()
    told = _told(answers, 302)
    if len(notes) != len(people) or max(Counter(notes).values(), default=0) > readers:
        told["failures"].append(f"{len(notes)} places prises par {len(people)} personnes")
    return told


def _give_back() -> list[Any]:
    """Open readings disappear, as if nobody had begun; their notes, one entry a reading."""
    from annotation.models import Document, Layer

    given = Layer.objects.filter(kind="annotator", state="open")
    notes = list(given.values_list("document_id", flat=True))
    given.delete()
    untouched = Document.objects.filter(pk__in=notes).exclude(layers__kind="annotator")
    untouched.update(state="preannotated")
    return notes


def _told(answers: list[tuple[int, bytes, float]], expected: int) -> dict[str, Any]:
    failures = [f"statut {status}" for status, _body, _time in answers if status != expected]
    return {"failures": failures, **_summary([time for _status, _body, time in answers])}


def _summary(times: list[float]) -> dict[str, Any]:
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
