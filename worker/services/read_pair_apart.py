"""Another site's two files, checked in a process of its own that may be killed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from annotation.services.read_apart import TOO_SLOW, reason_of
from deidweb.children import Child, TooSlowError
from worker.private.reading import BadMaterialError, Description

MODULE: Final = "worker.private.read_alone"
SILENT_SECONDS: Final = 300.0  # of the clock: the child counts its own processor time


def read_pair_apart(folder: Path) -> Description:
    """Raises BadMaterialError, with its file where one of the two is at fault."""
    kind, *said = _said(folder)
    if kind == "bad":
        file, reason = said
        raise BadMaterialError(reason, file)
    return Description(**said[0])


def _said(folder: Path) -> list[Any]:
    with Child(MODULE, str(folder)) as child:
        try:
            line = child.line(SILENT_SECONDS)
        except TooSlowError:
            return ["bad", "", TOO_SLOW]
        if line is None:
            return ["bad", "", reason_of(child.end())]
    answer: list[Any] = json.loads(line)
    return answer
