"""A file that a process touches while it does its work: what a container's health check looks at."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from deidweb.settings.env import env


def alive_file() -> Path | None:
    """None where nobody looks at it."""
    name = env.str("DEIDWEB_ALIVE_FILE", default="")
    return Path(name) if name else None


def show_alive() -> None:
    """A folder that takes nothing ends no work: the health check says what it says of a silent process."""
    if path := alive_file():
        with suppress(OSError):
            path.touch()


def is_alive() -> bool:
    """Touched lately: a few turns of the sweep, and a database that lets it wait. In the future: the clock was set back."""
    path = alive_file()
    most = 4 * env.float("JOB_SWEEP_SECONDS", default=15.0) + 60
    return path is not None and path.exists() and abs(time.time() - path.stat().st_mtime) < most
