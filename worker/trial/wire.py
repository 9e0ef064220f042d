"""One message: its length in four bytes, then UTF-8 JSON. Spoken over pipes by « Essayer » and its processes."""

import json
import os
import select
from time import monotonic
from typing import Any, Final

_HEAD: Final = 4
MOST_BYTES: Final = 32 * 1024 * 1024
_CHUNK: Final = 1 << 16
_AT_ONCE: Final = (
    select.PIPE_BUF
)  # a pipe that is ready takes so much without waiting for its reader


class Closed(Exception):
    """The other side is gone, is late, or does not speak as it should."""


def send(handle: int, message: dict[str, Any], *, seconds: float | None = None) -> None:
    """Writes the whole message; the other side has to take it within `seconds`. Raises Closed."""
    data = json.dumps(message).encode()
    if len(data) > MOST_BYTES:
        raise Closed
    write(handle, len(data).to_bytes(_HEAD, "big") + data, seconds=seconds)


def write(handle: int, data: bytes, *, seconds: float | None = None) -> None:
    """Bytes as they are. Raises Closed."""
    end = None if seconds is None else monotonic() + seconds
    rest = memoryview(data)
    while rest:
        _wait(handle, end, is_reading=False)
        try:
            rest = rest[os.write(handle, rest[:_AT_ONCE]) :]
        except OSError:
            raise Closed from None


def receive(handle: int, *, seconds: float | None = None) -> dict[str, Any]:
    """The next message; it must be whole within `seconds`. Raises Closed."""
    end = None if seconds is None else monotonic() + seconds
    size = int.from_bytes(_exactly(handle, _HEAD, end), "big")
    if size > MOST_BYTES:
        raise Closed
    return _message(_exactly(handle, size, end))


def _message(data: bytes) -> dict[str, Any]:
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        raise Closed from None
    if not isinstance(message, dict):
        raise Closed
    return message


def _exactly(handle: int, size: int, end: float | None) -> bytes:
    found = bytearray()
    while len(found) < size:
        _wait(handle, end, is_reading=True)
        try:
            piece = os.read(handle, min(_CHUNK, size - len(found)))
        except OSError:
            raise Closed from None
        if not piece:
            raise Closed
        found += piece
    return bytes(found)


def _wait(handle: int, end: float | None, *, is_reading: bool) -> None:
    """Until the pipe has room, or bytes. `poll`, as a server may hold more files than `select` can name."""
    if end is None:
        return
    watch = select.poll()
    watch.register(handle, select.POLLIN if is_reading else select.POLLOUT)
    if not watch.poll(max(0.0, end - monotonic()) * 1000):
        raise Closed
