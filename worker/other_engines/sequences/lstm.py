"""A BiLSTM-CRF over words as points (FastText on the same notes) and how they are written: the network of the years before
transformers (Dernoncourt et al. 2017). Behind Detector."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

import torch
from torch import Tensor, nn

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from worker.other_engines.sequences.lines import Bounds, lines_of, spans_of
from worker.private.batches import Points, padded
from worker.private.network import BothWays, Tagger
from worker.private.sentences import MOST_WORDS, TAGS
from worker.private.tagging import Represent
from worker.private.words import WordPoints

_ROWS: Final = 64
_MANIFEST: Final = "manifest"
_NETWORK: Final = "network."
_REPRESENTATION: Final = "representation."
_GATES: Final = 4  # of an LSTM
T = TypeVar("T")


class LstmCrfDetector:
    """A trained network and the points of its words. Labels, no sub-types. `represent` makes of points what the network
    reads, where that is not the points."""

    def __init__(
        self, tagger: Tagger, words: WordPoints, name: str, represent: Represent | None = None
    ) -> None:
        self._tagger, self._points, self.version = tagger.eval(), Points(words), name
        self._represent = represent or (lambda points, _mask: points)

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector; `patients` is not looked at."""
        return [self._spans(text) for text in texts]

    def _spans(self, text: str) -> list[Span]:
        lines = [part for line in lines_of(text) for part in _cut(line, MOST_WORDS)]
        found: list[Span] = []
        for rows in _cut(lines, _ROWS):
            for bounds, tags in zip(rows, self._tags(text, rows), strict=True):
                found += [replace(one, source="lstm") for one in spans_of(bounds, tags)]
        return found

    def _tags(self, text: str, rows: Sequence[Bounds]) -> list[list[str]]:
        words = [[text[start:end] for start, end in bounds] for bounds in rows]
        told, mask = self._points.rows(padded([self._points.places(row) for row in words]))
        with torch.inference_mode():
            states = self._represent(told, mask)
        return [[TAGS[tag] for tag in row] for row in self._tagger.tag(states, mask)]


def _cut(items: list[T], size: int) -> list[list[T]]:
    return [items[begin : begin + size] for begin in range(0, len(items), size)]


def lstm_bytes(tagger: Tagger, words: WordPoints, represent: BothWays | None = None) -> bytes:
    """One file of safetensors; its head lists the words. `represent`: what `LstmCrfDetector` calls so, without noise."""
    from safetensors.torch import save

    tensors = _prefixed(_NETWORK, tagger)
    if represent is not None:
        tensors |= _prefixed(_REPRESENTATION, represent)
    tensors |= {
        "vectors": torch.from_numpy(words.vectors),
        "pieces": torch.from_numpy(words.pieces),
    }
    manifest = {"words": words.words, "tags": TAGS}
    return bytes(save(tensors, {_MANIFEST: json.dumps(manifest, ensure_ascii=False)}))


def read_lstm(path: Path) -> tuple[Tagger, WordPoints, BothWays | None]:
    """What `lstm_bytes` wrote. Raises OSError, ValueError, KeyError."""
    from safetensors import safe_open

    with safe_open(path, framework="pt") as file:
        manifest = json.loads((file.metadata() or {})[_MANIFEST])
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (no mapping)
    if tuple(manifest["tags"]) != TAGS:
        raise ValueError("other tags")
    words = WordPoints(tuple(manifest["words"]), tensors["vectors"].numpy(), tensors["pieces"].numpy())  # fmt: skip
    own = _without(_NETWORK, tensors)
    gates, given = own["lstm.ahead.weight_ih_l0"].shape
    tagger = Tagger(given, gates // _GATES, len(TAGS))
    tagger.load_state_dict(own)
    return tagger, words, _represent(_without(_REPRESENTATION, tensors))


def _represent(tensors: dict[str, Tensor]) -> BothWays | None:
    if not tensors:
        return None
    gates, points = tensors["ahead.weight_ih_l0"].shape
    found = BothWays(points, gates // _GATES)
    found.load_state_dict(tensors)
    return found.eval()


def _prefixed(prefix: str, network: nn.Module) -> dict[str, Tensor]:
    return {prefix + name: value.cpu() for name, value in network.state_dict().items()}


def _without(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {k.removeprefix(prefix): v for k, v in tensors.items() if k.startswith(prefix)}
