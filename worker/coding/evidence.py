"""Which words of a stay speak for a code: attention × gradient (AttInGrad, Edin et al. 2024)."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from annotation.domain.spans import joined, touching
from icdcoder.domain.coder import Evidence
from worker.coding.network import LabelAttention, SinglePool
from worker.coding.segments import Segmented

Floats = NDArray[np.float64]
MOST_SPANS: Final = 5
_SHARE: Final = 0.5  # of what speaks for the code: the fewest words that carry it are shown


def word_weights(
    head: LabelAttention | SinglePool, states: Tensor, stay: Segmented, labels: Sequence[int]
) -> Floats:
    """(labels, words): attention × gradient of the states of `stay` (`weights_of`); a word is the sum of its pieces.

    The gradient goes no further than the encoder's last states, so the encoder reads a stay once for all codes and their
    evidence.
    """
    chosen = torch.as_tensor(labels, device=states.device)
    weights = head.weights_of(states, chosen).cpu().double().numpy()
    found = np.zeros((len(labels), max(1, len(stay.spans))))
    is_word = stay.words >= 0
    for row, own in zip(found, weights, strict=True):
        np.add.at(row, stay.words[is_word], own[is_word])
    return found


def inside(stay: Segmented, hidden: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """(words): which words touch one of these spans of the stay's only document.

    Example: "vu à LES Bains", hidden (5, 14) → [False, False, True, True].
    """
    found, hidden = np.zeros(max(1, len(stay.spans)), dtype=np.bool_), joined(hidden)
    for place, (_document, start, end) in enumerate(stay.spans):
        found[place] = bool(touching(hidden, start, end))
    return found


def evidence_of(weights: Floats, stay: Segmented, document: int) -> tuple[Evidence, ...]:
    """The fewest words that carry half of what speaks for the code, neighbours joined; in reading order.

    At most MOST_SPANS; weights in (0, 1], the strongest word 1. Only those of one document of the stay.
    """
    total = float(weights.sum())
    if not stay.spans or total <= 0:
        return ()
    order = np.argsort(-weights, kind="stable")
    needed = int(np.searchsorted(np.cumsum(weights[order]), _SHARE * total)) + 1
    chosen = sorted(int(word) for word in order[:needed] if weights[word] > 0)
    top = float(weights.max())
    spans: list[tuple[int, Evidence]] = []  # with the last word of each
    for word in chosen:
        own_document, start, end = stay.spans[word]
        if own_document != document:
            continue
        weight = round(max(1e-4, float(weights[word]) / top), 4)
        if spans and spans[-1][0] == word - 1:
            before = spans.pop()[1]
            start, weight = before.start, max(before.weight, weight)
        spans.append((word, Evidence(start, end, weight)))
    best = sorted((own for _word, own in spans), key=lambda e: (-e.weight, e.start))[:MOST_SPANS]
    return tuple(sorted(best))
