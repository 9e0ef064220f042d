"""Where a model's 8-bit copy is made, and what a process that was killed meanwhile has left of it."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_BEGINNING: Final = ".onnx-"
_FORGOTTEN_SECONDS: Final = 3600  # a copy takes ten seconds, on the slowest machine some minutes


@contextmanager
def draft_folder(cache: Path) -> Iterator[Path]:
    """A folder inside `cache`, which is gone at the end."""
    with tempfile.TemporaryDirectory(prefix=_BEGINNING, dir=cache) as name:
        yield Path(name)


def remove_drafts(cache: Path) -> None:
    """Those in which nothing has been written for an hour."""
    then = time.time() - _FORGOTTEN_SECONDS
    for folder in cache.glob(f"{_BEGINNING}*"):
        with suppress(FileNotFoundError):  # its process has just come to its end
            if folder.stat().st_mtime < then:
                shutil.rmtree(folder, ignore_errors=True)
