"""Any directory of a token classifier (transformers), read through a map of its labels to ours. Behind Detector."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from annotation.domain.labels import Label
from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span, merge_hybrid

UNKNOWN: Final = "AUTRE"  # redacts, and names nothing of ours
_MOST_PIECES: Final = 512
_STRIDE: Final = 64
_MARKS: Final = ("B-", "I-", "E-", "S-", "L-", "U-")


class MapError(ValueError):
    """The map names a label that is none of ours; the message says which."""


def read_map(path: Path) -> dict[str, str]:
    """{"PERSON": "PER", "MISC": ""}: theirs → ours, "" for what identifies nobody. Raises MapError."""
    told = json.loads(path.read_text("utf-8"))
    for theirs, ours in told.items():
        if ours and ours not in Label.__members__:
            raise MapError(f"{path.name} : {theirs} → {ours}")
    return dict(told)


class TaggerDetector:
    """`labels`: theirs without B- and I- → ours; one that is not in it is UNKNOWN."""

    def __init__(self, folder: Path, labels: Mapping[str, str]) -> None:
        from transformers import AutoModelForTokenClassification, AutoTokenizer

        self.version = folder.name
        self._labels = labels
        self._pieces: Any = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        self._model: Any = AutoModelForTokenClassification.from_pretrained(
            folder, local_files_only=True
        )
        self._model.eval()
        config = self._model.config
        self._names = {int(i): str(name) for i, name in config.id2label.items()}
        told = getattr(config, "max_position_embeddings", _MOST_PIECES)
        self._most = min(_MOST_PIECES, told - 2 if told <= _MOST_PIECES + 2 else told)

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector; `patients` is not looked at."""
        return [self._spans(text) for text in texts]

    def _spans(self, text: str) -> list[Span]:
        found = merge_hybrid(list(joined(text, self._tagged(text), self._labels)), text=text)
        return [span for span in found if span.label]

    def _tagged(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Start, end and tag of each piece, by overlapping windows: a piece is told by the window where it lies deepest."""
        import torch

        windows = self._pieces(
            text, truncation=True, max_length=self._most, stride=_STRIDE,
            return_overflowing_tokens=True, return_offsets_mapping=True,
        )  # fmt: skip
        last = 0
        for ids, offsets in zip(windows["input_ids"], windows["offset_mapping"], strict=True):
            with torch.inference_mode():
                scores = self._model(input_ids=torch.tensor([ids])).logits[0]
            tags = scores.argmax(-1).tolist()
            edge = (
                len(ids) - _STRIDE // 2
                if offsets is not windows["offset_mapping"][-1]
                else len(ids)
            )
            for (start, end), tag in list(zip(offsets, tags, strict=True))[:edge]:
                if end > start >= last:
                    yield start, end, self._names[tag]
                    last = end


def joined(
    text: str, pieces: Iterator[tuple[int, int, str]], labels: Mapping[str, str]
) -> Iterator[Span]:
    """Pieces of one label with at most a blank between them are one span, but a B- begins another."""
    held: list[Any] = []
    for start, end, tag in pieces:
        start += len(text[start:end]) - len(text[start:end].lstrip())
        theirs = tag[2:] if tag.startswith(_MARKS) else tag
        label = "" if theirs == "O" else labels.get(theirs, UNKNOWN)
        begins = tag.startswith(("B-", "S-", "U-")) and (not held or start > held[1])
        if held and (label != held[2] or begins or text[held[1] : start].strip()):
            yield Span(held[0], held[1], held[2], "", source="tagger")
            held = []
        if label and start < end:
            held = [held[0] if held else start, end, label]
    if held:
        yield Span(held[0], held[1], held[2], "", source="tagger")
