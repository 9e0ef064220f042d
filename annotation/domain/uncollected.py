"""Tables that stay are made without looking for garbage among them."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """While tens of thousands of objects are made that stay, Python would look through all that there are again and again:
    a third of the time of the ICD dictionary."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
