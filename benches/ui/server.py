"""The server's half of `make bench-ui`: saving under many annotators, and the project's pages.

Run alone: ``python -m benches.ui.server --notes 100000 --spans 5000000``.
"""

from __future__ import annotations

import argparse
import logging
import os
import platform
import random
import statistics
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path
from typing import Any

from benches.ui.measures import Measure, machine

SENTENCE = "Mme Durand, vue le 12/02/2020 à Dijon, va mieux. "  # invented


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--notes", type=int, default=100_000)
    parser.add_argument("--spans", type=int, default=5_000_000)
    parser.add_argument("--annotators", type=int, default=15)
    parser.add_argument("--saves", type=int, default=20, help="per annotator")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two saves")
    parser.add_argument("--pages", type=int, default=20, help="times each page is asked for")
    parser.add_argument("--database", default="", help="address of a PostgreSQL; SQLite without")


def run_server_half(args: argparse.Namespace) -> dict[str, Any]:
    """Makes a project in a temporary database, measures, and removes it. Times in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        _settle(Path(folder), args.database)
        project, people = _fill(args.notes, args.spans, args.annotators)
        return {
            "machine": machine(),
            "versions": _versions(),
            "notes": args.notes,
            "spans": args.spans,
            "saves": _saves(project, people, args.saves, args.pause),
            "pages": _pages(project, args.pages),
        }


def _settle(folder: Path, database: str) -> None:
    """Settings before Django is loaded: a file, not memory, as in use."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "deidweb.settings.embedded"
    os.environ["DEIDWEB_DATA_DIR"] = str(folder)
    os.environ["SECRET_KEY"] = "s" * 64
    os.environ["AUDIT_KEY"] = "a" * 64
    if database:
        os.environ["DATABASE_URL"] = database
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    settings.SECURE_SSL_REDIRECT = False
    logging.disable(logging.CRITICAL)
    call_command("migrate", verbosity=0)


def _versions() -> str:
    import django
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("select sqlite_version()" if connection.vendor == "sqlite" else "show server_version")  # fmt: skip
        return f"Python {platform.python_version()}, Django {django.__version__}, {connection.vendor} {cursor.fetchone()[0]}"


