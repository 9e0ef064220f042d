"""A worker with two kinds of jobs that never end: `python -m tests.integration.standing_still CELERY-ARGUMENTS`. With DEAF=1 in the
environment it takes no message from the broker."""

from __future__ import annotations

import os
import re
import sys
from queue import Empty
from typing import Any, Final

# kinds of today's → how a handler stands still
HANDLERS: Final = {"backfill": "loop", "learn_lines": "hold"}


def loop(context: Any) -> dict[str, Any]:
    """Threads still get their turn."""
    context.progress(3, 10)
    while True:
        pass


def hold(context: Any) -> dict[str, Any]:
    """One expression on one text: the interpreter's lock is never given back, no thread of Python's runs any more."""
    context.progress(3, 10)
    re.match(r"(a+)+$", "a" * 60 + "b")
    return {}


def nothing(*_queue: object) -> None:
    raise Empty


def main() -> None:
    import django

    django.setup()
    from celery.__main__ import main as celery

    from deidweb import embedded_broker
    from worker.tasks import run

    if os.environ.get("DEAF"):
        embedded_broker.Channel._get = nothing
    run.HANDLERS.update({kind: f"{__spec__.name}:{name}" for kind, name in HANDLERS.items()})
    sys.argv[0] = "celery"
    celery()


if __name__ == "__main__":
    main()
