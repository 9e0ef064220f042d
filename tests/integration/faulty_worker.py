"""A worker with faults: `python -m tests.integration.faulty_worker CELERY-ARGUMENTS`.

FAULT in the environment says which: `still`, two kinds of jobs never end; `deaf`, it takes no message from the broker;
`thrice`, it sends each of its own three times.
"""

from __future__ import annotations

import os
import re
import sys
import time
from queue import Empty
from typing import Any, Final

# kinds of today's → how a handler stands still
HANDLERS: Final = {"backfill": "loop", "learn_lines": "hold"}


def loop(context: Any) -> dict[str, Any]:
    """Threads still get their turn."""
    context.progress(3, 10)
    while True:
        time.sleep(0.01)


def hold(context: Any) -> dict[str, Any]:
    """One expression on one text: the interpreter's lock is never given back, no thread of Python's runs any more."""
    context.progress(3, 10)
    re.match(r"(a+)+$", "a" * 60 + "b")
    return {}


def send_thrice() -> None:
    """From now on, in this process. Once."""
    from deidweb.jobs import services

    once = services.dispatch

    def thrice(*job: Any) -> None:
        for _each in range(3):
            once(*job)

    if once.__name__ != thrice.__name__:
        services.dispatch = thrice


def nothing(*_queue: object) -> None:
    raise Empty


def main() -> None:
    import django

    django.setup()
    from celery.__main__ import main as celery

    from deidweb import embedded_broker
    from worker.tasks import run

    match os.environ["FAULT"]:
        case "still":
            run.HANDLERS.update(
                {kind: f"{__spec__.name}:{name}" for kind, name in HANDLERS.items()}
            )
        case "deaf":
            embedded_broker.Channel._get = nothing
        case "thrice":
            send_thrice()
    sys.argv[0] = "celery"
    celery()


if __name__ == "__main__":
    main()
