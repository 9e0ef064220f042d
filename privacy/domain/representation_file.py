"""What a file of representations says of itself (worker.private.files writes it): its first bytes, without a learner."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_MOST_HEADER: Final = 2**20
_TENSORS: Final = "representations"


@dataclass(frozen=True, slots=True)
class SharedContent:
    """`words` vectors of `size` numbers, each with one of `tags` labels, in `sentences` out of order; `names` is all that the
    file holds, `attacks` what each adversary read in it (`worker.private.verdict`)."""

    words: int
    size: int
    sentences: int
    tags: int
    neighbours: int
    is_accepted: bool
    attacks: tuple[dict[str, Any], ...]
    names: tuple[str, ...]


def content_of(path: Path) -> SharedContent | None:
    """None where there is no such file or it can't be read."""
    try:
        with path.open("rb") as stream:
            size = int.from_bytes(stream.read(8), "little")
            if size > _MOST_HEADER:
                return None
            header = json.loads(stream.read(size))
        manifest = json.loads(header.pop("__metadata__")["manifest"])
        words, width = header[_TENSORS]["shape"]
        return SharedContent(
            int(words), int(width), int(manifest["sentences"]), len(manifest["tags"]), int(manifest["neighbours"]),
            bool(manifest["verdict"]["accepted"]), tuple(manifest["verdict"]["attacks"]), tuple(sorted(header)),
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
