"""What is learned from, in one safetensors file: points of words, sentences that teach, sentences that judge."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from worker.private.sentences import Sentence
from worker.private.words import WordPoints


@dataclass(frozen=True, slots=True)
class Data:
    """`told` says of which notes."""

    words: WordPoints
    teaching: list[Sentence]
    judging: list[Sentence]
    told: str


def write(data: Data, path: Path) -> None:
    from safetensors.numpy import save_file

    rows = {
        name: [[s.words, s.tags] for s in getattr(data, name)] for name in ("teaching", "judging")
    }
    manifest = json.dumps({"words": data.words.words, "told": data.told} | rows, ensure_ascii=False)
    tensors = {"vectors": data.words.vectors, "pieces": data.words.pieces}
    save_file(tensors, path, {"manifest": manifest})


def read(path: Path) -> Data:
    from safetensors import safe_open

    with safe_open(path, "numpy") as stream:
        manifest: dict[str, Any] = json.loads(stream.metadata()["manifest"])
        vectors, pieces = stream.get_tensor("vectors"), stream.get_tensor("pieces")
    words = WordPoints(tuple(manifest["words"]), vectors, pieces)
    teaching, judging = (
        [Sentence(tuple(words), tuple(tags)) for words, tags in manifest[name]]
        for name in ("teaching", "judging")
    )
    return Data(words, teaching, judging, manifest["told"])
