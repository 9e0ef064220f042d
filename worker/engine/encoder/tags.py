"""BIOES tags over sub-types, and over labels; two heads whose opinions are multiplied."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from annotation.domain.labels import LABEL_SPECS, SUBTYPE_TO_LABEL, Label, default_subtype
from annotation.domain.spans import Span, merge_hybrid
from worker.engine.encoder.arrays import F32, I64

OUTSIDE: Final = 0
BEGIN, INSIDE, END, SINGLE = range(4)

SUBTYPES: Final = tuple(SUBTYPE_TO_LABEL)
LABELS: Final = tuple(LABEL_SPECS)
FINE_TAGS: Final = 1 + 4 * len(SUBTYPES)
COARSE_TAGS: Final = 1 + 4 * len(LABELS)


def fine(subtype: str, role: int) -> int:
    """Tag of a sub-type; `role` is BEGIN, INSIDE, END or SINGLE."""
    return 1 + 4 * SUBTYPES.index(subtype) + role


def names() -> list[str]:
    """Of the fine tags, in order: ``O``, ``B-NOM``, ``I-NOM``…"""
    return ["O", *(f"{role}-{subtype}" for subtype in SUBTYPES for role in "BIES")]


def _coarse_of_fine() -> I64:
    table = [OUTSIDE]
    for subtype in SUBTYPES:
        label = LABELS.index(SUBTYPE_TO_LABEL[subtype])
        table += [1 + 4 * label + role for role in range(4)]
    return np.array(table, dtype=np.int64)


COARSE_OF_FINE: Final = _coarse_of_fine()


def encode(spans: Sequence[Span], starts: Sequence[int], ends: Sequence[int]) -> I64:
    """One fine tag per word; a word that a span touches belongs to it; of overlapping spans the
    longest counts."""
    tags = np.zeros(len(starts), dtype=np.int64)
    word = 0
    for span in merge_hybrid(spans):
        while word < len(starts) and ends[word] <= span.start:
            word += 1
        first = word
        while word < len(starts) and starts[word] < span.end:
            word += 1
        if word > first:
            tags[first:word] = _roles(_subtype(span), word - first)
    return tags


def _subtype(span: Span) -> str:
    return span.subtype or default_subtype(Label(span.label))


def _roles(subtype: str, count: int) -> list[int]:
    if count == 1:
        return [fine(subtype, SINGLE)]
    inside = [fine(subtype, INSIDE)] * (count - 2)
    return [fine(subtype, BEGIN), *inside, fine(subtype, END)]


def combine(fine_logits: F32, coarse_logits: F32, temperature: float = 1.0) -> F32:
    """Log-probabilities (…, FINE_TAGS) of the product of both heads' opinions."""
    joint = log_softmax(fine_logits) + log_softmax(coarse_logits)[..., COARSE_OF_FINE]
    return log_softmax(joint / np.float32(temperature))


def log_softmax(logits: F32) -> F32:
    """Over the last axis."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(
        shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), dtype=np.float32
    )
