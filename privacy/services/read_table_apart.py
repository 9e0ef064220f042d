"""A table of features, read in a process of its own that may be killed: neither the web's memory nor its one thread at a time is spent on it."""

from __future__ import annotations

import base64
import json
import tempfile
from dataclasses import dataclass, field
from typing import Any, Final

from annotation.services.read_apart import TOO_SLOW, reason_of
from deidweb.children import Child, TooSlowError
from privacy.domain.errors import BadFeatureError

MODULE: Final = "privacy.domain.places.read_alone"
SILENT_SECONDS: Final = 300.0  # of the clock: the child counts its own processor time


@dataclass(frozen=True, slots=True)
class ReadTable:
    """What is kept of a table. `content`: its CSV, by gzip."""

    sha256: str
    size_bytes: int
    key: str
    by_department: bool
    columns: list[dict[str, Any]]
    left_out: dict[str, int]
    content: bytes = field(repr=False)


def read_table_apart(raw: bytes, *, name: str) -> ReadTable:
    """Raises BadFeatureError, with `name` as the file's."""
    kind, *said = _said(raw)
    if kind == "bad":
        line, about, reason = said
        raise BadFeatureError(name, line, about, reason)
    told: dict[str, Any] = said[0]
    return ReadTable(**told | {"content": base64.b64decode(told["content"])})


def _said(raw: bytes) -> list[Any]:
    with tempfile.TemporaryFile() as file:
        file.write(raw)
        file.seek(0)
        with Child(MODULE, stdin=file) as child:
            try:
                line = child.line(SILENT_SECONDS)
            except TooSlowError:
                return ["bad", 0, "", TOO_SLOW]
            if line is None:
                return ["bad", 0, "", reason_of(child.end())]
    answer: list[Any] = json.loads(line)
    return answer
