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
import statistics
import sys
import time
from importlib.metadata import version
from typing import Any

import django

from benches.ui.pages import measure_pages
from benches.ui.served import (
    give_back,
    people_of,
    served,
    session_of,
    summary,
    web_command,
)
from deidweb.ports import free_port


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
    give_back()  # what a former run on this base left open
    port = free_port()
    command = web_command(port)
    with served(command, port):
        pages = measure_pages(project, port, args.pages)
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
    from annotation.services.build_snapshot import Order, publish_snapshot, write_snapshot
    from annotation.services.measure_agreement import measure_agreement, publish_agreement

    person = people_of(1)[0]
    if not AgreementReport.objects.filter(project=project).exists():
        result = measure_agreement(project, lambda _done, _total: None)
        with transaction.atomic():
            publish_agreement(project=project, actor=person, result=result)
    if not DatasetSnapshot.objects.filter(project=project).exists():
        order = Order()
        draft = write_snapshot(project, order, name="banc", on_progress=lambda _done, _total: None)
        with transaction.atomic():
            publish_snapshot(project=project, actor=person, order=order, draft=draft)


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
        **summary(times),
    }


def _seats(project: Any, count: int) -> tuple[list[Any], list[Any]]:
    from django.urls import reverse

    from annotation.models import Document
    from annotation.services.start_annotation import start_annotation
    from benches.ui.big_base import SENTENCE, SENTENCES
    from benches.ui.people import Seat

    begin = SENTENCE.index("mieux")
    places = tuple((begin + i * len(SENTENCE), begin + i * len(SENTENCE) + 5) for i in range(SENTENCES))  # fmt: skip
    notes = Document.objects.filter(project=project, state="preannotated").order_by("-position")
    people = people_of(count)
    seats, layers = [], []
    for person, note in zip(people, notes[:count], strict=True):
        layer = start_annotation(actor=person, document=note)
        path = reverse("annotation-api:layer-ops", args=[project.pk, layer.pk])
        seats.append(Seat(session_of(person), path, places))
        layers.append(layer)
    return seats, layers


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