def _fill(notes: int, spans: int, annotators: int) -> tuple[Any, list[Any]]:
    """The project in bulk: a tenth gold, a year of tallies; one open note for each person."""
    from django.utils import timezone

    from annotation.models import DayTally, Document
    from annotation.services import create_project_labels
    from deidweb.accounts.models import Membership, Project, User

    project = Project.objects.create(name="Banc")
    create_project_labels(project)
    people = [User.objects.create(username=f"p{i}") for i in range(annotators)]
    roles = [(person, role) for person in people for role in ("annotator", "admin")]
    Membership.objects.bulk_create(Membership(user=p, project=project, role=r) for p, r in roles)
    per_note = max(1, spans // max(1, notes))
    text = SENTENCE * max(40, per_note // 2)  # about 2,000 characters and more
    for start in range(0, notes, 2000):
        batch = [
            Document(
                project=project,
                external_id=f"n{i}",
                position=i + 1,
                text=text,
                sha256="0" * 64,
                doc_type=("CRH", "CRO", "LET")[i % 3],
                state="gold" if i % 10 == 0 else "preannotated",
            )
            for i in range(start, min(notes, start + 2000))
        ]
        _write(batch, per_note, people[0])
        print(f"\r{min(notes, start + 2000)} notes", end="", file=sys.stderr)
    print(file=sys.stderr)
    today = timezone.localdate()
    DayTally.objects.bulk_create(
        DayTally(
            project=project,
            day=today - timezone.timedelta(days=day),
            author=person,
            engine_version=f"ner-fr-{day // 120}",
            notes=40,
            accepted=500,
            corrected=40,
            added=20,
            rejected=30,
            active_seconds=3600,
        )
        for day in range(365)
        for person in people
    )
    return project, people


def _write(batch: list[Any], per_note: int, author: Any) -> None:
    from django.utils import timezone

    from annotation.models import Document, Layer, LayerSpan

    Document.staged_too.bulk_create(batch)
    layers = [
        Layer(
            document=note,
            kind="gold" if note.state == "gold" else "suggestion",
            author=author if note.state == "gold" else None,
            engine_version="" if note.state == "gold" else "banc",
            state="submitted",
            submitted_at=timezone.now() if note.state == "gold" else None,
        )
        for note in batch
    ]
    Layer.staged_too.bulk_create(layers)
    LayerSpan.objects.bulk_create(
        (
            LayerSpan(
                layer=layer,
                start=i * 24 + 4,
                end=i * 24 + 10,
                label="PER",
                subtype="NOM",
                score=0.9,
                source="model:banc",
                surface="Durand",
            )
            for layer in layers
            for i in range(per_note)
        ),
        batch_size=2000,
    )


# --- saving


def _saves(project: Any, people: list[Any], saves: int, pause: float) -> dict[str, Any]:
    """Everybody adds to their own note at once, one op after the other, through the address.

    Between two ops a person takes `pause` seconds on average: one that is faster than people work.
    """
    from annotation.models import Document
    from annotation.services import start_annotation

    notes = Document.objects.filter(project=project, state="preannotated")[: len(people)]
    layers = [
        start_annotation(actor=p, document=note) for p, note in zip(people, notes, strict=True)
    ]
    times: list[float] = []
    failures: list[int] = []
    ready = threading.Barrier(len(people))

    def work(person: Any, layer: Any) -> None:
        from django.db import connection

        client = _client(person)
        pauses = random.Random(person.pk)  # the same steps in every run
        ready.wait()
        time.sleep(pauses.uniform(0, pause))
        for number in range(saves):
            status, seconds = _save(client, project, layer, number)
            times.append(seconds * 1000)
            if status >= 300:
                failures.append(status)
            time.sleep(pauses.uniform(0.5, 1.5) * pause)
        connection.close()

    threads = [
        threading.Thread(target=work, args=pair) for pair in zip(people, layers, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {"annotators": len(people), "failures": len(failures), **_summary(times)}


def _save(client: Any, project: Any, layer: Any, rev: int) -> tuple[int, float]:
    """Adds one span, as the canvas does."""
    from django.urls import reverse

    start = rev * len(SENTENCE)
    span = {
        "id": str(uuid.uuid4()),
        "start": start,
        "end": start + 3,
        "label": "PER",
        "subtype": "NOM",
        "score": None,
        "source": "",
        "state": "manual",
        "doubt": False,
        "comment": "",
    }
    change = {"id": span["id"], "before": None, "after": span}
    body = {"op_id": str(uuid.uuid4()), "kind": "add", "changes": [change]}
    begun = time.perf_counter()
    answer = client.post(
        reverse("annotation-api:layer-ops", args=[project.pk, layer.pk]),
        body,
        content_type="application/json",
        headers={"If-Match": f'"{rev}"'},
    )
    return answer.status_code, time.perf_counter() - begun


def _client(person: Any) -> Any:
    from django.test import Client

    client = Client(raise_request_exception=False)
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


# --- pages


def _pages(project: Any, times: int) -> dict[str, Any]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from deidweb.accounts.models import User

    client = _client(User.objects.get(username="p0"))
    found = {}
    for name in ("dashboard", "document-list", "dashboard-personal", "dataset-list"):
        address = reverse(f"annotation:{name}", args=[project.pk])
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
            count = len(queries)
        taken = []
        for _ in range(times):
            begun = time.perf_counter()
            client.get(address)
            taken.append((time.perf_counter() - begun) * 1000)
        found[name] = {"queries": count, **_summary(taken)}
    return found


def _summary(times: list[float]) -> dict[str, Any]:
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    return {"median_ms": round(statistics.median(ordered), 1), "p95_ms": round(p95, 1)}


def show(result: dict[str, Any]) -> None:
    """The result in French, against its limits."""
    print(f"{result['machine']} ; {result['versions']}")
    saves = result["saves"]
    print(
        f"Enregistrer à {saves['annotators']} : médiane {saves['median_ms']} ms, "
        f"p95 {saves['p95_ms']} ms (limite 150), {saves['failures']} échecs"
    )
    print(f"Pages à {result['notes']} notes et {result['spans']} entités :")
    for name, page in result["pages"].items():
        print(
            f"  {name:20} médiane {page['median_ms']} ms, p95 {page['p95_ms']} ms (limite 500), "
            f"{page['queries']} requêtes (limite 20)"
        )


def run() -> list[Measure]:
    """For `benches.bench_ui`; the sizes come from the environment when they are set."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    result = run_server_half(parser.parse_args(os.environ.get("BENCH_SERVER", "").split()))
    saves = result["saves"]
    name = f"enregistrer, {saves['annotators']} personnes à la fois, p95"
    detail = f"médiane {saves['median_ms']} ; {saves['failures']} échecs ; {result['versions']}"
    measures = [Measure(name, saves["p95_ms"], "ms", 150, detail)]
    for page, found in result["pages"].items():
        title = f"{page}, {result['notes']} notes, {result['spans']} entités"
        measures.append(Measure(f"{title}, p95", found["p95_ms"], "ms", 500))
        measures.append(Measure(f"{title}, requêtes", found["queries"], "", 21))
    return measures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    add_arguments(parser)
    show(run_server_half(parser.parse_args()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
