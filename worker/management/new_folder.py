"""The new folder that a training on the command line ends with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management.base import CommandError

from annotation.domain.files import reason_of


def refuse_full(output: Path) -> None:
    """Before hours of work: raises CommandError unless nothing is there, or an empty folder."""
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise CommandError(f"le dossier existe et n'est pas vide : {output}")


@contextmanager
def draft_beside(output: Path) -> Iterator[Path]:
    """A folder beside `output` for what becomes it; the rest goes at the end. Raises CommandError where the system
    refuses to write, in the block, too."""
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(
            prefix=f".{output.name}-", dir=output.parent, ignore_cleanup_errors=True
        ) as draft:
            yield Path(draft)
    except OSError as error:
        raise CommandError(f"écriture impossible dans {output} ({reason_of(error)})") from None
