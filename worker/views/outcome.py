"""What the person is told of what they asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from deidweb.accounts.permissions import signed_in
from worker.models import Version
from worker.services.errors import ModelError


@contextmanager
def outcome(request: HttpRequest, done: str) -> Iterator[None]:
    """Says `done` after the block, or why it was refused."""
    try:
        yield
        messages.success(request, done)
    except ModelError as error:
        messages.error(request, str(error))


def decide(
    request: HttpRequest,
    version: Version,
    decision: Callable[..., object],
    done: str,
    **options: Any,
) -> HttpResponse:
    """Back to the list of versions; `done` names the number."""
    with outcome(request, done % {"number": version.number}):
        decision(actor=signed_in(request), version=version, **options)
    return redirect(f"worker:{version.KIND}-list", version.project.pk)
