"""Neighbours as files: a space of words (safetensors), a table of sentences (JSON). Pure."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from privacy.domain.obfuscation.method import Neighbours, TextMethod
from privacy.domain.obfuscation.space import BadSpaceError, WordSpace

_VECTORS: Final = "vectors"
_WORDS: Final = "words"
UNREADABLE: Final = "ce fichier de voisins est illisible, ou celui d'une autre méthode (phrases : learn_neighbours --for)"
MOST_BYTES: Final = 500 * 1024 * 1024


def space_bytes(space: WordSpace) -> bytes:
    """A file with its words in the head."""
    from safetensors.numpy import save

    told = {_WORDS: json.dumps(space.words, ensure_ascii=False)}
    return bytes(save({_VECTORS: space.vectors.astype("float32")}, told))


def table_bytes(table: Mapping[str, tuple[str, ...]]) -> bytes:
    return json.dumps(table, ensure_ascii=False).encode()


def read_neighbours(path: Path, method: TextMethod) -> Neighbours:
    """What the method needs. Raises BadSpaceError, OSError."""
    with path.open("rb") as opened:  # what the libraries below say of a folder names nothing
        if opened.seek(0, io.SEEK_END) > MOST_BYTES:
            raise BadSpaceError(UNREADABLE)
    return Neighbours(table=_table(path)) if method is TextMethod.SENTENCE else Neighbours(_space(path))  # fmt: skip


def _space(path: Path) -> WordSpace:
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="np") as opened:
            words = json.loads((opened.metadata() or {})[_WORDS])
            vectors = opened.get_tensor(_VECTORS)
    except (SafetensorError, ValueError, KeyError, RecursionError):
        raise BadSpaceError(UNREADABLE) from None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise BadSpaceError(UNREADABLE)
    return WordSpace.of(words, vectors)


def _table(path: Path) -> dict[str, tuple[str, ...]]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        if not all(isinstance(near, list) for near in told.values()):
            raise BadSpaceError(UNREADABLE)
        return {str(key): tuple(map(str, near)) for key, near in told.items()}
    except (ValueError, AttributeError, TypeError, RecursionError):
        raise BadSpaceError(UNREADABLE) from None
