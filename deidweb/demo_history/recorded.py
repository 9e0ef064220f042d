"""What the history does not work out anew at each start: read by the engine, learned by a training, once."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from annotation.domain.risk import Priority
from annotation.domain.spans import Span

InPiece = tuple[int, int, int]  # number of a piece of a text, start and end in it
FILE: Final = Path(__file__).with_name("recorded.json.gz")


@dataclass(frozen=True, slots=True)
class Reading:
    """One note as the engine read it."""

    spans: tuple[Span, ...]
    priority: Priority


@dataclass(frozen=True, slots=True)
class Training:
    """One retraining: the row of its version, and how each test note was judged, by the notes' ids in the corpus."""

    content_hash: str
    train_notes: int
    test_notes: int
    metrics: dict[str, Any]
    details: dict[str, Any]
    seconds: int
    notes: dict[str, tuple[dict[str, Any], dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Recorded:
    """`engine` read the notes; `certificates` of the exports, by their ε; `training` is None until one has been run; `doubts`: what
    the engine would still hide in the exported notes (`deidweb.demo_history.doubts`). Places and figures, no text."""

    engine: str
    readings: dict[str, Reading]
    certificates: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    training: Training | None = field(default=None)
    doubts: dict[str, list[InPiece]] = field(default_factory=dict)

    def write(self, path: Path = FILE) -> None:
        """The same bytes for the same content."""
        training = None if self.training is None else list(astuple(self.training))
        told = {
            "engine": self.engine,
            "readings": {
                key: [[_row(s) for s in one.spans], list(astuple(one.priority))]
                for key, one in sorted(self.readings.items())
            },
            "certificates": dict(sorted(self.certificates.items())),
            "training": training,
            "doubts": dict(sorted(self.doubts.items())),
        }
        packed = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
        path.write_bytes(gzip.compress(packed, mtime=0))

    @classmethod
    def read(cls, path: Path = FILE) -> Self:
        told = json.loads(gzip.decompress(path.read_bytes()))
        readings = {
            key: Reading(tuple(Span(**_named(row)) for row in spans), Priority(*priority))
            for key, (spans, priority) in told["readings"].items()
        }
        training = told["training"]
        return cls(
            told["engine"],
            readings,
            told["certificates"],
            Training(*training) if training else None,
            {key: [(a, b, c) for a, b, c in rows] for key, rows in told.get("doubts", {}).items()},
        )


_FIELDS: Final = ("start", "end", "label", "subtype", "score", "source", "doubt", "comment")


def _row(span: Span) -> list[Any]:
    return [getattr(span, name) for name in _FIELDS]


def _named(row: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(_FIELDS, row, strict=True))
