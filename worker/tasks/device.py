"""One training at a time on a graphics card, whichever worker runs it.

A file a card in DATA_DIR/devices, locked while a job has the card: the lock goes with the process that holds it.
"""

from __future__ import annotations

import fcntl
import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from deidweb.jobs.kinds import queue_of
from worker.tasks.context import JobCancelled, JobContext

TRAIN: Final = "train"  # the queue whose jobs fill a card
PAUSE_S: Final = 1.0
_NOT_IN_A_NAME: Final = re.compile(r"[^A-Za-z0-9-]")
_used: list[int] = []  # the card that this process computed on last


@contextmanager
def card_of_its_own(context: JobContext) -> Iterator[None]:
    """Waits until a card is free and keeps it until the end; nothing for other queues, or without a card. Raises
    JobCancelled, LeaseLost."""
    names = cards() if queue_of(context.job.kind) == TRAIN else []
    if not names:
        yield
        return
    held = _lock_one(names)
    if held is None:
        context.say(_("attend la carte"))
        while (held := _lock_one(names)) is None:
            if context.is_cancelled():
                raise JobCancelled
            time.sleep(PAUSE_S)
        context.say("")
    place, file = held
    try:
        _compute_on(place)
        yield
    finally:
        os.close(file)


def cards() -> list[str]:
    """What names each card that this process sees, on every machine and in every container alike."""
    from worker.engine.encoder.choice import has_cuda

    if not has_cuda():
        return []
    import torch

    count = torch.cuda.device_count()
    return [str(torch.cuda.get_device_properties(place).uuid) for place in range(count)]


def _lock_one(names: Sequence[str]) -> tuple[int, int] | None:
    """Place and open file of the first card that nobody holds."""
    folder = Path(settings.DATA_DIR) / "devices"
    folder.mkdir(parents=True, exist_ok=True)
    for place, name in enumerate(names):
        path = folder / _NOT_IN_A_NAME.sub("-", name)
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
        else:
            return place, file
    return None


def _compute_on(place: int) -> None:
    """ "cuda" means this card from now on; what was loaded onto another one is of no use."""
    import torch

    from worker.selectors.engines import forget_engines

    if _used != [place]:
        if _used:
            forget_engines()
        _used[:] = [place]
    torch.cuda.set_device(place)
