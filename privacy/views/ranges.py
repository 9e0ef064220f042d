"""A part of a file, for a download that goes on where it was cut (RFC 9110, section 14): one range at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, Final

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

_RANGE: Final = re.compile(r"bytes=(\d{0,15})-(\d{0,15})", re.ASCII)
_CHUNK: Final = 1 << 16


def asked_range(request: HttpRequest, *, size: int, etag: str) -> tuple[int, int] | None:
    """First and last byte that are asked for; None for the whole file. Raises ValueError when there are no such bytes.

    `bytes=100-` from the hundredth on, `bytes=-100` the last hundred. What is no range of bytes, several ranges, or a
    range of another state of the file (`If-Range`) ask for the whole.
    """
    found = _RANGE.fullmatch(request.headers.get("Range", "").strip())
    if found is None or request.headers.get("If-Range", etag) != etag:
        return None
    first, last = found.groups()
    if not first and not last:
        return None
    start = int(first) if first else max(0, size - int(last))
    end = min(int(last), size - 1) if first and last else size - 1
    if start > end or (not first and not int(last)):
        raise ValueError
    return start, end


def part_of(file: IO[bytes], start: int, end: int, size: int) -> StreamingHttpResponse:
    """Bytes `start` to `end`, both included; closes the file."""
    response = StreamingHttpResponse(_bytes(file, start, end), status=206)
    response["Content-Range"] = f"bytes {start}-{end}/{size}"
    response["Content-Length"] = str(end - start + 1)
    return response


def no_such_part(size: int) -> HttpResponse:
    response = HttpResponse(status=416)
    response["Content-Range"] = f"bytes */{size}"
    return response


def _bytes(file: IO[bytes], start: int, end: int) -> Iterator[bytes]:
    with file:
        file.seek(start)
        left = end - start + 1
        while left > 0 and (piece := file.read(min(_CHUNK, left))):
            left -= len(piece)
            yield piece
