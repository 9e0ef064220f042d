"""Any directory of a token classifier (transformers), read through a map of its labels to ours. Behind Model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from annotation.domain.labels import LABEL_SPECS, SUBTYPE_TO_LABEL, Label, Subtype
from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span, merge_hybrid
from worker.engine.encoder.words import Words, split_words
from worker.engine.reading import Reading

UNKNOWN: Final = "?"  # has no counterpart: redacts, and names nothing of ours
OUTSIDE: Final = "O"
_MOST_PIECES: Final = 512
_STRIDE: Final = 64
_MARKS: Final = ("B-", "I-", "E-", "S-", "L-", "U-")
# what a label stands for where theirs says no more
_USUAL: Final = {label: spec.subtypes[0] for label, spec in LABEL_SPECS.items()} | {
    Label.QID: Subtype.AUTRE
}
Piece = tuple[int, int, str]


class MapError(ValueError):
    """The map can't be read, or names what is none of ours; the message says what."""


def read_map(path: Path) -> dict[str, str]:
    """{"PERSON": "PER", "FIRSTNAME": "PRENOM", "MISC": ""}: theirs, without B- and I-, → a label or a sub-type of ours, ""
    for what identifies nobody. Raises MapError."""
    try:
        told = json.loads(path.read_text("utf-8"))
        pairs = {str(theirs): str(ours) for theirs, ours in told.items()}
    except (OSError, ValueError, AttributeError, RecursionError):
        raise MapError(path.name) from None
    for theirs, ours in pairs.items():
        if ours and ours not in Label.__members__ and ours not in SUBTYPE_TO_LABEL:
            raise MapError(f"{path.name} : {theirs} → {ours}")
    return pairs


def theirs_of(tag: str) -> str:
    """ "B-PERSON" → "PERSON"."""
    return tag[2:] if tag.startswith(_MARKS) else tag


def ours_of(name: str) -> tuple[str, str]:
    """Label and sub-type of what a map says."""
    if name in SUBTYPE_TO_LABEL:
        return str(SUBTYPE_TO_LABEL[name]), name
    return (name, str(_USUAL[Label(name)])) if name in Label.__members__ else (UNKNOWN, "")


class TaggerModel:
    """`labels`: see `read_map`; one that is not in it is UNKNOWN."""

    def __init__(
        self, folder: Path, labels: Mapping[str, str], version: str = "", device: str = "cpu"
    ) -> None:
        self.version = version or folder.name
        self._labels = labels
        self._pieces, self._device = _tokenizer(folder), device
        self._model = load_classifier(folder).to(device).eval()
        config = self._model.config
        self._names = [str(config.id2label[i]) for i in range(len(config.id2label))]
        self._harmless = [not _ours(name, labels) for name in self._names]
        told = getattr(config, "max_position_embeddings", _MOST_PIECES)
        most = min(_MOST_PIECES, told - 2 if told <= _MOST_PIECES + 2 else told)
        if self._pieces.get_vocab_size() > self._model.get_input_embeddings().num_embeddings:
            raise ValueError("more pieces than embeddings")
        # windows share this many pieces, the special ones aside
        self._shared = min(
            _STRIDE, (most - self._pieces.num_special_tokens_to_add(is_pair=False)) // 2
        )
        self._pieces.enable_truncation(most, stride=self._shared)

    def detect(
        self, texts: Sequence[str], patients: Sequence[PatientIdentity | None] | None = None
    ) -> list[list[Span]]:
        """See worker.engine.detector.Detector; `patients` is the rules' business."""
        return [reading.spans for reading in self.read(texts)]

    def read(self, texts: Sequence[str]) -> list[Reading]:
        """See worker.engine.detector.Model."""
        return [self._reading(text) for text in texts]

    def _reading(self, text: str) -> Reading:
        words = split_words(text)
        told = list(self._told(text))
        reading = Reading([], words.starts, words.ends, _by_word(words, told))
        pieces = ((start, end, tag) for start, end, tag, _outside in told)
        for span in merge_hybrid(list(joined(text, pieces, self._labels)), text=text):
            score = round(1 - reading.least_outside(span.start, span.end), 4)
            reading.spans.append(replace(span, score=score, source=f"model:{self.version}"))
        return reading

    def _told(self, text: str) -> Iterator[tuple[int, int, str, float]]:
        """Start, end, tag of each piece and how surely it identifies nobody, by overlapping windows: a piece is told by the
        window where it lies deepest."""
        import torch

        first = self._pieces.encode(text)
        windows, last = [first, *first.overflowing], 0
        for number, window in enumerate(windows, 1):
            if not window.ids:
                continue
            with torch.inference_mode():
                ids = torch.tensor([window.ids], device=self._device)
                shares = self._model(input_ids=ids).logits[0].float().softmax(-1).cpu().numpy()
            outside = shares[:, self._harmless].sum(-1)
            edge = len(window.ids) - (self._shared // 2 if number < len(windows) else 0)
            tags = shares.argmax(-1)
            for (start, end), tag, share in list(zip(window.offsets, tags, outside, strict=True))[
                :edge
            ]:
                if end > start >= last:
                    yield start, end, self._names[tag], float(share)
                    last = end


def load_classifier(folder: Path) -> Any:
    """Weights from safetensors alone, nothing of it run as code. Raises OSError, ValueError (a head is missing)."""
    from transformers import AutoModelForTokenClassification

    model, told = AutoModelForTokenClassification.from_pretrained(
        folder, local_files_only=True, use_safetensors=True, output_loading_info=True
    )
    if told["missing_keys"]:
        raise ValueError(sorted(told["missing_keys"])[0])
    return model


def _tokenizer(folder: Path) -> Any:
    from tokenizers import Tokenizer

    if (folder / "tokenizer.json").is_file():
        pieces = Tokenizer.from_file(str(folder / "tokenizer.json"))
    else:
        from transformers import AutoTokenizer

        pieces = AutoTokenizer.from_pretrained(folder, local_files_only=True).backend_tokenizer
    pieces.no_padding()
    return pieces


def _ours(tag: str, labels: Mapping[str, str]) -> str:
    theirs = theirs_of(tag)
    return "" if theirs == OUTSIDE else labels.get(theirs, UNKNOWN)


def _by_word(words: Words, told: Sequence[tuple[int, int, str, float]]) -> Any:
    """The smallest P(O) of the pieces of each word; 1 where none was read."""
    found, at = np.ones(len(words), dtype=np.float32), 0
    for start, end, _tag, outside in told:
        while at < len(words) and words.ends[at] <= start:
            at += 1
        for word in range(at, len(words)):
            if words.starts[word] >= end:
                break
            found[word] = min(found[word], outside)
    return found


def joined(text: str, pieces: Iterator[Piece], labels: Mapping[str, str]) -> Iterator[Span]:
    """Pieces of one label with at most a blank between them are one span, but a B- begins another."""
    held: list[Any] = []
    for start, end, tag in pieces:
        start += len(text[start:end]) - len(text[start:end].lstrip())
        ours = _ours(tag, labels)
        begins = tag.startswith(("B-", "S-", "U-")) and (not held or start > held[1])
        if held and (ours != held[2] or begins or text[held[1] : start].strip()):
            yield _span(held)
            held = []
        if ours and start < end:
            held = [held[0] if held else start, end, ours]
    if held:
        yield _span(held)


def _span(held: Sequence[Any]) -> Span:
    start, end, ours = held
    return Span(start, end, *ours_of(ours))
