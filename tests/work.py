"""What a function costs, counted instead of timed: the same on every machine, however busy it is."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from django.db import connection


def calls(function: Callable[[], object]) -> int:
    """Functions that are entered, Python's own and those written in C, while `function` runs."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(before)
    return count


def database_steps(function: Callable[[], object]) -> int:
    """Instructions that SQLite's machine runs for `function`."""
    count = 0

    def note() -> int:
        nonlocal count
        count += 1
        return 0  # go on

    connection.ensure_connection()
    connection.connection.set_progress_handler(note, 1)
    try:
        function()
    finally:
        connection.connection.set_progress_handler(None, 1)
    return count
