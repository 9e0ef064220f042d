"""Job `certify`: compares every pair of communes of an area, for a certificate that is not known yet."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from privacy.domain.certificates.question import Question
from privacy.domain.errors import PrivacyError
from privacy.selectors.certificates import geography_of
from privacy.services.certify import prove_certificate
from worker.tasks.context import JobContext, JobRefused

_PARTS: Final = 100
_LOOK_EVERY_SECONDS: Final = 0.5


class _Stopped(Exception):
    """Raised in the threads that compute once the job is given up."""


def run(context: JobContext) -> dict[str, Any]:
    """The certificate is kept by content and is the job's result; nothing else is written."""
    question = Question.of_json(context.job.payload)
    try:
        geography_of(question)  # read here: the threads below open no database connection
        return {"certificate": _enumerate(context, question)}
    except PrivacyError as error:
        raise JobRefused(str(error)) from None


def _enumerate(context: JobContext, question: Question) -> dict[str, Any]:
    """Computes in a thread, so that progress and a wish to stop are looked at meanwhile."""
    share, given_up = [0.0], threading.Event()

    def on_progress(done: float) -> None:
        if given_up.is_set():
            raise _Stopped
        share[0] = done

    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(prove_certificate, question, on_progress=on_progress)
        try:
            while True:
                context.check(round(share[0] * _PARTS), _PARTS)
                try:
                    return found.result(timeout=_LOOK_EVERY_SECONDS)
                except TimeoutError:
                    continue
        except BaseException:
            given_up.set()
            raise
