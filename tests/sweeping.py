"""A sweep of a worker's clock that ends the clock at its third turn."""

import threading
from collections.abc import Callable


def three_sweeps(
    error: Exception | None = None,
) -> tuple[Callable[[], None], threading.Event, list[int]]:
    """The sweep, which raises `error` each time, what ends the clock, and the turns that there were."""
    stop, turns = threading.Event(), []

    def sweep() -> None:
        turns.append(len(turns))
        if len(turns) == 3:
            stop.set()
        if error is not None:
            raise error

    return sweep, stop, turns
