"""Kombu's filesystem transport with three races closed, and folders that come back: the broker of the one-machine default.

kombu 5.7 creates a message's file, then locks and fills it: a worker that lists the folder in
between reads an empty file and dies on a JSONDecodeError (seen about once an hour under load).
The table of an exchange has the same gap when two workers start together. And a message is moved to the
temporary folder to be read: where that lies on another file system the move is a copy, and of two workers of one
queue one may read half of it.
"""

from __future__ import annotations

import fcntl
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any, Final

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.encoding import bytes_to_str, str_to_bytes
from kombu.utils.json import dumps, loads

SCHEME: Final = "embedded"
_LONGEST_WAIT_SECONDS: Final = 0.3


def _made(folder: str | Path) -> Path:
    """The folder, there again if it was deleted."""
    path = Path(folder)
    path.mkdir(exist_ok=True, parents=True, mode=0o700)
    return path


class Channel(filesystem.Channel):
    """Messages appear whole; exchange tables are read and written one process at a time."""

    def _put(  # type: ignore[override] # the stub forgets the options
        self, queue: str, message: Any, **_options: Any
    ) -> None:
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        folder = _made(self.data_folder_out)
        draft = folder / f".{name}.draft"
        try:
            draft.write_bytes(str_to_bytes(dumps(message)))
            draft.replace(folder / name)
        except OSError:  # a full disk: each sweep would leave another
            draft.unlink(missing_ok=True)
            raise

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """The oldest message. Who renames its file has it; what a killed worker took, the sweeper sends again."""
        folder = _made(self.data_folder_in)
        for path in sorted(folder.iterdir()):
            if path.name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = folder / f".{path.name}.taken"
            with suppress(FileNotFoundError):  # another worker was sooner
                path.rename(taken)
                message = taken.read_bytes()
                taken.unlink()
                return loads(bytes_to_str(message))
        raise Empty

    def _size(self, queue: str) -> int:
        _made(self.data_folder_in)
        return int(super()._size(queue))

    def _purge(self, queue: str) -> int:
        _made(self.data_folder_in)
        return int(super()._purge(queue))

    def _lookup(self, exchange: str, routing_key: str, default: str | None = None) -> list[str]:
        """Without the table that says so a message for the queue `fast` still goes to `fast`."""
        found = super()._lookup(exchange, routing_key, default)
        return list(found) or ([routing_key] if routing_key == exchange else [])

    def _queue_bind(self, *arguments: Any) -> None:
        with self._alone():
            super()._queue_bind(*arguments)

    def get_table(self, exchange: str) -> Any:
        with self._alone():
            return super().get_table(exchange)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        folder = _made(self.control_folder)
        with (folder / ".lock").open("w") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield


class Transport(filesystem.Transport):
    """Select with the broker URL ``embedded://localhost``."""

    Channel = Channel

    def drain_events(  # type: ignore[override] # the stub says nothing of the argument that is passed
        self, connection: Any, timeout: float | None = None
    ) -> None:
        """As the base's; a worker, which asks with 2 s, looks between two calls whether it shall stop."""
        super().drain_events(connection, timeout and min(timeout, _LONGEST_WAIT_SECONDS))


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"
