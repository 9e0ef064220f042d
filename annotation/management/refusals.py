"""What goes wrong with the files of a command, told as every command tells it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import CommandError

from annotation.domain.files import reason_of


@contextmanager
def refusals(*kinds: type[Exception], of: Path) -> Iterator[None]:
    """Errors of these kinds in their own words, those of the system by file and reason, as CommandErrors. `of` is named
    where the system names no file, as when a disk is full.

    ``with refusals(FormatError, of=target)`` → « sorties.jsonl : plus de place sur le disque »
    """
    try:
        yield
    except kinds as error:
        raise CommandError(str(error)) from None
    except BrokenProcessPool:
        raise CommandError("Un processus de travail s'est arrêté ; rien n'a été écrit.") from None
    except OSError as error:
        raise CommandError(f"{error.filename or of} : {reason_of(error)}") from None
